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

/// An answer that is larger or takes longer than it may.
public struct URLLimitError: Error, CustomStringConvertible {
    /// In words, about the address.
    public let description: String
}

/// How requests are made; there is only one way here.
public final class URLSessionConfiguration: Sendable {}

/// Makes requests.
public final class URLSession: Sendable {
    /// The only one.
    public static let shared = URLSession()
    /// Its only way.
    public let configuration = URLSessionConfiguration()

    /// The contents of an address.
    ///
    /// - Parameters:
    ///   - limit: bytes that the answer may have.
    ///   - time: how long it may take.
    /// - Throws: ``URLLimitError``, ``URLError``, `CancellationError`.
    public func data(
        from url: URL, limit: Int, time: Duration
    ) async throws -> (Data, URLResponse) {
        let transfer = Transfer(url, limit: limit, seconds: time / .seconds(1))
        let (status, data) = try await withTaskCancellationHandler {
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
        return (data, response)
    }
}

/// One run of `curl`.
private final class Transfer: Sendable {
    private let url: URL
    private let limit: Int
    private let seconds: Double
    private let process = Mutex<(id: pid_t, isCancelled: Bool)>((0, false))

    init(_ url: URL, limit: Int, seconds: Double) {
        (self.url, self.limit, self.seconds) = (url, limit, seconds)
    }

    func cancel() {
        process.withLock {
            $0.isCancelled = true
            if $0.id > 0 { kill($0.id, SIGTERM) }
        }
    }

    /// The status that the server answered with, and the contents.
    func run() -> Result<(Int, Data), any Error> {
        var contents: [Int32] = [0, 0]
        var messages: [Int32] = [0, 0]
        guard pipe(&contents) == 0 else { return .failure(Self.failure(errno)) }
        guard pipe(&messages) == 0 else {
            let number = errno
            for end in contents { close(end) }
            return .failure(Self.failure(number))
        }
        for end in contents + messages { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started = process.withLock { process -> Result<pid_t, any Error> in
            if process.isCancelled { return .failure(CancellationError()) }
            let id = start(contents[1], messages[1])
            if case .success(let id) = id { process.id = id }
            return id
        }
        close(contents[1])
        close(messages[1])
        let data = Self.read(contents[0], upTo: limit)
        // More than it may have: without a reader, curl ends.
        close(contents[0])
        let said = Self.read(messages[0], upTo: 65_536)
        close(messages[0])
        switch started {
        case .failure(let error): return .failure(error)
        case .success(let id):
            return end(of: id, String(decoding: said ?? [], as: UTF8.self), data)
        }
    }

    /// All that comes; nil if it is more than the limit.
    private static func read(_ descriptor: Int32, upTo limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return bytes }
            if bytes.count + count > limit { return nil }
            bytes += buffer[..<count]
        }
    }

    private func start(_ contents: Int32, _ messages: Int32) -> Result<pid_t, any Error> {
        let words = [
            "curl", "--silent", "--show-error", "--location", "--proto", "=http,https",
            "--max-time", "\(seconds)", "--write-out", "%{stderr}%{http_code}", "--",
            url.absoluteString,
        ]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, contents, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
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

    private func end(
        of id: pid_t, _ said: String, _ contents: [UInt8]?
    ) -> Result<(Int, Data), any Error> {
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
        guard let contents else {
            return .failure(URLLimitError(description: "has more than \(limit) bytes"))
        }
        // Of curl: the time is over.
        if status >> 8 == 28 {
            return .failure(URLLimitError(description: "is not complete after \(seconds) s"))
        }
        guard status == 0, let code = Int(said.suffix(3)) else {
            // `curl: (6) Could not resolve host: …`, and `000` for no answer.
            let lines = said.split(separator: "\n").filter { $0.hasPrefix("curl: ") }
            return .failure(
                URLError(description: lines.last.map(String.init) ?? "curl failed: \(status)"))
        }
        return .success((code, Data(contents)))
    }

    private static func failure(_ code: Int32) -> URLError {
        code == ENOENT
            ? URLError(description: "downloads need the program `curl`, which is not installed")
            : URLError(description: "curl cannot be started: \(String(cString: strerror(code)))")
    }
}
