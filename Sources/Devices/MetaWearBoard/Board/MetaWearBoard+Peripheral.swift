public import Bluetooth
import Device
public import Peripheral
import Wire

extension MetaWearBoard: Peripheral {
    /// Battery, device information and MetaWear (protocol, core 1.1), or those of the bootloader.
    public var services: [Service] { metaBoot == nil ? GATT.services : MetaBoot.services }
    /// The name set by the host, or `MetaWear`; `MetaBoot` while the bootloader runs.
    public var gapName: String {
        metaBoot == nil ? settings?.deviceName ?? "MetaWear" : MetaBoot.name
    }
    /// Generic, unknown.
    public var gapAppearance: UInt16 { 0 }
    /// As captured from application and bootloader (protocol, real boards 1.1 and 1.3, core 13.1).
    public var tableLayout: TableLayout {
        profile.stack == .bluetooth41
            ? [.writableName, .openEnd] : [.writableName, .openEnd, .centralAddressResolution]
    }
    /// The features of its generation.
    public var linkLayer: LinkLayerGeneration { profile.stack }
    /// The value of settings register 1D.
    public var usesOnlyOneMegabit: Bool { settings?.force1MPHY.isOn ?? false }

    /// The radio's level nearest to settings register 03; nil for the bootloader, which has no
    /// settings.
    public var transmitPower: Int8? { metaBoot == nil ? settings?.txPower.level ?? 0 : 0 }

    /// Its advertisement now; nil while it is connected, starts or sleeps.
    public var advertisement: Advertisement? { radioState == .advertising ? advertised : nil }

    /// The link stays attached for the board's life.
    public func attach(to link: any PeripheralLink) { self.link = link }

    /// With quirk `first-connections-fail` the first ones after a reset are missed (RB26-41).
    public func hearsConnection() -> Bool {
        guard connectionsToMiss > 0 else { return true }
        connectionsToMiss -= 1
        trace("misses a connection")
        return false
    }

    /// A central connected; advertising ends.
    public func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        tell(.connected(parameters))
        beginConnection(connection, parameters)
    }

    /// The link ended, by either side; ignored for a connection that is already forgotten.
    public func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        guard connection == self.connection else { return }
        tell(.disconnected(reason))
        endConnection()
    }

    /// The central granted or chose other parameters.
    public func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters
    ) {
        guard connection == self.connection else { return }
        connectionParameters = parameters
        tell(.parametersChanged(parameters))
        supply?.settle()
    }

    /// No effect: no packet is longer than 20 bytes, whatever the MTU (protocol, core 1.5).
    public func mtuChanged(_ connection: ConnectionID, mtu: Int) {
        if connection == self.connection { tell(.mtuChanged(mtu)) }
    }

    /// Device information, battery level, the last packet.
    public func read(
        _ value: ValueID, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] {
        tell(.read(value))
        switch value {
        case GATT.manufacturer: return Array(profile.manufacturer.utf8)
        case GATT.modelNumber: return Array(profile.modelNumber.utf8)
        case GATT.serialNumber: return Array(serialNumber.utf8)
        case GATT.firmwareRevision:
            return Array((metaBoot == nil ? firmwareRevision : bootloaderRevision).utf8)
        case GATT.hardwareRevision: return Array(profile.hardwareRevision.utf8)
        case MetaBoot.version where metaBoot != nil: return MetaBoot.versionNumber
        case GATT.batteryLevel: return [UInt8(hardware.batteryLevel.rounded())]
        // The packet that was notified last, subscribed or not (protocol, real boards 1.2).
        case GATT.notification: return lastPacket.array
        // Readable too; its value is not documented.
        case GATT.command: return []
        default: throw .attributeNotFound
        }
    }

    /// A packet for the command characteristic, by either kind of write (protocol, core 1.5).
    public func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        if isWatched, connection == self.connection {
            tell(.wrote(value, bytes.indices.map { bytes[$0] }, kind))
        }
        if metaBoot != nil { return try writeToBootloader(bytes, to: value, by: connection) }
        guard value == GATT.command else { throw .writeNotPermitted }
        guard connection == self.connection else { return }
        var packet: [UInt8] = []
        packet.reserveCapacity(bytes.count)
        for i in 0..<bytes.count { packet.append(bytes[i]) }
        performForHost(packet)
    }

    /// A write to GAP's device name acts as `11 01`. That is our choice: a real board lists the
    /// name as writable.
    public func nameWritten(
        _ name: [UInt8], by connection: ConnectionID
    ) throws(ATTError) {
        guard metaBoot == nil else { throw .writeNotPermitted }
        settings?.rename(name, on: self)
    }

    /// The central wrote a configuration descriptor: without it no notifications are sent.
    public func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {
        guard connection == self.connection else { return }
        tell(.subscribed(characteristic, subscription))
        switch characteristic {
        case MetaBoot.control: metaBoot?.isSubscribed = subscription.contains(.notifications)
        case GATT.notification:
            isListening = subscription.contains(.notifications)
            if isListening {
                drainOutbox()
            } else {
                discardWaiting(.unsubscribed)
                // The packets of a readout may be lost: the page must not be confirmed.
                logging?.disconnected(on: self)
            }
        case GATT.batteryLevel:
            isBatterySubscribed = subscription.contains(.notifications)
            batteryRound &+= 1
            if isBatterySubscribed { scheduleBatteryLevel() }
        default: break
        }
    }

    /// For the witness only.
    public func refused(_ refusal: AttributeRefusal, by connection: ConnectionID) {
        if connection == self.connection { tell(.attributeRefused(refusal)) }
    }

    /// For the witness only.
    public func broke(_ breach: AttributeBreach, by connection: ConnectionID) {
        if connection == self.connection { tell(.attributeBreach(breach)) }
    }

    /// The link takes notifications again: queued ones are sent, oldest first.
    public func readyToNotify(_ connection: ConnectionID) {
        guard connection == self.connection else { return }
        if metaBoot != nil { return sendBootloaderNotices() }
        drainOutbox()
    }
}
