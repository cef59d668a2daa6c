private import CLedTime
private import Glibc

/// The socket on which programs join, and hand over the descriptors that are written to at the time of
/// a slot.
final class LeadSocket {
    private let path: String
    private let listener: Int32
    private var connections: [Int32] = []
    /// By slot.
    private var bells: [Int: Int32] = [:]

    /// - Throws: ``LedTimeError`` if the socket cannot be made.
    init(_ path: String) throws(LedTimeError) {
        listener = led_listen(path)
        guard listener >= 0 else { throw .system(path) }
        self.path = path
    }

    deinit {
        for number in connections + bells.values + [listener] { close(number) }
        unlink(path)
    }

    /// Takes what programs have sent; the processes that have joined.
    func receive() -> [Int32] {
        while true {
            let number = led_accept(listener)
            guard number >= 0 else { break }
            connections.append(number)
        }
        var joined: [Int32] = []
        connections.removeAll { connection in
            var record = led_record()
            var passed: Int32 = -1
            while true {
                let status = led_receive(connection, &record, &passed)
                guard status > 0 else {
                    if status < 0 { close(connection) }
                    return status < 0
                }
                if record.slot < 0 {
                    joined.append(record.pid)
                } else if passed >= 0 {
                    forget([Int(record.slot)])
                    bells[Int(record.slot)] = passed
                }
            }
        }
        return joined
    }

    /// Adds to the count of a slot's descriptor.
    func ring(_ slot: Int, _ count: UInt64) {
        guard let bell = bells[slot] else { return }
        var count = count
        _ = write(bell, &count, MemoryLayout.size(ofValue: count))
    }

    /// Closes the descriptors of slots that are free.
    func forget(_ slots: [Int]) {
        for slot in slots {
            if let bell = bells.removeValue(forKey: slot) { close(bell) }
        }
    }
}
