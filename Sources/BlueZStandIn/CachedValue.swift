import Central
import DBus

/// A value of a remote device: the last that is known of it, and the calls that wait for a reading.
///
/// Readings of the same offset are one; a reading of another one is refused meanwhile.
final class CachedValue {
    private(set) var bytes: [UInt8] = []
    private var readers: [IncomingCall] = []
    private var offset: UInt16 = 0
    private let handle: UInt16

    init(handle: UInt16) { self.handle = handle }

    /// Answers a `ReadValue`; `changed` is called before, if there is a value.
    func read(_ call: IncomingCall, through gatt: RemoteGATT, changed: @escaping () -> Void) {
        guard gatt.connection != nil else { return call.fail(GATTRefusal.notConnected) }
        guard let options = ValueOptions(call.arguments[0]) else {
            return call.fail(GATTRefusal.invalidArguments)
        }
        if !readers.isEmpty {
            guard offset == options.offset else { return call.fail(GATTRefusal.inProgress) }
            return readers.append(call)
        }
        readers = [call]
        offset = options.offset
        let (handle, offset) = (handle, offset)
        gatt.attempt { connection, done in
            connection.readLong(handle: handle, from: offset, completion: done)
        } _: { [weak self] in
            self?.finish($0, changed)
        }
    }

    private func finish(_ result: Result<[UInt8], CentralError>, _ changed: () -> Void) {
        let calls = readers
        readers = []
        guard !calls.isEmpty else { return }
        switch result {
        case .success(let part):
            merge(part)
            changed()
            // Of what is known: there may be nothing at the offset, where nothing was read.
            guard bytes.count >= Int(offset) else {
                for call in calls { call.fail(GATTRefusal.invalidOffset) }
                return
            }
            let answer = Value.bytes(Array(bytes.dropFirst(Int(offset))))
            for call in calls { call.reply([answer]) }
        case .failure(let error):
            for call in calls { call.fail(GATTRefusal.of(error)) }
        }
    }

    /// What is known beyond a part that was read from an offset stays known.
    private func merge(_ part: [UInt8]) {
        let start = Int(offset)
        guard start > 0 else {
            bytes = part
            return
        }
        guard !part.isEmpty else { return }
        let end = start + part.count
        if bytes.count < end { bytes += Array(repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(start..<end, with: part)
    }

    /// Takes what was notified.
    func replace(_ value: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(value.count)
        for index in value.indices { bytes.append(value[index]) }
    }

    /// Nobody waits any more.
    ///
    /// - Parameter silently: calls that did get no answer; else they learn that none comes.
    func forgetReaders(silently: Bool) {
        if silently { for call in readers { call.abandon() } }
        readers = []
    }

    /// The link has ended.
    func disconnected() {
        let calls = readers
        readers = []
        for call in calls { call.fail(GATTRefusal.cutOff) }
    }
}
