import CommandLineProgram
import Declaration
import Device
import EventLoop
import Foundation
import ScenarioFile
import ScenarioRun
import Testing
import USBTransport

@testable import LiveRun

@Suite struct USBPortTests {
    /// `serve` does so for hours: a board that keeps its port for ever also keeps its descriptors.
    @Test func `a run leaves neither its board nor the descriptors of its port`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "boardsim-usb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = Console(
            write: { _ in }, complain: { _ in }, read: { _ throws(FileError) in [] },
            save: { _, _ in })
        let text = Array("version: 1\nboards: [{name: desk, model: MetaMotion S}]".utf8)
        weak var board: (any SimulatedDevice)?
        weak var loop: EventLoop?
        do {
            let ours = try EventLoop()
            let scenario = try ScenarioFile(reading: text, file: "t", vocabulary: .firmware)
            let run = try ScenarioRun(scenario, text: text, file: "t", options: RunOptions())
            let ports = USBPorts("run")
            try ports.open(
                [USBAddress("usb-pty:\(folder.path())/port")], of: run, on: ours, console)
            // As the pacer of a run: it leads to the run and its loop.
            ports.beforeInput = { withExtendedLifetime((run, ours)) {} }
            (board, loop) = (run.boards[0], ours)
            ports.close()
        }
        #expect(board == nil)
        #expect(loop == nil)
    }
}
