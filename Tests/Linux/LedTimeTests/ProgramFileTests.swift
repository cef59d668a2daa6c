import Foundation
import Testing

@testable import LedTime

/// An ELF file with one program header and the sections that are named, as a linker lays them out (elf(5)).
private func elf(
    loader: String? = "/lib64/ld-linux-x86-64.so.2", sections: [String] = [],
    machine: Int = ELFFile.ownMachine, bits: UInt8 = 2
) -> [UInt8] {
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, bits, 1, 1]
    func put(_ value: Int, _ offset: Int, _ count: Int) {
        while bytes.count < offset + count { bytes.append(0) }
        for index in 0..<count { bytes[offset + index] = UInt8(value >> (8 * index) & 0xFF) }
    }
    put(machine, 18, 2)
    put(64, 32, 8)  // Of the program headers.
    put(56, 54, 2)
    put(1, 56, 2)
    put(loader == nil ? 1 : 3, 64, 4)
    let path = Array((loader ?? "").utf8)
    put(1024, 64 + 8, 8)
    put(path.count + 1, 64 + 32, 8)
    // The names of sections, and their headers; the first is of the names.
    var names: [UInt8] = [0]
    put(512, 40, 8)
    put(64, 58, 2)
    put(sections.count + 1, 60, 2)
    put(0, 62, 2)
    put(2048, 512 + 24, 8)
    for (index, name) in sections.enumerated() {
        put(names.count, 512 + 64 * (index + 1), 4)
        names += Array(name.utf8) + [0]
    }
    for (index, byte) in path.enumerated() { put(Int(byte), 1024 + index, 1) }
    put(0, 1024 + path.count, 1)
    for (index, byte) in names.enumerated() { put(Int(byte), 2048 + index, 1) }
    return bytes
}

/// A folder with files that can be executed.
private final class Programs {
    let folder = FileManager.default.temporaryDirectory.path + "/led-\(UUID().uuidString.prefix(8))"

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func make(_ name: String, _ bytes: [UInt8]) -> String {
        let path = folder + "/" + name
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o755])
        return path
    }
}

@Suite("Programs that can be led")
struct ProgramFileTests {
    private static let only = "only programs that use the system's C library can be led"

    @Test func `a program that loads glibc can be led`() throws {
        let programs = try Programs()
        let path = programs.make("plain", elf(sections: [".text", ".note.gnu.build-id"]))
        #expect(ProgramFile.refusal(of: [path]) == nil)
        #expect(ProgramFile.refusal(of: ["env", "A=b", path]) == nil)
        #expect(ProgramFile.refusal(of: ["sh", "-c", "true"]) == nil)
        #expect(ProgramFile.refusal(of: ["/no/such/program"]) == nil)
    }

    private static let others = [
        "static": elf(loader: nil), "go": elf(sections: [".text", ".go.buildinfo"]),
        "go-static": elf(loader: nil, sections: [".note.go.buildid"]),
        "musl": elf(loader: "/lib/ld-musl-x86_64.so.1"), "other": elf(machine: 8),
        "small": elf(bits: 1),
    ]

    @Test(arguments: [
        ("static", "is statically linked; \(Self.only)"),
        ("go", "is written in Go, which asks the kernel for the time by itself; \(Self.only)"),
        (
            "go-static",
            "is written in Go, which asks the kernel for the time by itself; \(Self.only)"
        ),
        ("musl", "uses musl; only programs that use glibc can be led"),
        ("other", "is a program for another processor; \(Self.only)"),
        ("small", "is a 32-bit program, and boardsim a 64-bit one"),
    ])
    func `others are refused`(name: String, words: String) throws {
        let programs = try Programs()
        let bytes = try #require(Self.others[name])
        let path = programs.make(name, bytes)
        let wanted = "`\(path)` \(words); run it without `--speed led`"
        #expect(ProgramFile.refusal(of: [path, "-x"]) == wanted)
        #expect(ProgramFile.refusal(of: ["env", "-i", "A=b", path]) == wanted)
        // A script is what its interpreter is.
        let script = programs.make("script", Array("#!\(path) -u\nprint()\n".utf8))
        #expect(ProgramFile.refusal(of: [script]) == wanted)
        let split = programs.make("split", Array("#!/usr/bin/env -S \(path) -u\n".utf8))
        #expect(ProgramFile.refusal(of: [split, "x"]) == wanted)
    }

    @Test func `every prefix of a file is read without harm`() {
        let bytes = elf(sections: [".go.buildinfo"])
        for count in 64...bytes.count {
            let part = Array(bytes.prefix(count))
            let file = ELFFile(Array(part.prefix(4096))) { offset, count in
                Array(part.dropFirst(offset).prefix(count))
            }
            _ = (file.isGo, file.loader, file.machine)
        }
    }

    @Test func `sizes that are no sizes are read without harm`() {
        for place in 16..<64 {
            var bytes = elf(sections: [".go.buildinfo"])
            bytes[place] = 0xFF
            let file = ELFFile(bytes) { offset, count in
                Array(bytes.dropFirst(max(0, offset)).prefix(max(0, count)))
            }
            _ = (file.isGo, file.loader, file.machine)
        }
    }
}
