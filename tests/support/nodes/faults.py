# SPDX-License-Identifier: MIT
"""The faults of tests/cluster. Each is a method that injects the fault, waits, and removes it."""
import signal
import time

NODES = ["kill_node", "freeze_node", "freeze_briefly", "freeze_on_return", "stop_node", "roll_nodes"]
REDIS = ["restart_redis", "freeze_redis", "cut_redis", "slow_redis", "dark_redis"]
CLIENTS = ["cut_clients", "slow_clients", "dark_clients"]
STORE = ["cut_store", "slow_store", "dark_store", "crash_store", "freeze_store", "kill_in_outage"]
PAIR = ["primary_killed", "primary_frozen", "standby_killed"]


class Faults:
    def __init__(self, site, chance, history):
        self.site, self.chance, self.history = site, chance, history

    def node(self):
        return self.chance.choice(self.site.nodes)

    def wait(self, least, most):
        time.sleep(self.chance.uniform(least, most))

    # --- nodes -----------------------------------------------------------------------------------

    def kill_node(self):
        node = self.node()
        node.kill()
        self.wait(0, 1)
        node.start_again()

    def freeze_node(self):
        node = self.node()
        node.freeze()
        self.wait(0.5, 5)
        node.thaw()

    def freeze_briefly(self):
        """The node wakes up when the balancer and the other nodes are about to consider it dead."""
        node = self.node()
        node.freeze()
        self.wait(1.2, 2.6)
        node.thaw()

    def freeze_on_return(self):
        """Players of one node are disconnected, and another node freezes while they reconnect to it."""
        lost, frozen = self.chance.sample(self.site.nodes, 2)
        lost.client_wire.cut()
        self.wait(0, 0.06)
        frozen.freeze()
        self.wait(0.5, 4)
        frozen.thaw()

    @staticmethod
    def stop_and_start(node):
        node.process.send_signal(signal.SIGTERM)
        node.process.wait()
        node.start_again()

    def stop_node(self):
        self.stop_and_start(self.node())

    def roll_nodes(self):
        """One after the other, as for an upgrade."""
        for node in self.site.nodes:
            self.stop_and_start(node)
            self.wait(0.5, 1)

    # --- Redis -----------------------------------------------------------------------------------

    def restart_redis(self):
        self.site.redis.stop()
        self.wait(0, 3)
        self.site.redis.start()

    def freeze_redis(self):
        self.site.redis.freeze()
        self.wait(0.5, 4)
        self.site.redis.thaw()

    # --- wires -----------------------------------------------------------------------------------

    @staticmethod
    def cut(wires):
        for wire in wires:
            wire.cut()

    def slow(self, wires, least, most):
        delay = self.chance.uniform(least, most)
        for wire in wires:
            wire.delay = delay
        time.sleep(2)
        for wire in wires:
            wire.delay = 0

    def darken(self, wires):
        for wire in wires:
            wire.dark = True
        self.wait(0.5, 4)
        for wire in wires:
            wire.dark = False

    def cut_redis(self):
        self.cut([self.node().redis_wire])

    def slow_redis(self):
        self.slow([self.node().redis_wire], 0.05, 0.5)

    def dark_redis(self):
        self.darken([self.node().redis_wire])

    def cut_clients(self):
        self.cut([self.node().client_wire])

    def slow_clients(self):
        self.slow([self.node().client_wire], 0.02, 0.3)

    def dark_clients(self):
        self.darken([self.node().client_wire])

    def cut_store(self):
        self.cut(self.node().store_wires)

    def slow_store(self):
        self.slow(self.node().store_wires, 0.02, 0.2)

    def dark_store(self):
        self.darken(self.node().store_wires)

    # --- the database ----------------------------------------------------------------------------

    def crash_store(self):
        self.site.database.crash()
        self.wait(0, 2)
        self.site.database.start()

    def freeze_store(self):
        self.site.database.freeze()
        self.wait(0.5, 3)
        self.site.database.thaw()

    def kill_in_outage(self):
        """A node dies while its writes are on their way to the database."""
        node = self.node()
        for wire in node.store_wires:
            wire.dark = True
        time.sleep(1)
        node.kill()
        self.cut(node.store_wires)
        time.sleep(0.1)
        for wire in node.store_wires:
            wire.dark = False
        node.start_again()

    def promoted(self):
        began, ended = self.site.database.promotions[-1]
        self.history.add("fault", "promoted", began=began, ended=ended)

    def primary_killed(self):
        self.site.database.fail_over()
        self.promoted()
        time.sleep(2)
        self.site.database.mend()

    def primary_frozen(self):
        """The old primary wakes up when another one is primary, and must acknowledge nothing."""
        pair = self.site.database
        pair.fail_over(freeze_s=self.chance.uniform(0.5, 2))
        self.promoted()
        time.sleep(2)
        pair.mend()

    def standby_killed(self):
        self.site.database.standby.crash()
        time.sleep(2)
        self.site.database.mend()

    # --- which -----------------------------------------------------------------------------------

    def names(self):
        names = NODES + REDIS + CLIENTS
        if self.site.database:
            names = names + STORE
        if self.site.kind == "pair":
            names = names + 2 * PAIR
        return names

    def drawn(self, count, only=None):
        names, chosen = list(only or self.names()), []
        while len(chosen) < count:
            if not only:
                self.chance.shuffle(names)
            chosen += names
        return [getattr(self, name) for name in chosen[:count]]
