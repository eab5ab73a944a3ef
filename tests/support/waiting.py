# SPDX-License-Identifier: MIT
"""Waits for events in other processes, instead of sleeping for a fixed time."""
import os
import time

PATIENCE = 60  # seconds; a machine that runs tests is busy


def until(holds, what="it", seconds=PATIENCE):
    """Polls until `holds()` is true and returns its value. `what` describes a failure; it may be a function."""
    end = time.monotonic() + seconds
    while True:
        value = holds()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"in vain: {what() if callable(what) else what}")
        time.sleep(0.005)


def cpu_seconds(process):
    """The CPU time of a process so far."""
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def signal_taken(process, number):
    """Waits until a signal has been handled, because a second one before that would be lost."""
    def taken():
        with open(f"/proc/{process}/status", encoding="utf-8") as file:
            pending = [int(line.split()[1], 16) for line in file if line.startswith(("SigPnd:", "ShdPnd:"))]
        return not any(mask >> (number - 1) & 1 for mask in pending)
    until(taken, f"signal {number} taken")


def bytes_read(connection):
    """Waits until the other end of a local TCP connection over IPv4 has read everything sent to it."""
    near, far = connection.getsockname()[1], connection.getpeername()[1]

    def read():
        with open("/proc/net/tcp", encoding="ascii") as file:
            next(file)
            for line in file:
                fields = line.split()
                ports = [int(end.split(":")[1], 16) for end in fields[1:3]]
                # Compare its receive queue and our send queue.
                if ports == [far, near] and int(fields[4].split(":")[1], 16):
                    return False
                if ports == [near, far] and int(fields[4].split(":")[0], 16):
                    return False
        return True
    until(read, "what was sent is read")
