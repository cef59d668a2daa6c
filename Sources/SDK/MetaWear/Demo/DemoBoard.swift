/// The firmware of the demo board: packets and time go in, packets come out.
struct DemoBoard {
    static let batteryLevel: UInt8 = 87
    /// From one sample of every sensor to the next.
    static let period = Duration.milliseconds(40)

    /// Modules as they answer discovery: implementation, revision, more (the interface's second document, 5).
    private static let modules: [UInt8: [UInt8]] = [
        0x01: [0, 0], 0x02: [0, 1, 3], 0x03: [4, 0], 0x04: [1, 0, 0, 3, 1, 2], 0x05: [0, 2, 3, 3],
        0x07: [0, 0], 0x08: [0, 0], 0x09: [0, 3, 0x1C], 0x0A: [0, 0, 0x1C],
        0x0B: [0, 3, 0x08, 0, 0, 0, 4, 4, 0], 0x0C: [0, 0, 8], 0x0D: [0, 1], 0x0F: [0, 2],
        0x11: [0, 10, 3, 0], 0x12: [0, 0], 0x13: [1, 0], 0x14: [0, 0], 0x15: [0, 2],
        0x19: [0, 3, 0, 0, 0, 0, 0, 0, 0, 0], 0xFE: [0, 6],
    ]
    /// The register that starts and stops a sensor.
    private static let power: [UInt8: UInt8] = [
        0x03: 0x01, 0x12: 0x04, 0x13: 0x01, 0x14: 0x01, 0x15: 0x01, 0x19: 0x01,
    ]

    private let identity: DemoBLETransport.Identity
    private var signals = DemoSignals()
    private var log = DemoLog()
    private var sampleCount: Int64 = 0
    private var uptime = Duration.zero
    private var running: Set<UInt8> = []
    /// Module and register.
    private var subscribed: Set<[UInt8]> = []
    /// Bits of the fusion's enabled outputs.
    private var fusionOutputs: UInt8 = 0
    /// Timers, events and macros, each numbered from 0.
    private var numbers: [UInt8: UInt8] = [:]
    private var isReset = false

    init(_ identity: DemoBLETransport.Identity) { self.identity = identity }

    // MARK: Time

    /// When the sensors are sampled next.
    var nextSample: Duration { Self.period * Double(sampleCount + 1) }

    /// Whether a sensor runs that a host listens to.
    var isStreaming: Bool { subscribed.contains { running.contains($0[0]) } }

    /// What the board has sent since the last call.
    mutating func advance(to time: Duration) -> [[UInt8]] {
        uptime = time
        guard isStreaming || log.isRunning else {
            sampleCount = max(sampleCount, Int64(time / Self.period))
            return []
        }
        var packets: [[UInt8]] = []
        while nextSample <= time {
            let now = nextSample
            sampleCount += 1
            signals.seconds = now / .seconds(1) + identity.phaseOffset
            packets += samples()
            log.record(at: now) { [self] module, register in
                switch (module, register) {
                case (0x03, 0x04): running.contains(0x03) ? signals.acceleration : nil
                case (0x04, 0x01): signals.temperature
                default: nil
                }
            }
        }
        return packets
    }

    /// One packet a register that is heard. Where both forms are, the packed one is sent.
    private func samples() -> [[UInt8]] {
        var packets: [[UInt8]] = []
        for key in subscribed.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let (module, register) = (key[0], key[1])
            guard running.contains(module),
                let sample = signals.sample(module, register, fusion: fusionOutputs)
            else { continue }
            if let packed = DemoSignals.packed[module] {
                if register == packed {
                    packets.append(key + sample + sample + sample)
                    continue
                }
                if subscribed.contains([module, packed]) { continue }
            }
            packets.append(key + sample)
        }
        return packets
    }

    /// Whether a command has reset the board since the last call.
    mutating func takeReset() -> Bool {
        defer { isReset = false }
        return isReset
    }

    // MARK: Packets

    /// What the board answers.
    mutating func receive(_ packet: [UInt8]) -> [[UInt8]] {
        guard packet.count >= 2 else { return [] }
        let (module, register) = (packet[0], packet[1])
        let payload = Array(packet.dropFirst(2))
        if register & 0xC0 == 0x80 { return read(module, register & 0x3F, payload) }
        switch (module, register) {
        case (0x0B, _): return log.receive(register, payload)
        // A timer, an event, a macro. A processor gets no number, because it would do nothing.
        case (0x0C, 0x02), (0x0A, 0x02), (0x0F, 0x02):
            let number = numbers[module, default: 0]
            numbers[module] = number &+ 1
            return [[module, 0x02, number]]
        case (0x0A, 0x05), (0x0F, 0x08): numbers[module] = 0
        case (0x03, 0x03), (0x13, 0x03): signals.configure(module, payload)
        case (0x19, 0x03) where payload.count >= 2:
            fusionOutputs = (fusionOutputs | payload[0]) & ~payload[1]
        case (0xFE, 0x01), (0xFE, 0x02), (0xFE, 0x06): reset(register)
        default: switchSensor(module, register, payload)
        }
        return []
    }

    private mutating func switchSensor(_ module: UInt8, _ register: UInt8, _ payload: [UInt8]) {
        guard let value = payload.first else { return }
        if register == Self.power[module] {
            if value == 1 { running.insert(module) } else { running.remove(module) }
        } else if DemoSignals.registers[module]?.contains(register) == true, payload.count == 1 {
            if value == 1 {
                subscribed.insert([module, register])
            } else {
                subscribed.remove([module, register])
            }
        }
    }

    /// All of these end the link; all but the last restart the board.
    private mutating func reset(_ register: UInt8) {
        isReset = true
        guard register != 0x06 else { return }
        (running, subscribed, fusionOutputs, numbers) = ([], [], 0, [:])
        log.stop()
    }

    private func read(_ module: UInt8, _ register: UInt8, _ payload: [UInt8]) -> [[UInt8]] {
        let header = [module, register | 0x80]
        switch (module, register) {
        case (_, 0x00):
            return MWModule(discovered: module) == nil
                ? [] : [header + (Self.modules[module] ?? [])]
        // 87 %, 4080 mV.
        case (0x11, 0x0C): return [header + [Self.batteryLevel] + UInt16(4080).littleEndianBytes]
        // With the address type ahead: random.
        case (0x11, 0x0B): return [header + [1] + identity.macLSBFirst]
        case (0x0B, 0x01): return [header + [log.isRunning ? 1 : 0]]
        case (0x0B, 0x04): return [header + log.time(at: uptime)]
        case (0x0B, 0x05): return [header + log.length]
        case (0x0B, 0x02): return [header + log.slot(payload.first)]
        case (0x09, 0x02): return [header + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]
        case (0x04, 0x01): return [header + [payload.first ?? 0] + signals.temperature]
        case (0x12, 0x01): return [header + signals.pressure]
        case (0x14, 0x03): return [header + signals.illuminance]
        case (0x19, 0x0B): return [header + [3, 3, 3]]
        default: return []
        }
    }
}

extension FixedWidthInteger {
    /// Its bytes, the least significant first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self(8 * $0)) }
    }
}
