import Bluetooth
import Peripheral
import Testing

@testable import Device

/// A push button on the air: the least that a scenario can hold.
private final class Doorbell: SimulatedDevice {
    var witness: (any DeviceWitness)?
    let name = "bell"
    let address = Address(0xC000_0000_0001)
    let services: [Service] = []
    let gapName = "Bell"
    let gapAppearance: UInt16 = 0
    let modelName = "Doorbell"
    let firmwareRevision = "1"
    let switchesOn: [String] = []
    var isConnected = false
    var isPowered = true
    var resets = 0
    let notifications = NotificationCounts()
    let streaming: [String] = []
    var batteryLevel = 100.0
    var isPressed = false

    var advertisement: Advertisement? { nil }
    func brightness(of light: Light) -> Double { light == .green && isPressed ? 1 : 0 }
    func setButton(pressed: Bool) { isPressed = pressed }
    func setBattery(level: Double) { batteryLevel = level }
    func setSensor(_ sensor: Sensor, isStuck: Bool) {}
    func resetByPin() { resets += 1 }
    func powerOff() { isPowered = false }
    func powerOn() { isPowered = true }

    func attach(to link: any PeripheralLink) {}
    func connected(
        _ connection: ConnectionID, to central: Address, _ parameters: ConnectionParameters
    ) { isConnected = true }
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason) {
        isConnected = false
    }
    func read(_ value: ValueID, by connection: ConnectionID) throws(ATTError) -> [UInt8] { [] }
    func write(
        _ bytes: Span<UInt8>, to value: ValueID, _ kind: WriteKind, by connection: ConnectionID
    ) throws(ATTError) {}
    func subscriptionChanged(
        _ characteristic: ValueID, by connection: ConnectionID, to subscription: Subscription
    ) {}
}

@Suite struct SimulatedDeviceTests {
    /// What a device has is asked of it; what it lacks is no part of what every device must be.
    @Test func aDoorbellNeedsNeitherPinsNorALog() {
        let bell: any SimulatedDevice = Doorbell()
        #expect(!(bell is any PinnedDevice))
        #expect(!(bell is any ChargedDevice))
        #expect(!(bell is any RecordingDevice))
        #expect(!bell.isVibrating)
        bell.setButton(pressed: true)
        #expect(Light.allCases.map { bell.brightness(of: $0) } == [0, 1, 0])
    }

    @Test func aMemoryThatNothingHappenedToIsEmpty() {
        let memory = RecordingMemory()
        #expect(!memory.isRecording)
        #expect(
            [
                memory.entries, memory.entriesRecorded, memory.entriesRefused,
                memory.pagesRecycled, memory.length,
            ] == [0, 0, 0, 0, 0])
        #expect(memory.fill == 0)
    }
}
