"""Objects of the protocol as Python has them."""

import collections.abc
import dataclasses
import functools
from typing import Any, Dict, Iterator, Mapping, Type, TypeVar, Union, get_args, get_origin, get_type_hints

Read = TypeVar("Read", bound="Fields")


class Fields(Mapping[str, Any]):
    """An object of the protocol: its fields are attributes, and it can be read as a mapping, too."""

    @classmethod
    def read(cls: Type[Read], value: Mapping[str, Any]) -> Read:
        """The object from its JSON; fields that a later version adds are ignored."""
        return cls(**{name: _read(kind, value[name]) for name, kind in _hints(cls).items() if name in value})

    def __getitem__(self, name: str) -> Any:
        if name not in _hints(type(self)):
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(_hints(type(self)))

    def __len__(self) -> int:
        return len(_hints(type(self)))


@functools.lru_cache(maxsize=None)
def _hints(cls: Any) -> Dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _read(kind: Any, value: Any) -> Any:
    """A value of JSON as the type that its field is declared with."""
    origin, arguments = get_origin(kind), get_args(kind)
    if value is None:
        return None
    if origin is Union:
        return _read(next(each for each in arguments if each is not type(None)), value)
    if origin is collections.abc.Sequence:
        return [_read(arguments[0], each) for each in value]
    if origin is collections.abc.Mapping:
        return {name: _read(arguments[1], each) for name, each in value.items()}
    if isinstance(kind, type) and issubclass(kind, Fields):
        return kind.read(value)
    return value
