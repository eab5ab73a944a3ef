# SPDX-License-Identifier: MIT
"""A program under test that serves, and connections to it byte by byte: a client library would hide what matters."""
import os
import signal
import socket
import subprocess

from waiting import PATIENCE, bytes_read, cpu_seconds, until


class Program:
    """A running program; the caller finds out its port."""

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
        """Seconds used so far."""
        return cpu_seconds(self.process.pid)

    def files(self):
        """How many are open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def until_files(self, count):
        """Waits until no more than that many are open: those of connections that ended are closed."""
        until(lambda: self.files() <= count, f"{count} open files")


class Line:
    """A connection. `kept` is what came and was not taken yet."""

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
        """Byte by byte, each read before the next is sent."""
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
        """Whether the other end ends the connection, with whatever it says before."""
        try:
            while self.more():
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False


def make_certificate(folder, *key):
    """Files with a certificate for localhost and its key, made again if they are there. `key`: as openssl wants it."""
    files = [os.path.join(folder, name) for name in ("cert.pem", "key.pem")]
    subprocess.run(["openssl", "req", "-x509", "-newkey",
                    *(key or ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")), "-nodes",
                    "-out", files[0], "-keyout", files[1], "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return files
