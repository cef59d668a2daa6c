public import Bluetooth
import Device
public import Peripheral
import Simulation

extension TrikiCap: Peripheral {
    /// Between two notifications of the battery level (as in the emulator that the vendor's app
    /// accepts as a cap; protocol, triki 1.6).
    static let batteryPeriod = Nanoseconds.seconds(5)

    /// Nordic UART with the LED, battery, device information (protocol, triki 1.3).
    public var services: [Service] { TrikiGATT.services }
    /// The advertised name.
    public var gapName: String { localName }
    /// Unknown.
    public var gapAppearance: UInt16 { 0 }
    /// The largest MTU that caps grant.
    public var maximumMTU: Int { 247 }

    /// The parameters that the cap requests from its centrals (protocol, triki 1.6).
    public var gapPreferredParameters: ConnectionParameterRequest? {
        ConnectionParameterRequest(
            minimumInterval: .microseconds(7_500), maximumInterval: .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(2))
    }

    /// Flags, manufacturer and name; in the scan response a service that the cap does not have
    /// (protocol, triki 1.2). The interval is our choice.
    public var advertisement: Advertisement? {
        guard radio == .advertising else { return nil }
        let name = Array(localName.utf8.prefix(20))
        return Advertisement(
            data: [2, 0x01, 0x06, 5, 0xFF, 0x00, 0xFF, 0xA0, 0x0A, UInt8(name.count + 1), 0x09]
                + name,
            scanResponse: [3, 0x03, 0x01, 0x00], interval: .milliseconds(100))
    }

    /// The link stays attached for the cap's life.
    public func attach(to link: any PeripheralLink) { self.link = link }

    /// A central connected; the cap sends nothing until a stream is started.
    public func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) {
        tell(.connected(parameters))
        self.connection = connection
        radio = .connected
        wakefulness &+= 1
        link?.advertisementChanged()
        if let wish = gapPreferredParameters { link?.request(wish, from: connection) }
    }

    /// The stream ends, all state is lost, and the cap advertises again for a while.
    public func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        guard connection == self.connection else { return }
        tell(.disconnected(reason))
        forgetConnection(.linkEnded)
        wake()
    }

    /// No effect on the cap.
    public func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters
    ) {
        if connection == self.connection { tell(.parametersChanged(parameters)) }
    }

    /// Matters only if several frames share a notification.
    public func mtuChanged(_ connection: ConnectionID, mtu: Int) {
        guard connection == self.connection else { return }
        self.mtu = max(mtu, 23)
        tell(.mtuChanged(self.mtu))
    }

    /// The LED, the battery, and the device information that the unit has: the rest is empty.
    public func read(
        _ value: ValueID, by connection: ConnectionID
    ) throws(ATTError) -> [UInt8] {
        tell(.read(value))
        switch value {
        case TrikiGATT.light: return [isLightOn ? 1 : 0]
        case TrikiGATT.batteryLevel: return [UInt8(batteryLevel.rounded())]
        case TrikiGATT.manufacturer: return Array("Caps Apps".utf8)
        case TrikiGATT.modelNumber: return Array(Self.model.utf8)
        case TrikiGATT.serialNumber: return Array(serialNumber.utf8)
        case TrikiGATT.firmwareRevision: return Array(firmwareRevision.utf8)
        case TrikiGATT.hardwareRevision, TrikiGATT.softwareRevision, TrikiGATT.systemID,
            TrikiGATT.pnpID:
            return []
        default: throw .attributeNotFound
        }
    }

    /// A request on RX, or the LED.
    public func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {
        guard connection == self.connection else { return }
        if witness != nil { tell(.wrote(value, bytes.indices.map { bytes[$0] }, kind)) }
        switch value {
        case TrikiGATT.receive:
            var packet: [UInt8] = []
            packet.reserveCapacity(bytes.count)
            for i in bytes.indices { packet.append(bytes[i]) }
            perform(packet)
        case TrikiGATT.light:
            guard bytes.count == 1 else { throw .invalidAttributeValueLength }
            isLightOn = bytes[0] != 0
            trace("LED \(isLightOn ? "on" : "off")")
        default: throw .writeNotPermitted
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

    /// Frames made before the subscription are lost.
    public func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {
        guard connection == self.connection else { return }
        tell(.subscribed(characteristic, subscription))
        let isOn = subscription.contains(.notifications)
        switch characteristic {
        case TrikiGATT.transmit:
            isListening = isOn
            discardWaiting(.unsubscribed)
        case TrikiGATT.batteryLevel:
            isBatterySubscribed = isOn
            batteryRun &+= 1
            if isOn { schedule(.battery, batteryRun, after: Self.batteryPeriod) }
        default: break
        }
    }

    /// The link takes notifications again.
    public func readyToNotify(_ connection: ConnectionID) {
        if connection == self.connection { drain() }
    }

    func notifyBattery() {
        guard let connection, isBatterySubscribed else { return }
        let level = [UInt8(batteryLevel.rounded())]
        if let link {
            notifications.made += 1
            notifications.count(
                link.notify(level.span, of: TrikiGATT.batteryLevel, to: connection))
        }
        schedule(.battery, batteryRun, after: Self.batteryPeriod)
    }
}
