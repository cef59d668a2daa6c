// An app imports `MetaWear` alone: values of the protocol, the transport and the names of CoreBluetooth are part of its
// API.
@_exported import CoreBluetooth
@_exported import MetaWearProtocol
@_exported import MetaWearTransport
