public import Foundation
import MetaWear

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads files from a server.
///
/// ``MWFirmwareServer`` refuses what is larger than ``MWFirmwareServer/largestFile``; a fetcher should stop there by
/// itself, and after some time.
public protocol MWFirmwareFetcher: Sendable {
    /// The contents of an address.
    func data(from url: URL) async throws -> (Data, HTTPURLResponse)
    /// A file with the contents of an address, in a temporary place; the caller deletes it.
    func download(from url: URL) async throws -> (URL, HTTPURLResponse)
}

/// Loads files with Foundation's URL loading: no more than ``MWFirmwareServer/largestFile`` of each, however they are
/// compressed, and no longer than its time.
public struct URLSessionFetcher: MWFirmwareFetcher {
    private let session: URLSession
    private let time: Duration

    /// - Parameters:
    ///   - session: whose configuration the requests have; its delegate is not asked.
    ///   - time: the longest that one file may take.
    public init(session: URLSession = .shared, time: Duration = .seconds(120)) {
        self.session = session
        self.time = time
    }

    /// The contents of an address.
    ///
    /// - Throws: ``MWFirmwareError/invalidServerResponse(message:)`` for an address that is none of a web server, and for
    ///   an answer that is too large or takes too long; an error of Foundation if the server cannot be reached.
    public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        let (data, response) = try await LimitedLoad(
            url, limit: MWFirmwareServer.largestFile, time: time
        ).run(session.configuration)
        guard let response = response as? HTTPURLResponse else {
            throw MWFirmwareError.invalidServerResponse(
                message: "\(url.absoluteString) is not on a web server")
        }
        return (data, response)
    }

    /// A file with the contents of an address; the caller deletes it.
    ///
    /// - Throws: as ``data(from:)``; ``MWFirmwareError/cannotSaveFile(message:)``.
    public func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        let (data, response) = try await data(from: url)
        let file = URL.temporaryDirectory.appending(path: "fetched-\(UUID().uuidString)")
        do {
            try data.write(to: file)
        } catch {
            throw MWFirmwareError.cannotSaveFile(message: error.reason)
        }
        return (file, response)
    }
}
