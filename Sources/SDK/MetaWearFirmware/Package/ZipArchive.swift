import CZip
import Foundation

/// A zip file in memory. Nothing of it is written to disk.
///
/// libzip reads by the central directory, and compares lengths and checksums.
struct ZipArchive {
    /// What is wrong with an archive.
    enum Problem: Error, Equatable {
        /// It is no zip file, it is damaged, or two of its files have one name.
        case damaged
        /// A name in it leads out of the archive.
        case unsafeName(String)
        /// It has more files, or one is larger, than any package.
        case tooLarge
    }

    private static let mostFiles = 64
    private let bytes: Data

    /// Opens the archive once, to see whether it is one.
    init(_ bytes: Data) throws(Problem) {
        self.bytes = bytes
        _ = try names()
    }

    /// All files in it.
    func names() throws(Problem) -> [String] {
        try read { archive throws(Problem) in
            let count = zip_get_num_entries(archive, 0)
            guard count >= 0 else { throw Problem.damaged }
            guard count <= Self.mostFiles else { throw Problem.tooLarge }
            var names: [String] = []
            for number in 0..<zip_uint64_t(count) {
                guard let text = zip_get_name(archive, number, 0) else { throw Problem.damaged }
                let name = String(cString: text)
                let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
                guard !name.hasPrefix("/"), !name.hasPrefix("\\"), !parts.contains("..") else {
                    throw Problem.unsafeName(name)
                }
                names.append(name)
            }
            // Which of both is meant would be a guess.
            guard Set(names).count == names.count else { throw Problem.damaged }
            return names
        }
    }

    /// The contents of a file; nil if there is no such file.
    ///
    /// - Parameter limit: the most bytes. What the archive says of its sizes is not trusted.
    func file(_ name: String, limit: Int) throws(Problem) -> [UInt8]? {
        try read { archive throws(Problem) in
            guard zip_name_locate(archive, name, 0) >= 0 else { return nil }
            guard let file = zip_fopen(archive, name, 0) else { throw Problem.damaged }
            defer { zip_fclose(file) }
            var contents: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16 * 1024)
            while true {
                let count = buffer.withUnsafeMutableBytes {
                    zip_fread(file, $0.baseAddress, zip_uint64_t($0.count))
                }
                // libzip compares the checksum at the end.
                guard count >= 0 else { throw Problem.damaged }
                if count == 0 { return contents }
                guard contents.count + Int(count) <= limit else { throw Problem.tooLarge }
                contents += buffer[..<Int(count)]
            }
        }
    }

    private func read<Value>(
        _ body: (OpaquePointer) throws(Problem) -> Value
    ) throws(Problem) -> Value {
        let result = bytes.withUnsafeBytes { memory -> Result<Value, Problem> in
            var error = zip_error_t()
            guard
                let source = zip_source_buffer_create(
                    memory.baseAddress, zip_uint64_t(memory.count), 0, &error)
            else { return .failure(.damaged) }
            guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
                zip_source_free(source)
                return .failure(.damaged)
            }
            // Nothing was changed: discarding frees the source too.
            defer { zip_discard(archive) }
            return Result { () throws(Problem) in try body(archive) }
        }
        return try result.get()
    }
}
