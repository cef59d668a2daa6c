// The part of Foundation that the program of the pages uses beyond FoundationEssentials, for the packages: Foundation
// itself brings 40 MB of ICU's data. See docs/decisions/0026.

@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import Glibc

/// A set of Unicode scalars.
public struct CharacterSet: Sendable {
    private let scalars: Set<Unicode.Scalar>
    private let hasBlanks: Bool

    /// The characters of a text.
    public init(charactersIn text: String) {
        scalars = Set(text.unicodeScalars)
        hasBlanks = false
    }

    private init() {
        scalars = ["\t"]
        hasBlanks = true
    }

    /// Unicode's space separators, and the tab.
    public static let whitespaces = CharacterSet()

    /// Whether a scalar is one of them.
    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalars.contains(scalar)
            || hasBlanks && scalar.properties.generalCategory == .spaceSeparator
    }
}

extension String {
    /// A text with numbers, in the format of C's `printf`.
    public init(format: String, _ arguments: any CVarArg...) {
        let length = withVaList(arguments) { vsnprintf(nil, 0, format, $0) }
        var buffer = [CChar](repeating: 0, count: Int(Swift.max(0, length)) + 1)
        _ = withVaList(arguments) { vsnprintf(&buffer, buffer.count, format, $0) }
        self.init(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The text without these characters at its ends.
    public func trimmingCharacters(in set: CharacterSet) -> String {
        let start = unicodeScalars.drop { set.contains($0) }
        guard let end = start.lastIndex(where: { !set.contains($0) }) else { return "" }
        return String(start[...end])
    }
}

extension Error {
    /// What went wrong, for a person.
    public var localizedDescription: String {
        (self as? any LocalizedError)?.errorDescription ?? "\(self)"
    }
}

/// Threads of the system.
public enum Thread {
    /// Runs work on a thread of its own.
    public static func detachNewThread(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(work))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, box.toOpaque())
        if status == 0 { pthread_detach(thread) } else { box.release() }
    }

    private final class Box {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}

/// Open files.
public final class FileHandle: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The process's standard error.
    public static let standardError = FileHandle(STDERR_FILENO)

    /// Opens a file.
    public convenience init(forReadingFrom url: URL) throws {
        let descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        self.init(descriptor)
    }

    /// Closes it.
    public func close() throws { Glibc.close(descriptor) }

    /// At most so many bytes; fewer at the end of the file.
    public func read(upToCount count: Int) throws -> Data? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(count, 65_536))
        while bytes.count < count {
            let length = Glibc.read(descriptor, &buffer, min(buffer.count, count - bytes.count))
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw CocoaError(.fileReadUnknown) }
            if length == 0 { break }
            bytes += buffer[..<length]
        }
        return Data(bytes)
    }

    /// Writes all of it, or as much as can be written.
    public func write(_ data: Data) {
        var rest = [UInt8](data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
