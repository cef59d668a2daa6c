// The modules of the hosts' table are part of this protocol's interface, and of that of SDKs.
@_exported public import enum MetaWearTables.MWModule
