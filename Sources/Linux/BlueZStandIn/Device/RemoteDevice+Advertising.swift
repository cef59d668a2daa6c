import Bluetooth

/// A device's reports during discovery.
extension RemoteDevice {
    /// Without a filter, signal strength is only reported if it has changed by this much.
    private static let rssiStep = 8

    /// Takes a report.
    ///
    /// - Parameters:
    ///   - isFiltered: a client discovers with a filter: every strength is reported.
    ///   - wantsDuplicates: data are reported even if unchanged.
    func take(_ data: AdvertisingData, rssi strength: Int, isFiltered: Bool, wantsDuplicates: Bool)
    {
        seen()
        if isFiltered || rssi.map({ abs($0 - strength) >= Self.rssiStep }) ?? true {
            rssi = strength
            changed("RSSI")
        }
        if let power = data.txPower.map(Int.init), power != txPower {
            txPower = power
            changed("TxPower")
        }
        takeWords(data)
        for element in data.elements {
            switch element {
            case .manufacturer(let company, let bytes):
                let index = manufacturerData.firstIndex { $0.company == company }
                guard
                    wantsDuplicates || index.map({ manufacturerData[$0].bytes != bytes }) ?? true
                else { continue }
                if let index { manufacturerData.remove(at: index) }
                manufacturerData.append((company, bytes))
                changed("ManufacturerData")
            case .serviceData(let uuid, let bytes):
                let index = serviceData.firstIndex { $0.uuid.matches(uuid) }
                guard wantsDuplicates || index.map({ serviceData[$0].bytes != bytes }) ?? true
                else { continue }
                if let index { serviceData.remove(at: index) }
                serviceData.append((uuid, bytes))
                changed("ServiceData")
            default: continue
            }
        }
    }

    private func takeWords(_ data: AdvertisingData) {
        for case .appearance(let number) in data.elements where number != 0 {
            setAppearance(number)
        }
        for case .name(let text, let isComplete) in data.elements
        where isComplete || givenName == nil { setName(text) }
        for uuid in data.services {
            guard !isResolved, !advertisedServices.contains(where: { $0.matches(uuid) }) else {
                continue
            }
            advertisedServices.append(uuid)
            changed("UUIDs")
        }
    }

    func setAppearance(_ number: UInt16) {
        guard number != appearance else { return }
        appearance = number
        changed("Appearance")
        changed("Icon")
    }

    func setName(_ text: String) {
        guard text != givenName, !text.isEmpty else { return }
        givenName = text
        changed("Name")
        if ownAlias == nil { changed("Alias") }
    }

    /// The discovery has ended: its current strength is unknown.
    func forgetSignal() {
        if rssi != nil {
            rssi = nil
            changed("RSSI")
        }
        if txPower != nil {
            txPower = nil
            changed("TxPower")
        }
    }
}
