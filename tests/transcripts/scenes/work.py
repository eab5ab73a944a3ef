# SPDX-License-Identifier: MIT
"""Strangers who must work before they register or sign in."""
from online import work
from transcript import PASSWORD

ARGS = ["--limits", "1000", "--computers", "0", "--proof-of-work", "0"]


def play(stage):
    ada = stage.actor("ada")
    body = {"name": "Ada", "password": PASSWORD}
    asked = ada.post("register", body)["error"]
    ada.post("register", {**body, "proof": "x:1"})
    ada.post("register", {**body, "proof": asked["challenge"] + ":0"})
    proof = work(asked["challenge"], asked["bits"])
    ada.post("register", {**body, "proof": proof})
    other = stage.actor("other")
    other.post("login", {**body, "proof": proof})
    other.post("login", body)
    asked = other.post("login", {**body, "password": "wrong horse"})["error"]
    other.post("login", {**body, "proof": work(asked["challenge"], asked["bits"])})
    ada.post("tokens", {"label": "x"})
