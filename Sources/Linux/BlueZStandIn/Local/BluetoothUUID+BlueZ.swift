import Bluetooth

extension BluetoothUUID {
    /// `180f`, `0x180f`, eight digits or all of it, as BlueZ reads UUIDs; one with the Bluetooth
    /// base UUID is shortened.
    init?(bluez text: String) {
        var digits = text[...]
        switch text.utf8.count {
        case 4, 8: break
        case 6, 10:
            guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
            digits = text.dropFirst(2)
        case 36:
            guard let uuid = Self(text), Self.groups(text) == [8, 4, 4, 4, 12] else { return nil }
            self = uuid.shortened
            return
        default: return nil
        }
        guard digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else {
            return nil
        }
        let base = BluetoothUUID.short(0).expanded
        guard case .long(let high, let low) = base else { return nil }
        self = .long(high: high | UInt64(number) << 32, low: low).shortened
    }

    private static func groups(_ text: String) -> [Int] {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    }

    private var shortened: Self {
        guard case .long(let high, _) = self else { return self }
        let short = BluetoothUUID.short(UInt16(truncatingIfNeeded: high >> 32))
        return short.expanded == self ? short : self
    }
}
