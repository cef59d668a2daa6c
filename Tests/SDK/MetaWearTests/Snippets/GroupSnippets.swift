import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Testing

/// Blocks of the article on groups. The body of each function is a block.
@Suite struct GroupSnippets {
    @MainActor static func start(
        _ group: GroupCaptureCoordinator, _ wrist: MetaWearDevice, _ ankle: MetaWearDevice
    ) async -> [GroupCaptureCoordinator.Member] {
        let members = [
            GroupCaptureCoordinator.Member(device: wrist, name: "wrist"),
            GroupCaptureCoordinator.Member(device: ankle, name: "ankle"),
        ]
        await group.startAll(
            members: members, selections: [.acceleration(odrHz: 50, rangeG: 4), .rotation()])
        for board in group.boards { print(board.name, board.phase) }
        return members
    }

    @MainActor static func make(_ folder: URL) -> GroupCaptureCoordinator {
        let group = GroupCaptureCoordinator { capture in
            for recording in capture.recordings {
                let lines = recording.samples.map { sample in
                    "\(sample.date.timeIntervalSince1970);\(sample.value.x);\(sample.value.y)"
                }
                let name = "\(capture.name)-\(recording.selection).csv"
                try lines.joined(separator: "\n").write(
                    to: folder.appending(path: name), atomically: true, encoding: .utf8)
            }
        }
        return group
    }

    @Test func `two boards are started and collected`() async throws {
        let desk = SimulatedDesk(seed: 7)
        try desk.add(.metaMotionS)
        try desk.add(.metaMotionRL)
        let boards = desk.boards.map(\.identifier)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withVirtualTimeAndScanner(desk) { scanner in
            let group = Self.make(folder)
            let devices = boards.map { scanner.device(forKnownIdentifier: $0) }
            let members = await Self.start(group, devices[0], devices[1])
            #expect(group.boards.map(\.phase) == [.logging, .logging])
            try await Task.sleep(for: .seconds(10))
            await group.stopAndDownloadAll(members: members)
            #expect(group.unsaved.isEmpty && group.sessions.isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    }
}
