# SPDX-License-Identifier: MIT
"""Notifications of every kind that needs no waiting, their settings, and browsers that take messages."""

POSTGRES = True
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


def play(stage):
    ada, bob = stage.account("Ada"), stage.account("Bob")
    line, other = ada.line(), bob.line()
    ada.get("notifications")

    stage.title("each kind, as it comes")
    line.ask("notifications")
    line.ask("notifications")
    other.ask("notifications")
    bob.post("people/Ada/follow")
    line.wait("notification", lambda message: message["notification"]["kind"] == "follow")
    game = bob.make(clock="3d", seats=["me", {"invite": "Ada"}])
    line.wait("notification", lambda message: message["notification"]["kind"] == "challenge")
    ada.act(game, "decline", reason="busy")
    other.wait("notification", lambda message: message["notification"]["kind"] == "declined")
    game = ada.make(clock="3d")
    bob.act(game, "join")
    line.wait("notification", lambda message: message["notification"]["kind"] == "started")
    ada.move(game, 0, "e2")
    bob.move(game, 1, "e8")
    ada.act(game, "resign")
    other.wait("notification", lambda message: message["notification"]["kind"] == "ended")
    line.wait("notification", lambda message: message["notification"]["kind"] == "ended")
    ada.notified("ended")
    bob.notified("ended")
    ada.get("notifications")
    bob.get("notifications")

    stage.title("turns, while guest looks")
    line.close()
    other.close()
    game = ada.make(clock="3d")
    bob.act(game, "join")
    ada.move(game, 0, "e2")
    bob.notified("turn")
    bob.get("notifications")
    bob.move(game, 1, "e8")
    ada.notified("turn")
    ada.act(game, "resign")
    bob.notified("ended", 2)
    bob.get("notifications")

    stage.title("read, and not wanted")
    at = bob.get("notifications", quiet=True)["notifications"][0]["at"]
    bob.post("notifications/read", {"until": at})
    bob.get("notifications")
    bob.post("notifications/settings", {"off": ["turn", "follow"], "push_off": ["ended"]})
    bob.get("notifications")
    bob.post("notifications/settings", {"off": []})
    bob.get("notifications")
    stage.visitor("visitor").get("notifications")
    line = ada.line()
    line.ask("unnotifications")

    stage.title("browsers")
    for endpoint in ("http://push.example/a", "https://127.0.0.1/a", "https://localhost/a", "https://router/a",
                     "https://me:word@push.example/a", "", "x" * 700):
        ada.post("push", {"endpoint": endpoint, **KEYS})
    ada.post("push", {"endpoint": "https://push.example/a", "p256dh": KEYS["auth"], "auth": KEYS["auth"]})
    ada.post("push", {"endpoint": "https://push.example/a", **KEYS})
    ada.post("push", {"endpoint": "https://push.example/a", **KEYS})
    ada.get("notifications")
    ada.post("push/remove", {"endpoint": "https://push.example/b"})
    ada.post("push/remove", {"endpoint": "https://push.example/a"})
    ada.notified("ended", 2)
    ada.notified("started", 2)
    ada.get("export")
