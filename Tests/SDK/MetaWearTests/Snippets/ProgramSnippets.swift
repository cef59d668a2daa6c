import Foundation
import MetaWear
import MetaWearBoard
import MetaWearSimulator
import Motion
import Testing

/// Blocks of the articles on what boards do by themselves: timers, events, macros and processors. The body of each
/// function is a block.
@Suite struct ProgramSnippets {
    // snippet 28
    static func count(_ device: MetaWearDevice) async throws {
        let timer = try await device.createTimer(periodMs: 500)
        let ticks = await device.streamTimer(timer)
        try await device.setTimerNotify(timer, enabled: true)
        try await device.startTimer(timer)
        var count = 0
        for try await number in ticks {
            count += 1
            print("timer", number, "tick", count)
            if count == 10 { break }
        }
        try await device.stopTimer(timer)
        try await device.setTimerNotify(timer, enabled: false)
        try await device.removeTimer(timer)
    }

    static func createTimers(_ device: MetaWearDevice) async throws {
        let endless = try await device.createTimer(
            periodMs: 1000, repetitions: MWTimer.infinite, immediate: false)
        let once = try await device.createTimer(periodMs: 1000, repetitions: 1)
        print("timers", endless.id, "and", once.id)
        try await device.removeAllTimers()
    }

