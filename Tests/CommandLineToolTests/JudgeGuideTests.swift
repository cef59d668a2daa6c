import Foundation
import Testing

@testable import CommandLineTool

/// What the guide on judging clients shows, and what the judge says of the scenarios that ship.
@Suite struct JudgeGuideTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// The blocks of a language on the page.
    private static func blocks(_ language: String) throws -> [String] {
        try text("docs/guides/judging-clients.md")
            .split(separator: "```\(language)\n").dropFirst()
            .compactMap { $0.split(separator: "```").first.map(String.init) }
    }

    private static func run(
        _ arguments: [String], _ files: [String: String] = [:]
    ) -> (status: CommandLineTool.ExitStatus, out: String, err: String) {
        var out = "", err = ""
        let console = Console(
            write: { out += $0 }, complain: { err += $0 },
            read: { path throws(FileError) in
                if let text = files[path] { return Array(text.utf8) }
                do {
                    return Array(try Data(contentsOf: top.appending(path: path)))
                } catch {
                    throw FileError(path: path, reason: "No such file or directory")
                }
            },
            save: { _, path throws(FileError) in throw FileError(path: path, reason: "no disk") })
        let status = Tool.run(arguments, console)
        return (status, out, err)
    }

    @Test func `the guide's scenario fails as the guide says`() throws {
        let scenario = try #require(Self.blocks("yaml").first)
        let waivers = try #require(Self.blocks("yaml").last)
        let files = ["phone.yaml": scenario, "waivers.yaml": waivers]
        let judged = Self.run(["run", "phone.yaml", "--judge-client"], files)
        #expect(judged.status == .failed, "\(judged.err)")
        let shown = try #require(Self.blocks("").first { $0.contains("Judged client") })
        #expect(judged.out.contains(shown.trimmingPrefix("\n")))
        let waived = Self.run(
            ["run", "phone.yaml", "--judge-client=waivers.yaml", "--today", "2026-11-21"], files)
        #expect(waived.status == .success, "\(waived.err)\(waived.out)")
    }

    @Test(
        arguments: try FileManager.default.contentsOfDirectory(
            atPath: top.appending(path: "Scenarios").path
        ).filter { $0.hasSuffix(".yaml") }.sorted())
    func `the scripted clients of the scenarios that ship break no rule`(name: String) {
        let judged = Self.run(["run", "Scenarios/\(name)", "--judge-client"])
        #expect(judged.out.contains("The client keeps the rules: "), "\(judged.err)\(judged.out)")
    }
}
