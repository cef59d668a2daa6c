public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads files from a server.
public protocol MWFirmwareFetcher: Sendable {
    /// The contents of an address.
    func data(from url: URL) async throws -> (Data, HTTPURLResponse)
    /// A file with the contents of an address, in a temporary place; the caller deletes it.
    func download(from url: URL) async throws -> (URL, HTTPURLResponse)
}

/// Loads files with Foundation's URL loading.
public struct URLSessionFetcher: MWFirmwareFetcher {
    private let session: URLSession

    /// - Parameter session: makes the requests.
    public init(session: URLSession = .shared) { self.session = session }

    /// The contents of an address.
    ///
    /// - Throws: ``MWFirmwareError/invalidServerResponse(message:)`` for an address that is none of a web server; an error
    ///   of Foundation if the server cannot be reached.
    public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        let (data, response) = try await session.data(from: url)
        return (data, try web(response))
    }

    /// A file with the contents of an address; the caller deletes it.
    ///
    /// - Throws: as ``data(from:)``.
    public func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        let (file, response) = try await session.download(from: url)
        do {
            return (file, try web(response))
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    private func web(_ response: URLResponse) throws -> HTTPURLResponse {
        guard let response = response as? HTTPURLResponse else {
            throw MWFirmwareError.invalidServerResponse(
                message: "\(response.url?.absoluteString ?? "the address") is not on a web server")
        }
        return response
    }
}
