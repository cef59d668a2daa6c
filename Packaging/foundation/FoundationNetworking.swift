// Foundation's URL loading as far as downloads of firmware use it, through the program `curl`, for the packages.

public import Foundation
import Synchronization

/// The answer to a request.
public class URLResponse: @unchecked Sendable {
    /// Where it came from.
    public let url: URL?

    init(_ url: URL?) { self.url = url }
}

/// The answer of a web server.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
    /// 200 if all went well.
    public let statusCode: Int

    /// An answer.
    public init?(
        url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?
    ) {
        self.statusCode = statusCode
        super.init(url)
    }
}

/// Why a download failed.
public struct URLError: Error, LocalizedError, CustomStringConvertible {
    /// In words.
    public let description: String
    /// For a person.
    public var errorDescription: String? { description }
}

/// Makes requests.
public final class URLSession: Sendable {
    /// The only one.
    public static let shared = URLSession()

    /// The contents of an address.
    public func data(from url: URL) async throws -> (Data, URLResponse) {
        let (file, response) = try await download(from: url)
        defer { try? FileManager.default.removeItem(at: file) }
        return (try Data(contentsOf: file), response)
    }

    /// A file with the contents of an address, which the caller deletes.
    public func download(from url: URL) async throws -> (URL, URLResponse) {
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "boardsim-\(UUID().uuidString)")
        let transfer = Transfer(url, to: file)
        do {
            let status = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    Thread.detachNewThread { continuation.resume(with: transfer.run()) }
                }
            } onCancel: {
                transfer.cancel()
            }
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: nil, headerFields: nil)
            else { throw URLError(description: "\(url) has no answer") }
            return (file, response)
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }
}

/// One run of `curl`.
private final class Transfer: Sendable {
    private let url: URL
    private let file: URL
    private let process = Mutex<(id: pid_t, isCancelled: Bool)>((0, false))

    init(_ url: URL, to file: URL) { (self.url, self.file) = (url, file) }

    func cancel() {
        process.withLock {
            $0.isCancelled = true
            if $0.id > 0 { kill($0.id, SIGTERM) }
        }
    }

    /// The status that the server answered with.
    func run() -> Result<Int, any Error> {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return .failure(Self.failure(errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = process.withLock { process -> Result<pid_t, any Error> in
            if process.isCancelled { return .failure(CancellationError()) }
            let id = start(ends[1])
            if case .success(let id) = id { process.id = id }
            return id
        }
        close(ends[1])
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            said += buffer[..<count]
        }
        close(ends[0])
        switch started {
        case .failure(let error): return .failure(error)
        case .success(let id): return end(of: id, String(decoding: said, as: UTF8.self))
        }
    }

    private func start(_ output: Int32) -> Result<pid_t, any Error> {
        let words = [
            "curl", "--silent", "--show-error", "--location", "--proto", "=http,https",
            "--write-out", "%{http_code}", "--output", file.path(percentEncoded: false), "--",
            url.absoluteString,
        ]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // The thread of a task has signals blocked, and the program ignores some.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), usual = sigset_t()
        sigemptyset(&none)
        sigemptyset(&usual)
        for number in [SIGTERM, SIGINT, SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        var id = pid_t()
        let status = posix_spawnp(&id, "curl", &actions, &attributes, &arguments, environ)
        return status == 0 ? .success(id) : .failure(Self.failure(status))
    }

    private func end(of id: pid_t, _ said: String) -> Result<Int, any Error> {
        var status: Int32 = 0
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        // Until here its number is no other process's.
        let isCancelled = process.withLock {
            waitpid(id, &status, 0)
            $0.id = 0
            return $0.isCancelled
        }
        if isCancelled { return .failure(CancellationError()) }
        guard status == 0, let code = Int(said.suffix(3)) else {
            // `curl: (6) Could not resolve host: …`, and `000` for no answer.
            let lines = said.split(separator: "\n").filter { $0.hasPrefix("curl: ") }
            return .failure(
                URLError(description: lines.last.map(String.init) ?? "curl failed: \(status)"))
        }
        return .success(code)
    }

    private static func failure(_ code: Int32) -> URLError {
        code == ENOENT
            ? URLError(description: "downloads need the program `curl`, which is not installed")
            : URLError(description: "curl cannot be started: \(String(cString: strerror(code)))")
    }
}
