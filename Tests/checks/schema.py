"""Validates YAML and JSON files against a JSON Schema, as an editor does."""

import json
import re

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """Reads words as YAML 1.2 and editors do: only true and false are no text, `on` is."""


Loader.yaml_implicit_resolvers = {
    first: [rule for rule in rules if rule[0] != "tag:yaml.org,2002:bool"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), "tf")
# A schema that accepts everything would be no schema.
BROKEN = ({}, {"version": 2, "boards": [{"model": "MetaMotion S"}]}, {"version": 1, "x": 1})


def validate(schema, paths):
    """Fails with every problem: `file: place: what`."""
    document = json.loads(schema.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(document)
    validator = jsonschema.Draft202012Validator(document)
    problems = [f"the schema accepts {broken}" for broken in BROKEN if validator.is_valid(broken)]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        # YAML 1.1, which the loader reads, has no number 1e-06.
        for error in validator.iter_errors(json.loads(text) if path.suffix == ".json" else yaml.load(text, Loader)):
            place = "/".join(str(part) for part in error.absolute_path)
            problems.append(f"{path}: {place}: {jsonschema.exceptions.best_match([error]).message}")
    assert paths and not problems, "\n".join(problems)


# What no action is: nothing, an unknown value, two actions at once, a value of the wrong kind, a time.
NO_ACTIONS = ({}, {"button": "fly"}, {"button": "press", "reset": {}}, {"battery": 40}, {"at": "1 s", "button": "press"})
PLACE_AND_TIME = ("at", "every", "times", "board")


def validate_actions(schema, paths):
    """Fails unless the schema of an action accepts what scenarios do to their boards, and nothing else."""
    document = json.loads(schema.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(document)
    validator = jsonschema.Draft202012Validator(document)
    problems = [f"the schema accepts {broken}" for broken in NO_ACTIONS if validator.is_valid(broken)]
    count = 0
    for path in paths:
        scenario = yaml.load(path.read_text(encoding="utf-8"), Loader)
        for entry in scenario.get("inputs", []) + scenario.get("faults", []):
            count += 1
            action = {name: value for name, value in entry.items() if name not in PLACE_AND_TIME}
            problems += [
                f"{path}: {action}: {jsonschema.exceptions.best_match([error]).message}" for error in validator.iter_errors(action)]
    assert count and not problems, "\n".join(problems)
