import EventLoop
import LiveRun

/// Requests that arrive while the loop of a run with a radio turns.
final class ServeTransport: ControlTransport {
    var beforeInput: () -> Void = {}
    private(set) var isOver = false
    private let handle: () -> Bool
    private var watch: Watch?

    /// - Parameter handle: handles all requests that are here; true if one of them ends the run.
    init(_ reader: RPCReader, on loop: EventLoop, handle: @escaping () -> Bool) {
        self.handle = handle
        watch = loop.watch(reader.descriptor, for: .readable) { [unowned self] _ in
            reader.fill()
            beforeInput()
            turn()
        }
    }

    /// The requests that arrived before the loop did.
    func turn() {
        isOver = isOver || handle()
        if isOver { watch = nil }
    }

    func flush() {}
    func close() { watch = nil }
}
