# SPDX-License-Identifier: MIT
"""Checks requests and answers against the server's OpenAPI description (docs/api.md).

The part of JSON Schema 2020-12 that the description uses. A keyword outside of it is an error, so that nothing is
left unchecked. Answers are checked strictly: a member that the schema doesn't name is a fault, although clients must
ignore it, because it is one that the description lacks."""
import re

KNOWN = {"$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description",
         "format", "minimum", "maximum", "maxLength", "minItems", "pattern", "maxProperties"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name in ("integer", "number"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (name == "number" or value == int(value))
    return isinstance(value, TYPES[name])


class Contract:
    def __init__(self, document):
        self.document = document
        self.used = set()
        self.paths = sorted(((path, re.compile("/api/v1" + re.sub(r"\{\w+\}", "[^/]+", path) + "$"), methods)
                             for path, methods in document["paths"].items()), key=lambda row: row[0].count("{"))

    def resolve(self, schema):
        while "$ref" in schema:
            found = self.document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema

    def faults(self, value, schema, strict, at="$"):
        """What is wrong, one text each."""
        schema = self.resolve(schema)
        unknown = schema.keys() - KNOWN
        assert not unknown, f"the schema has {unknown}"
        if "anyOf" in schema:
            tried = [self.faults(value, one, strict, at) for one in schema["anyOf"]]
            return [] if [] in tried else min(tried, key=len)
        if "const" in schema and value != schema["const"]:
            return [f"{at} is {value!r}, not {schema['const']!r}"]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{at} is {value!r}, not one of {schema['enum']}"]
        if "type" in schema:
            types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            if not any(is_type(value, one) for one in types):
                return [f"{at} is {value!r}, no {'/'.join(types)}"]
        return [*self.of_text(value, schema, at), *self.of_object(value, schema, strict, at), *self.of_list(value, schema, strict, at)]

    @staticmethod
    def of_text(value, schema, at):
        if isinstance(value, str):
            if "pattern" in schema and not re.search(schema["pattern"], value):
                yield f"{at} is {value!r}, which does not match {schema['pattern']}"
            if len(value) > schema.get("maxLength", len(value)):
                yield f"{at} is too long"
        elif isinstance(value, (int, float)):
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                yield f"{at} is {value}, out of its range"

    def of_object(self, value, schema, strict, at):
        if not isinstance(value, dict):
            return
        for name in schema.get("required", []):
            if name not in value:
                yield f"{at} has no {name}"
        known = schema.get("properties")
        for name, member in value.items():
            if known and name in known:
                yield from self.faults(member, known[name], strict, f"{at}.{name}")
            elif schema.get("additionalProperties") is False or (strict and known is not None):
                yield f"{at} has {name}, which is not described"
        if len(value) > schema.get("maxProperties", len(value)):
            yield f"{at} has too many members"

    def of_list(self, value, schema, strict, at):
        if not isinstance(value, list):
            return
        if len(value) < schema.get("minItems", 0):
            yield f"{at} has too few elements"
        for i, one in enumerate(value):
            if "items" in schema:
                yield from self.faults(one, schema["items"], strict, f"{at}[{i}]")

    def operation(self, method, path):
        path = path.split("?")[0]
        for _, pattern, methods in self.paths:
            if pattern.match(path) and method.lower() in methods:
                return methods[method.lower()]
        return None

    def check(self, method, path, sent, status, answer):
        """Faults of an answer as JSON and, if the server took it, of the request's body."""
        operation = self.operation("GET" if method == "HEAD" else method, path)
        if not operation:
            return [] if status in (404, 405) else [f"{method} {path} is answered by {status}, but not described"]
        responses = operation["responses"]
        range_of = f"{status // 100}XX"
        found = self.resolve(responses.get(str(status)) or responses.get(range_of) or responses["default"])
        schema = found.get("content", {}).get("application/json", {}).get("schema")
        faults = []
        if schema and answer is not None:
            faults += self.faults(answer, schema, True)
            self.used.add((operation["operationId"], range_of))
        if status < 300 and sent is not None and "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            faults += self.faults(sent, body, False, "body")
        return [f"{method} {path}: {status}: {fault}" for fault in faults]
