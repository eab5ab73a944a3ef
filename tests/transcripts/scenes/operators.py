# SPDX-License-Identifier: MIT
"""For operators and programs: health, metrics, all headers, methods and paths that do not exist, origins."""
import re

from catalogue import Catalogue


def play(stage):
    ada = stage.account("Ada")
    guest = stage.actor("guest")

    stage.title("all headers of an answer")
    _, headers, _ = guest.ask("GET", "me")
    for name, value in sorted((name.lower(), value) for name, value in headers.items()):
        stage.write(f"{name}: {'<masked>' if name in ('date', 'content-length', 'ratelimit') else value}")

    stage.title("health")
    for path in ("/health", "/health/live", "/health/ready", "/health/balance", "/health/nonsense", "/api", "/api/v2/me",
                 "/api/v1/nonsense", "/api/v1/"):
        for method in ("GET", "HEAD", "POST"):
            guest.brief(method, path, label=f"{method} {path}: ")

    stage.title("the API's own description, for programs and for other sites' pages")
    guest.get("openapi.json")
    known = guest.ask("GET", "openapi.json")[1]["etag"]
    stage.write(f"with its tag: {guest.ask('GET', 'openapi.json', headers={'If-None-Match': known})[0]}")
    guest.request("OPTIONS", "lobby", headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"})
    for name in ("ratelimit", "access-control-allow-origin", "access-control-expose-headers"):
        found = [guest.ask(method, path)[1][name] for method, path in (("GET", "lobby"), ("GET", "games/00000000"), ("POST", "games"))]
        stage.write(f"{name}: {['r=' in one if one and 'r=' in one else one for one in found]}")

    stage.title("metrics, without their values")
    # Those of handlers and nodes are there once something has happened.
    text = re.sub(r'version="[^"]*"', 'version="<version>"', guest.ask("GET", "/metrics")[2].decode())
    stage.write(re.sub(r"^(\w[^ ]*) .*", r"\1", re.sub(r'.*\{handler=.*\n', "", text), flags=re.M))
    guest.brief("POST", "/metrics", {}, label="POST /metrics: ")

    stage.title("methods")
    routes = Catalogue().routes
    for path in sorted({route.split()[1] for route in routes}):
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "POST", "GET"):
            if f"{method} {path}" not in routes:
                guest.brief(method, path.replace("*", "x"), label=f"{method} {path}: ")

    stage.title("origins")
    for origin in ("https://example.org", "null", f"http://{ada.server.host}", f"http://{ada.server.host}0"):
        ada.brief("POST", "people/Ada/follow", {}, headers={"Origin": origin}, label=f"{stage.mask(origin)}: ")
        ada.brief("GET", "preferences", headers={"Origin": origin}, label=f"{stage.mask(origin)}: ")
    token = stage.token(ada, "program")
    token.brief("POST", "people/Ada/follow", {}, headers={"Origin": "https://example.org"}, label="a token: ")

    stage.title("names of the server")
    for host in ("example.org", "localhost", "127.0.0.1:1", ""):
        guest.brief("GET", "me", headers={"Host": host}, label=f"{host}: ")