    @Test func `timers tick`() async throws {
        // All timers are removed, also those that the board does not have.
        try await withBoard(allowing: ["MW-TABLE-02"]) { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.count(device)
                try await Self.createTimers(device)
            }
            #expect(lines.count == 11 && lines.last == "timers 0 and 1")
        }
    }

    // snippet 29
    static func blinkAlone(_ device: MetaWearDevice) async throws {
        let timer = try await device.createTimer(periodMs: 2000)
        try await device.send(MWLED.SetPattern(color: .green, .flash))
        let event = try await device.createEvent(
            source: .timerFired(timer), action: try MWEventAction(command: MWLED.Play()))
        try await device.startTimer(timer)
        print("event", event.id)
    }

    static func eventSources(_ timer: MWTimer) -> [MWEventSource] {
        [
            .timerFired(timer),
            .buttonChanged(),
            .gpioChanged(pin: 0),
            .disconnected(),  // settings of revision 2 or later
        ]
    }

    static func removeEvents(_ device: MetaWearDevice, _ event: MWEvent) async throws {
        try await device.removeEvent(event)
        try await device.removeAllEvents()
    }

    // snippet 30
    static func lightWhilePressed(_ device: MetaWearDevice) async throws {
        try await device.send(MWLED.SetPattern(color: .blue, .solid))
        // Byte 0 of the button's data, 1 or 0, becomes byte 0 of the command: play or pause.
        try await device.createEvent(
            source: .buttonChanged(),
            action: try MWEventAction(command: MWLED.Play()),
            dataToken: try MWEventDataToken(length: 1, sourceOffset: 0, destOffset: 0))
    }

    @Test func `events act on the board`() async throws {
        // The last timer only names a source.
        try await withBoard(allowing: ["MW-FLOW-06"]) { desk, device in
            try await device.connect()
            let lines = try await Printed.lines { try await Self.blinkAlone(device) }
            #expect(lines == ["event 0"])
            try await Self.lightWhilePressed(device)
            desk.boards[0].setButton(pressed: true)
            try await Task.sleep(for: .seconds(3))
            desk.boards[0].setButton(pressed: false)
            let timer = try await device.createTimer(periodMs: 1000)
            try await device.startTimer(timer)
            #expect(Self.eventSources(timer).count == 4)
            try await Self.removeEvents(device, MWEvent(id: 0))
        }
    }

    // snippet 31
    static func recordBlinking(_ device: MetaWearDevice) async throws {
        let macro = try await device.recordMacro(commands: [
            MWLED.SetPattern(color: .green, .blink),
            MWLED.Play(),
        ])
        try await device.executeMacro(macro)
    }

    static func recordForBoot(_ device: MetaWearDevice) async throws {
        let macro = try await device.recordMacro(
            executeOnBoot: true,
            commands: [MWLED.SetPattern(color: .blue, .flash), MWLED.Play()])
        print("macro", macro.id, "runs at each start")
    }

    static func eraseMacros(_ device: MetaWearDevice) async throws {
        try await device.eraseAllMacros()
        // The board frees their flash and starts again when the link ends.
        try await device.send(MWDebug.ResetAfterGC())
        try await device.disconnect()
    }

    // snippet 32
    static func recordButton(_ device: MetaWearDevice) async throws {
        let macro = try await device.recordMacro(executeOnBoot: true) { recorder in
            await recorder.send(MWLED.SetPattern(color: .green, .flash))
            try await recorder.createEvent(
                source: .buttonChanged(), action: try MWEventAction(command: MWLED.Play()))
        }
        print("macro", macro.id)
    }

    @Test func `macros are recorded and erased`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.recordBlinking(device)
                try await Self.recordForBoot(device)
                try await Self.recordButton(device)
            }
            #expect(lines == ["macro 1 runs at each start", "macro 2"])
            try await device.stopLED()
            try await Self.eraseMacros(device)
            #expect(await device.state == .disconnected)
        }
    }

    // snippet 38
    static func watchStrength(
        _ device: MetaWearDevice
    ) async throws -> [MWProcessorHandle] {
        let strength = try await device.createProcessor(
            MWDataProcessor.RSS(), source: MWAccelerometerSignal())
        let smooth = try await device.createProcessor(
            MWDataProcessor.Average(sampleSize: 4), source: strength)
        // 1.5 g at ±2 g, where one g is 16,384.
        let crossings = try await device.createProcessor(
            MWDataProcessor.Threshold(
                boundary: 24_576, hysteresis: 0, mode: .binary, signed: false),
            source: smooth)
        return [strength, smooth, crossings]
    }

    // snippet 39
    static func streamCrossings(
        _ device: MetaWearDevice, _ crossings: MWProcessorHandle
    ) async throws {
        for try await packet in try await device.streamProcessor(crossings) {
            // 09, 03, the processor's number, then its output: 1 or -1 in one byte.
            guard let output = packet.dropFirst(3).first else { continue }
            print(Int8(bitPattern: output) > 0 ? "above" : "below")
        }
    }

    // snippet 40
    static func removeProcessors(
        _ device: MetaWearDevice, _ crossings: MWProcessorHandle
    ) async throws {
        try await device.stopStreamingProcessor(crossings)
        try await device.removeProcessor(crossings)
        try await device.removeAllProcessors()
    }

    @Test func `a chain reports crossings`() async throws {
        try await withBoard(
            moving: [.rest(Rest(duration: 4)), .shake(Shake(peak: 3)), .rest(Rest(duration: 5))]
        ) { _, device in
            try await device.connect()
            let sensor = MWAccelerometerBMI270(odr: .hz100, range: .g2)
            let chain = try await Self.watchStrength(device)
            let lines = try await Printed.lines {
                try await play(for: .seconds(1)) {
                    try await Self.streamCrossings(device, chain[2])
                } end: {
                    try await device.prepareSignalSource(sensor)
                    try await Task.sleep(for: .seconds(8))
                    try await Self.removeProcessors(device, chain[2])
                    try await device.teardownSignalSource(sensor)
                }
            }
            #expect(lines.contains("above") && lines.contains("below"))
        }
    }

    // snippet 41
    static func splitPresses(_ device: MetaWearDevice) async throws {
        let pressed = try await device.createProcessor(
            MWDataProcessor.Comparator(operation: .eq, reference: 1, signed: false),
            source: MWSwitchSignal())
        let count = try await device.createProcessor(
            MWDataProcessor.Counter(outputSize: 1), source: pressed)
        let remainder = try await device.createProcessor(
            MWDataProcessor.Math(operation: .modulo, rhs: 2, signed: false, outputSize: 1),
            source: count)
        let even = try await device.createProcessor(
            MWDataProcessor.Comparator(operation: .eq, reference: 0, signed: false),
            source: remainder)
        let odd = try await device.createProcessor(
            MWDataProcessor.Comparator(operation: .eq, reference: 1, signed: false),
            source: remainder)
        for (handle, colour) in [(even, MWLED.Color.green), (odd, .red)] {
            try await device.createEvent(
                source: MWEventSource(
                    module: .dataProcessor, register: handle.registerID, dataID: handle.id),
                action: try MWEventAction(command: MWLED.SetPattern(color: colour, .flash)))
        }
    }

    // snippet 42
    static func gateActivity(_ device: MetaWearDevice) async throws {
        let strength = try await device.createProcessor(
            MWDataProcessor.RSS(), source: MWAccelerometerSignal())
        let active = try await device.createProcessor(
            MWDataProcessor.Threshold(
                boundary: 24_576, hysteresis: 0, mode: .binary, signed: false),
            source: strength)
        try await device.startLogging(active, key: "activity")
    }

    @Test func `recipes`() async throws {
        try await withBoard { desk, device in
            try await device.connect()
            try await Self.splitPresses(device)
            desk.boards[0].setButton(pressed: true)
            try await Task.sleep(for: .seconds(1))
            desk.boards[0].setButton(pressed: false)
            try await device.removeAllEvents()
            try await device.removeAllProcessors()
            try await Self.gateActivity(device)
            try await device.stopLogging(key: "activity")
            try await device.removeAllProcessors()
            try await device.clearLog()
        }
    }

    // snippet 43
    static func throttle(_ device: MetaWearDevice) async throws {
        let angles = MWSensorFusionEuler(mode: .ndof, chip: .bmi270)
        let slow = try await device.createProcessor(
            MWDataProcessor.Time(periodMs: 1000, mode: .absolute),
            source: MWSensorFusionEulerSignal())
        try await device.prepareSignalSource(angles)
        try await device.startLogging(slow, key: "angles at 1 Hz")
        try await Task.sleep(for: .seconds(10))
        try await device.stopLogging(key: "angles at 1 Hz")
        try await device.teardownSignalSource(angles)
    }

    // snippet 54
    static func downloadThrottled(_ device: MetaWearDevice) async throws {
        let angles = MWSensorFusionEuler(mode: .ndof, chip: .bmi270)
        let download = try await device.downloadLogs(key: "angles at 1 Hz") { bytes in
            try angles.parseLogSample(from: bytes)
        }
        for try await part in download {
            print(Int(part.percentComplete * 100), "%,", part.data.count, "samples")
        }
        try await device.removeAllProcessors()
        try await device.clearLog()
    }

    @Test func `a throttled signal is logged`() async throws {
        try await withBoard { _, device in
            try await device.connect()
            let lines = try await Printed.lines {
                try await Self.throttle(device)
                try await Self.downloadThrottled(device)
            }
            #expect(lines.last == "100 %, 10 samples" || lines.last == "100 %, 9 samples")
        }
    }
}
