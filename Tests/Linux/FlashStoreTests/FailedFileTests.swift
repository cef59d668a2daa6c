import Foundation
import Glibc
import MetaWearBoard
import Testing

@testable import FlashStore

/// A file that cannot be written any more.
@Suite struct FailedFileTests {
    /// The descriptor under which this process has the file open.
    private static func descriptor(of file: String) throws -> Int32 {
        let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
        let files = FileManager.default
        let found = try files.contentsOfDirectory(atPath: "/proc/self/fd").first {
            (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
        return try #require(found.flatMap { Int32($0) })
    }

    @Test func `after a failure nothing more is written, or records would be missing between`()
        throws
    {
        let directory = TemporaryDirectory()
        let flash = try FlashDirectory(directory.path, for: .metaMotionS)
        flash.waitsForDisk = false
        #expect(flash.eraseMacros() && flash.failure == nil)
        let own = try Self.descriptor(of: directory.journal)
        let writable = dup(own)
        let readable = open(directory.journal, O_RDONLY)
        dup2(readable, own)
        #expect(!flash.eraseMacros() && flash.failure != nil)
        dup2(writable, own)
        close(readable)
        close(writable)
        let bytes = try directory.bytes()
        #expect(!flash.eraseMacros())
        #expect(try directory.bytes() == bytes)
        flash.close()
    }
}
