import Declaration
import Foundation
import Testing

@testable import CommandLineProgram

@Suite struct OutputClaimsTests {
    @Test func `two options cannot write the same file`() throws {
        let folder = try TestFolder()
        let claims = OutputClaims("test")
        try claims.claim(folder.path + "/a", by: "--trace")
        for (path, message) in [
            ("a", "--trace and --out are both `\(folder.path)/a`"),
            (
                "./a",
                "`\(folder.path)/a` of --trace and `\(folder.path)/./a` of --out are the same file"
            ),
            (
                "a.part",
                "`\(folder.path)/a` of --trace and `\(folder.path)/a.part` of --out are the same file"
            ),
        ] {
            let error = #expect(throws: RunError.self) {
                try claims.claim("\(folder.path)/\(path)", by: "--out")
            }
            #expect(error?.description == "boardsim test: \(message); name one file for each")
        }
        try claims.claim(folder.path + "/b", by: "--out")
        // Several outputs may share a device, under different names.
        try claims.claim("/dev/null", by: "--pcapng")
        try claims.claim("/dev/../dev/null", by: "--btsnoop")
    }

    @Test func `a claimed file is not read, and a file that was read is not written`() throws {
        let folder = try TestFolder()
        let claims = OutputClaims("test")
        for name in ["in", "out"] { try folder.write(name, name) }
        try claims.claim(folder.path + "/out", by: "--trace")
        let console = Console.system.guarding(claims)
        #expect(try console.read(folder.path + "/in") == Array("in".utf8))
        let refused = #expect(throws: FileError.self) { try console.read(folder.path + "/out") }
        #expect(
            refused?.reason
                == "--trace \(folder.path)/out would overwrite it; give that option another file")
        let error = #expect(throws: RunError.self) {
            try claims.claim(folder.path + "/in", by: "--out")
        }
        #expect(
            error?.description
                == "boardsim test: --out \(folder.path)/in: this would overwrite the input"
                + " `\(folder.path)/in`; name another file")
    }

    @Test func `a folder of the command's own has no outputs in it`() throws {
        let folder = try TestFolder()
        let claims = OutputClaims("test")
        try claims.claim(folder.path + "/a", by: "--trace")
        try claims.keep(folder.path + "/elsewhere", for: "the flash of wrist")
        let error = #expect(throws: RunError.self) {
            try claims.keep(folder.path, for: "the flash of wrist")
        }
        #expect(
            error?.description
                == "boardsim test: --trace \(folder.path)/a: this folder stores the flash of wrist;"
                + " name a file elsewhere")
    }
}
