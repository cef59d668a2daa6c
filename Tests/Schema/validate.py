"""Validates YAML and JSON files against a JSON Schema, as an editor does.

usage: validate.py SCHEMA FILE…
"""

import json
import re
import sys

import jsonschema
import yaml



class Loader(yaml.SafeLoader):
    """Reads words as YAML 1.2 and editors do: only true and false are no text, `on` is."""


Loader.yaml_implicit_resolvers = {
    first: [rule for rule in rules if rule[0] != "tag:yaml.org,2002:bool"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), "tf")

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

problems = 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        # YAML 1.1, which the loader reads, has no number 1e-06.
        document = json.load(file) if path.endswith(".json") else yaml.load(file, Loader)
    for error in validator.iter_errors(document):
        problems += 1
        place = "/".join(str(part) for part in error.absolute_path)
        print(f"{path}: {place}: {jsonschema.exceptions.best_match([error]).message}")

# A schema that accepts everything would be no schema.
for broken in ({}, {"version": 2, "boards": [{"model": "MetaMotion S"}]}, {"version": 1, "x": 1}):
    if validator.is_valid(broken):
        problems += 1
        print(f"the schema accepts {broken}")
print(f"{len(sys.argv) - 2} files against the schema: {problems} problems")
sys.exit(problems > 0)
