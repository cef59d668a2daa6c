internal import Foundation
internal import JSON
internal import PageModel
internal import Synchronization

/// What the app has published, for the thread that serves browsers: a finished state, samples, and files to save.
final class AppOutlet: Sendable {
    /// A file that waits for a browser to take it.
    struct File: Sendable {
        let id: Int
        let name: String
        let text: String
    }

    private struct Content {
        var state = JSONValue.object([])
        var blocks: [SampleBlock] = []
        var files: [File] = []
        var lastFile = 0
        var tracks: [UUID: SessionTrack] = [:]
    }

    /// Numbers that wait for a browser; of more, the oldest blocks are dropped.
    private static let mostNumbers = 40_000
    private static let mostFiles = 8
    private let content = Mutex(Content())

    /// The latest state.
    var state: JSONValue {
        get { content.withLock { $0.state } }
        set { content.withLock { $0.state = newValue } }
    }

    /// The samples of the sessions that are looked at.
    var tracks: [UUID: SessionTrack] {
        get { content.withLock { $0.tracks } }
        set { content.withLock { $0.tracks = newValue } }
    }

    /// Adds a sample to those of its stream.
    ///
    /// - Parameter step: seconds between samples.
    func add(_ values: [Float], to stream: Int, at time: Double, step: Double) {
        content.withLock { content in
            let last = content.blocks.lastIndex { Int($0.stream) == stream }
            if let last, Self.continues(content.blocks[last], at: time, step) {
                content.blocks[last].values += values
            } else {
                content.blocks.append(
                    SampleBlock(
                        stream: UInt16(clamping: stream), start: time, step: step,
                        channels: values.count, values: values))
            }
            var count = content.blocks.reduce(0) { $0 + $1.values.count }
            while count > Self.mostNumbers, content.blocks.count > 1 {
                count -= content.blocks.removeFirst().values.count
            }
            if count > Self.mostNumbers { content.blocks = [] }
        }
    }

    /// Whether a sample at a time is where the block's next one belongs.
    private static func continues(_ block: SampleBlock, at time: Double, _ step: Double) -> Bool {
        let next = block.start + Double(block.values.count / block.channels) * block.step
        return block.step == step && abs(next - time) < step / 4
    }

    /// The samples since the last call.
    func takeSamples() -> [SampleBlock] {
        content.withLock { content in
            defer { content.blocks = [] }
            return content.blocks
        }
    }

    /// Offers a file to browsers.
    func add(_ name: String, _ text: String) {
        content.withLock { content in
            content.lastFile += 1
            content.files.append(File(id: content.lastFile, name: name, text: text))
            if content.files.count > Self.mostFiles { content.files.removeFirst() }
        }
    }

    /// Files that no browser has taken yet.
    var files: [(id: Int, name: String)] {
        content.withLock { $0.files.map { ($0.id, $0.name) } }
    }

    /// Takes a file; nil if another browser has taken it.
    func takeFile(_ id: Int) -> File? {
        content.withLock { content in
            content.files.firstIndex { $0.id == id }.map { content.files.remove(at: $0) }
        }
    }
}
