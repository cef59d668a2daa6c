import Bluetooth
import DBus

/// What a device tells of itself while somebody discovers.
extension RemoteDevice {
    /// Without a filter a signal's strength is told only if it has changed so much.
    private static let rssiStep = 8

    /// Takes what was heard.
    ///
    /// - Parameters:
    ///   - isFiltered: somebody discovers with a filter: each strength is told.
    ///   - wantsDuplicates: data are told though they have not changed.
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

    /// The discovery has ended: how strong it is now is not known.
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
