# SPDX-License-Identifier: MIT
"""A TCP proxy between two programs on this machine that can close, delay or silently drop connections."""
import asyncio
import threading


class Wires:
    """The loop that all of them run on, in a thread of its own."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    async def cancel_all(self):
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def end(self):
        self.call(self.cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


class Wire:
    """From `port`, which it takes, to where `connect()` leads."""

    def __init__(self, wires, connect):
        self.wires, self.connect = wires, connect
        self.delay, self.dark = 0, False  # seconds; dark: data is dropped without closing
        self.open = set()
        self.server = wires.call(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            there_reader, there_writer = await self.connect()
        except OSError:
            writer.transport.abort()
            return
        self.open |= {writer, there_writer}
        try:
            await asyncio.gather(self.pass_on(reader, there_writer), self.pass_on(there_reader, writer))
        finally:
            for end in (writer, there_writer):
                self.open.discard(end)
                end.transport.abort()

    async def pass_on(self, reader, writer):
        try:
            while True:
                data = await reader.read(1 << 16)
                if not data:
                    break
                if self.delay:
                    await asyncio.sleep(self.delay)
                while self.dark:
                    await asyncio.sleep(0.01)
                    if writer.transport.is_closing():
                        return  # it was cut meanwhile
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()

    def abort(self):
        """Closes all open connections; call on the proxies' own thread."""
        for end in list(self.open):
            end.transport.abort()

    def cut(self):
        """The same from any other thread. Later connections are unaffected."""
        self.wires.loop.call_soon_threadsafe(self.abort)
