import Testing
import TrikiUI
import VeltoKit

@MainActor
@Suite struct AdapterTests {
    final class Radio: CapRadio {
        var isOn: Bool { true }
        func perform(_ operation: RadioOperation) {}
    }

    let dt = 1.0 / 60

    private func open(_ sdk: MotionSDK) {
        for event in [
            RadioEvent.discovered(DiscoveredCap(identifier: "a", name: "Triki 1")), .connected,
            .services(hasUART: true), .characteristics(hasUART: true), .subscribed,
        ] {
            sdk.session.handle(event)
        }
    }

    @Test func `the documented snippet`() {
        let adapter = TrikiInputAdapter()
        adapter.connect()  // → motionSDK.connect()
        adapter.setInputMode(.gesture)

        let input = adapter.pollInput(deltaTime: dt)

        #expect(input == GameInput() && adapter.motionSDK.config == .preset(for: .gesture))
        adapter.performCalibration()
        #expect(adapter.calibrationState == .done && !adapter.isConnected)
        let alias: MotionInputProvider = adapter
        #expect(alias === adapter)
        adapter.disconnect()
        #expect(adapter.calibrationState == .idle)
    }

    @Test func `the axes stay when the mode changes, but for the paddle`() {
        let adapter = TrikiInputAdapter()
        adapter.motionSDK.config.axisMapping = AxisMapping()
        adapter.setInputMode(.pointer)
        #expect(adapter.motionSDK.config.axisMapping == AxisMapping())
        adapter.setInputMode(.paddle)
        #expect(adapter.motionSDK.config == .preset(for: .paddle))
    }

    @Test(arguments: VeltoVersion.allCases)
    func `the prompt comes once a connection, as the version says`(version: VeltoVersion) {
        let radio = Radio()
        let adapter = TrikiInputAdapter(MotionSDK(version, radio: radio))
        adapter.presentCalibration()
        #expect(!adapter.showsCalibrationPrompt)
        for _ in 0..<2 {
            adapter.connect()
            open(adapter.motionSDK)
            adapter.pollInput(deltaTime: dt)
            #expect(!adapter.showsCalibrationPrompt)
            adapter.motionSDK.session.handle(.notified([0x22, 0, 0, 0, 0, 0, 0, 0]))
            adapter.pollInput(deltaTime: dt)
            #expect(adapter.showsCalibrationPrompt == (version == .seed))
            #expect(adapter.isControlAvailable)
            adapter.skipCalibration()
            adapter.pollInput(deltaTime: dt)
            #expect(!adapter.showsCalibrationPrompt)
            adapter.presentCalibration()
            #expect(adapter.calibrationState == .awaitingUser)
            adapter.motionSDK.session.handle(.disconnected)
            adapter.pollInput(deltaTime: dt)
            #expect(adapter.calibrationState == .idle && !adapter.isConnected)
        }
    }

    @Test func `turning the cap moves the focus of a screen`() {
        let sdk = MotionSDK(radio: nil)
        let radio = Radio()
        let adapter = TrikiInputAdapter(MotionSDK(radio: radio))
        #expect(!sdk.session.isControlAvailable)
        adapter.connect()
        open(adapter.motionSDK)
        var chosen: [Int] = []
        let navigator = TrikiUINavigator()
        let screen = TrikiScreen(items: ["a", "b", "c", "d"]) { chosen.append($0) }
        screen.becomeActive(with: adapter, on: navigator)
        let still: [UInt8] = [0x22, 0, 0, 0, 0, 0, 0, 0]
        adapter.motionSDK.session.handle(.notified(still))
        adapter.pollInput(deltaTime: dt)
        var focuses: [Int] = []
        for tick in 1...170 {
            // -220 counts about x: to the left.
            adapter.motionSDK.session.handle(.notified([0x22, 0, 0x24, 0xFF, 0, 0, 0, 0]))
            screen.tick(at: Double(tick * 16_666_666) / 1e9)
            if let focus = navigator.focusIndex, focus != focuses.last { focuses.append(focus) }
        }
        #expect(focuses == [1, 0] && chosen == [0])
    }
}
