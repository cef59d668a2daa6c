import Simulation

/// What the module and its native twin do alike: Tests/Wasm/test_wasm.py compares what comes of it.
extension Board {
    /// Reads every register, streams, logs, computes and fuses, each for some seconds.
    func exchange() {
        connect()
        let handles = discover()
        for kept in handles.configurations { write([1, 0], to: kept, isRequest: true) }
        for value in handles.values { request([0x0A] + word(value)) }
        guard let command = handles.command else { return exchangeWithCap(handles) }
        for module in 0...0xFF as ClosedRange<UInt8> {
            write([module, 0x80], to: command)
            guard module < 0x20 || module == 0xFE else { continue }
            for register in 0x81...0xA0 as ClosedRange<UInt8> {
                write([module, register], to: command)
                write([module, register, 0], to: command)
            }
        }
        advance(milliseconds: 100)
        for packet in Self.streams { write(packet, to: command) }
        advance(milliseconds: 5_000)
        for packet in Self.fusion { write(packet, to: command) }
        advance(milliseconds: 5_000)
        for packet in Self.log { write(packet, to: command) }
        advance(milliseconds: 2_000)
        for packet in Self.readout { write(packet, to: command) }
        advance(milliseconds: 2_000)
        drop()
        advance(milliseconds: 3_000)
        connect()
        for kept in handles.configurations { write([1, 0], to: kept, isRequest: true) }
        for packet in Self.streams { write(packet, to: command) }
        advance(milliseconds: 1_000)
    }

    /// 100 Hz of acceleration, rotation and field, pressure, and the acceleration's RMS.
    private static let streams: [[UInt8]] = [
        [0x03, 0x03, 0x28, 0x0C], [0x03, 0x02, 1, 0], [0x03, 0x04, 1], [0x03, 0x01, 1],
        [0x13, 0x03, 0x28, 0x00], [0x13, 0x02, 1, 0], [0x13, 0x05, 1], [0x13, 0x04, 1],
        [0x13, 0x01, 1], [0x15, 0x02, 1, 0], [0x15, 0x05, 1], [0x15, 0x01, 1],
        [0x12, 0x03, 0x24, 0x00], [0x12, 0x01, 1], [0x12, 0x04, 1, 0],
        [0x14, 0x03, 1], [0x14, 0x02, 0, 0x18], [0x14, 0x01, 1],
        [0x09, 0x02, 0x03, 0x04, 0xFF, 0xA0, 0x07, 0xA5, 0x00], [0x09, 0x03, 1],
        [0x09, 0x07, 0, 1],
        [0x0C, 0x02, 0xE8, 0x03, 0, 0, 5, 0, 0], [0x0C, 0x06, 1], [0x0C, 0x03, 0],
        [0x02, 0x03, 0, 2, 31, 0, 50, 0, 244, 1, 50, 0, 232, 3, 0, 0, 10], [0x02, 0x01, 1],
        [0x01, 0x01, 1], [0x04, 0x81, 0], [0x11, 0x82], [0x0B, 0x84],
    ]
    private static let fusion: [[UInt8]] = [
        [0x03, 0x01, 0], [0x13, 0x01, 0], [0x09, 0x08],
        [0x19, 0x02, 1, 0x13], [0x19, 0x03, 0x18, 0], [0x19, 0x07, 1], [0x19, 0x08, 1],
        [0x03, 0x02, 1, 0], [0x13, 0x02, 1, 0], [0x15, 0x02, 1, 0],
        [0x03, 0x01, 1], [0x13, 0x01, 1], [0x15, 0x01, 1], [0x19, 0x01, 1],
    ]
    private static let log: [[UInt8]] = [
        [0x19, 0x01, 0], [0x0B, 0x02, 0x03, 0x04, 0xFF, 0x60],
        [0x0B, 0x02, 0x03, 0x04, 0xFF, 0x24],
        [0x0B, 0x03, 0, 1], [0x0B, 0x03, 1, 1], [0x0B, 0x01, 1],
    ]
    private static let readout: [[UInt8]] = [
        [0x0B, 0x01, 0], [0x0B, 0x10], [0x0B, 0x85], [0x0B, 0x07, 1], [0x0B, 0x08, 1],
        [0x0B, 0x06, 0xFF, 0xFF, 0xFF, 0xFF, 0x10, 0, 0, 0], [0x0B, 0x0E],
    ]

