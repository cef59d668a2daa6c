// An app imports `MetaWear` alone: commands, sensors and values of the protocol are part of its API.
@_exported import MetaWearProtocol
