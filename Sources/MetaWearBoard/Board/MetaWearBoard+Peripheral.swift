public import Bluetooth
public import Peripheral

extension MetaWearBoard: Peripheral {
    public var services: [Service] { GATT.services }
    public var gapName: String { settings?.deviceName ?? "MetaWear" }
    /// Generic, unknown.
    public var gapAppearance: UInt16 { 0 }

    public var advertisement: Advertisement? {
        guard radioState == .advertising else { return nil }
        return AdvertisingPlan(self).advertisement
    }

    public func attach(to link: any PeripheralLink) { self.link = link }

    public func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        self.connection = connection
        connectionParameters = parameters
        radioState = .connected
        link?.advertisementChanged()
    }

    public func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        guard connection == self.connection else { return }
        endConnection()
    }

    public func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters
    ) { connectionParameters = parameters }

    public func mtuChanged(_ connection: ConnectionID, mtu: Int) {}

    public func read(
        _ value: ValueID, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] {
        switch value {
        case GATT.manufacturer: return Array("MbientLab Inc".utf8)
        case GATT.modelNumber: return Array(profile.modelNumber.utf8)
        case GATT.serialNumber: return Array(serialNumber.utf8)
        case GATT.firmwareRevision: return Array(profile.firmwareRevision.utf8)
        case GATT.hardwareRevision: return Array(profile.hardwareRevision.utf8)
        case GATT.batteryLevel: return [UInt8(hardware.batteryLevel.rounded())]
        // Readable in the vendor's table; what they hold then is not documented.
        case GATT.command, GATT.notification: return []
        default: throw .attributeNotFound
        }
    }

    public func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        guard value == GATT.command else { throw .writeNotPermitted }
        var packet: [UInt8] = []
        packet.reserveCapacity(bytes.count)
        for i in 0..<bytes.count { packet.append(bytes[i]) }
        perform(packet)
    }

    public func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {
        switch characteristic {
        case GATT.notification: isListening = subscription.contains(.notifications)
        case GATT.batteryLevel: isBatterySubscribed = subscription.contains(.notifications)
        default: break
        }
    }

    public func confirmed(_ characteristic: ValueID, by connection: ConnectionID) {}

    public func readyToNotify(_ connection: ConnectionID) { drainOutbox() }
}