    /// A start with both sensors, whatever the cap makes of it, and requests that it does not know.
    private func exchangeWithCap(_ handles: Handles) {
        for value in handles.values {
            for packet: [UInt8] in [[1, 0], [0x20, 0x10, 0, 0x68, 0, 3, 0], [0x20], [7, 7, 7]] {
                write(packet, to: value)
                write(packet, to: value, isRequest: true)
            }
        }
        advance(milliseconds: 10_000)
    }

    /// Any bytes to the modules of a board, with pauses and broken links.
    func fuzz(seed: UInt64, packets count: Int) {
        packets.isKept = false
        trace.isKept = false
        connect()
        let handles = discover()
        let modules: [UInt8] = Array(1...0x19) + [0xFE]
        guard let command = handles.command else { return }
        for packet in Self.streams { write(packet, to: command) }
        var random = RandomStream(seed: seed, purpose: "fuzz")
        for kept in handles.configurations { write([1, 0], to: kept, isRequest: true) }
        for _ in 0..<count {
            var packet = [modules[Int(random.below(UInt64(modules.count)))]]
            packet.append(
                UInt8(random.below(random.below(4) == 0 ? 0x20 : 0x10))
                    | (random.below(3) == 0 ? 0x80 : 0))
            // It would power down, or jump to the bootloader.
            if packet[0] == 0xFE, packet[1] & 0x3F != 4 { continue }
            for _ in 0..<random.below(17) {
                packet.append(UInt8(random.below(random.below(2) == 0 ? 256 : 4)))
            }
            write(packet, to: command)
            if random.below(4) == 0 { advance(milliseconds: Int(random.below(400))) }
            if random.below(300) == 0 || !isConnected {
                drop()
                advance(milliseconds: 1_500)
                connect()
                for kept in handles.configurations { write([1, 0], to: kept, isRequest: true) }
            }
        }
        advance(milliseconds: 10_000)
    }

    /// All that was exchanged and traced, in one number.
    var summary: UInt64 { digest.value ^ trace.digest.value &* 3 }

    // MARK: Packets

    struct Handles {
        var values: [UInt16] = []
        var configurations: [UInt16] = []
        /// That of the vendor's command characteristic, 9001.
        var command: UInt16?
    }

    /// Walks the table of attributes by Find Information.
    private func discover() -> Handles {
        var handles = Handles()
        request([0x02, 0xB9, 0x00])
        var next: UInt16 = 1
        while true {
            let answer = request([0x04] + word(next) + [0xFF, 0xFF])
            guard answer.count > 2, answer[0] == 0x05 else { return handles }
            let size = answer[1] == 1 ? 4 : 18
            for i in stride(from: 2, through: answer.count - size, by: size) {
                let handle = UInt16(answer[i]) | UInt16(answer[i + 1]) << 8
                let uuid = UInt16(answer[i + 2]) | UInt16(answer[i + 3]) << 8
                if size == 4, uuid == 0x2902 {
                    handles.configurations.append(handle)
                } else {
                    handles.values.append(handle)
                }
                if size == 18, answer[i + 14] == 0x01, answer[i + 15] == 0x90 {
                    handles.command = handle
                }
                guard handle < .max else { return handles }
                next = handle + 1
            }
        }
    }

    private func write(_ bytes: [UInt8], to handle: UInt16, isRequest: Bool = false) {
        request([isRequest ? 0x12 : 0x52] + word(handle) + bytes)
    }

    private func word(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}
