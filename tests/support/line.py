# SPDX-License-Identifier: MIT
"""A server under test, and raw connections to it: a client library would hide the details under test."""
import os
import signal
import socket
import subprocess

from waiting import PATIENCE, bytes_read, cpu_seconds, until


class Program:
    """A running program. The caller must determine its port."""

    def __init__(self, *command):
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.wait()

    def wait(self):
        """(status, output, complaints)"""
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode, out, err

    def cpu(self):
        """CPU seconds used so far."""
        return cpu_seconds(self.process.pid)

    def files(self):
        """The number of open files."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def until_files(self, count):
        """Waits until at most that many files are open, after connections have ended."""
        until(lambda: self.files() <= count, f"{count} open files")


class Line:
    """A connection. `kept` has received bytes that have not been read."""

    def __init__(self, port, host="127.0.0.1", buffer=None, tls=None):
        self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((host, port))
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.kept = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def __del__(self):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def send_slowly(self, data):
        """Sends byte by byte, waiting until each has been read."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in data:
            self.send(bytes([byte]))
            bytes_read(self.socket)

    def send_request(self, method, path, headers, body=b"", version="1.1"):
        lines = [f"{method} {path} HTTP/{version}", "Host: localhost"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def more(self):
        data = self.socket.recv(1 << 16)
        self.kept += data
        return len(data) > 0

    def take(self, count):
        parts, have = [self.kept], len(self.kept)
        while have < count:
            parts.append(self.socket.recv(1 << 16))
            have += len(parts[-1])
            if not parts[-1]:
                raise EOFError(f"{have} of {count}")
        data = b"".join(parts)
        self.kept = data[count:]
        return data[:count]

    def take_head(self):
        """The lines before the empty one."""
        while b"\r\n\r\n" not in self.kept:
            if not self.more():
                raise EOFError(self.kept)
        head, self.kept = self.kept.split(b"\r\n\r\n", 1)
        return head.decode().split("\r\n")

    def ended(self):
        """Whether the other end closes the connection, ignoring data before that."""
        try:
            while self.more():
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False


def make_certificate(folder, *key):
    """Creates or replaces files with a certificate for localhost and its key. `key`: openssl's name of the algorithm."""
    files = [os.path.join(folder, name) for name in ("cert.pem", "key.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey",
                    *(key or ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")), "-nodes",
                    "-out", files[0], "-keyout", files[1], "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return files
