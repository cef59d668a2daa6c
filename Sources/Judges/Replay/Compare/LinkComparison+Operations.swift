import Bluetooth
import Wire

extension LinkComparison {
    /// Compares reads, writes and the MTU.
    mutating func compareOperations() {
        var reads: [BluetoothUUID: (count: Int, differences: [Difference])] = [:]
        var order: [BluetoothUUID] = []
        var writes: (count: Int, differences: [Difference]) = (0, [])
        for (item, model) in zip(link.events, played.operations) {
            let time = item.time - link.began
            switch item.event {
            case .read(let uuid, let outcome) where outcome != .none:
                if reads[uuid] == nil { order.append(uuid) }
                var read = reads[uuid] ?? (0, [])
                read.count += 1
                if let difference = Self.difference(uuid, outcome, model?.event, time) {
                    read.differences.append(difference)
                }
                reads[uuid] = read
            case .write(let uuid, let bytes, .some(let refusal)):
                guard item.answered != nil else { continue }
                writes.count += 1
                guard case .write(_, _, .some(let answer))? = model?.event else {
                    if played.ended == nil {
                        writes.differences.append(
                            Difference(
                                words: "the model did not answer a write to"
                                    + " \(KnownCharacteristic.name(uuid))", time: time,
                                captured: bytes))
                    }
                    continue
                }
                if answer != refusal {
                    writes.differences.append(
                        Difference(
                            words: "the captured board \(Self.words(refusal)) a write to"
                                + " \(KnownCharacteristic.name(uuid)), the model"
                                + " \(Self.words(answer)) it", time: time, captured: bytes))
                }
            case .mtu(let mtu):
                guard case .mtu(let agreed)? = model?.event else { continue }
                add(
                    "GATT", "MTU", title: "the ATT MTU is the same",
                    agreed == mtu
                        ? [] : [Difference(words: "\(mtu) captured, \(agreed) here", time: time)],
                    of: 1)
            default: break
            }
        }
        for uuid in order {
            guard let read = reads[uuid] else { continue }
            add(
                "READ", "\(uuid)", title: "a read of \(KnownCharacteristic.name(uuid))",
                read.differences, of: read.count)
        }
        if writes.count > 0 {
            add(
                "WRITE", "RESPONSES", title: "write requests are answered alike",
                writes.differences,
                of: writes.count)
        }
    }

    private static func words(_ refusal: UInt8?) -> String {
        refusal.map { "refused (0x\(String($0, radix: 16)))" } ?? "accepted"
    }

    /// Characteristics whose value depends on the specimen or on time; of the battery the length counts.
    private static let individual: Set<BluetoothUUID> = [
        KnownCharacteristic.battery, KnownCharacteristic.serial, KnownCharacteristic.notification,
        KnownCharacteristic.command, "2A23",
    ]

    private static func difference(
        _ uuid: BluetoothUUID, _ captured: CapturedLink.Outcome, _ model: CapturedLink.Event?,
        _ time: Int64
    ) -> Difference? {
        let name = KnownCharacteristic.name(uuid)
        guard case .read(_, let played)? = model else {
            return Difference(words: "the model did not answer a read of \(name)", time: time)
        }
        switch (captured, played) {
        case (.value(let a), .value(let b)):
            if a == b { return nil }
            if individual.contains(uuid)
                && (a.count == b.count || uuid != KnownCharacteristic.battery)
            {
                return nil
            }
            return Difference(
                words: "\(name) is `\(text(a))` captured and `\(text(b))` here", time: time,
                captured: a, played: b)
        case (.refused(let a), .refused(let b)):
            return a == b
                ? nil
                : Difference(words: "\(name): error \(a) captured, error \(b) here", time: time)
        case (.value, _):
            return Difference(words: "the model refuses a read of \(name)", time: time)
        case (.refused, _):
            return Difference(words: "the captured board refused a read of \(name)", time: time)
        case (.none, _): return nil
        }
    }

    /// Text if it is text, otherwise digits.
    private static func text(_ bytes: [UInt8]) -> String {
        bytes.allSatisfy { (0x20..<0x7F).contains($0) } && !bytes.isEmpty
            ? String(decoding: bytes, as: UTF8.self) : Hex.text(bytes)
    }
}
