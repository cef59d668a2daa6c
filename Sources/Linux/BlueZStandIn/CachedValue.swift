import Central
import DBus

/// A value of a remote device: the last known value, and the calls that wait for a read.
///
/// Reads of the same offset are combined; a read of another one is refused meanwhile.
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
            // Of the known value: there may be nothing at the offset if it was never read.
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

    /// Known bytes beyond a part that was read from an offset are kept.
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

    /// Takes a notified value.
    func replace(_ value: Span<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(value.count)
        for index in value.indices { bytes.append(value[index]) }
    }

    /// Ends all waiting calls.
    ///
    /// - Parameter silently: without an answer to the waiting calls; otherwise with an error.
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
