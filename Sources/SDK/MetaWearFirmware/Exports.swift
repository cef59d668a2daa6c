// A fetcher of one's own answers with an `HTTPURLResponse`, which on Linux is in a module of its own.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
