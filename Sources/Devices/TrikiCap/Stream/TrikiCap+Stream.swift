import Bluetooth
import Device
import Motion
import Peripheral
import Simulation
internal import Wire

extension TrikiCap {
    /// Frames after START that contain no measurement (protocol, triki 1.5: about 20).
    static let noisyFrames = 20
    /// Between the starts of two bursts, and how long delivery stops. 100 ms is the 99th percentile
    /// of the observed gaps (protocol, triki 1.5); the rest is our choice.
    static let burstSpacing = 500_000_000...1_500_000_000
    static let burstLength = 50_000_000...100_000_000

    // MARK: Requests

    /// One write to RX.
    func perform(_ bytes: [UInt8]) {
        tell(.command(bytes, .host))
        defer { tell(.commandEnded) }
        switch Request(bytes) {
        case .start(let settings): start(settings)
        case .unsupported(let refusal): ignore(refusal)
        case .stop:
            trace("stream off")
            stopStream(.stopped)
        case .status(let opcode):
            answer(StatusBlock.answer(to: opcode, unit: address.value))
        case .reboot:
            trace("reboots")
            reboot()
        case .unknown: ignore(.unknown(bytes))
        }
    }

    /// In pieces of 20 bytes (protocol, triki 1.4).
    private func answer(_ bytes: [UInt8]) {
        guard isListening else { return ignore(.notSubscribed) }
        let parts = stride(from: 0, to: bytes.count, by: 20).map {
            Array(bytes[$0..<min($0 + 20, bytes.count)])
        }
        notifications.made += parts.count
        // If a host requests and never reads, only as much as the buffer holds is kept.
        guard answers.count < 32 else {
            notifications.dropped += parts.count
            return
        }
        answers += parts
        drain()
    }

    private func start(_ settings: StreamSettings) {
        // Clients repeat START to keep the link busy (protocol, real boards 5.2).
        guard stream?.settings != settings else { return trace("streams so already") }
        let rate = settings.rate
        trace(
            "stream at \(rate.rawValue) Hz, \(settings.acceleration) g"
                + (settings.hasGyroscope ? ", \(settings.rotation) deg/s" : ", no gyroscope"))
        accelerometer.configure(settings.accelerometer)
        gyroscope.configure(settings.gyroscope)
        streams &+= 1
        stream = Stream(
            number: streams, settings: settings, start: now,
            noise: switches.hasStartNoise ? Self.noisyFrames : 0, id: stream?.id ?? 0,
            wasDown: isButtonPressed)
        if switches.acknowledges { answer(StatusBlock.acknowledgement) }
        schedule(.frame, streams, after: rate.time(of: 1))
        if switches.dropOuts.hasBursts {
            schedule(.holdBegins, streams, after: chance(Self.burstSpacing))
        }
        if switches.dropOuts.silence > .zero {
            schedule(.silenceBegins, streams, after: switches.dropOuts.every)
        }
    }

    func stopStream(_ reason: NotificationFate.Reason) {
        stream = nil
        discardFrames(reason)
    }

    private func discardFrames(_ reason: NotificationFate.Reason) {
        let frames = buffer.frames(of: switches.layout.length)
        notifications.discarded += frames
        if frames > 0 { trace("discarded, \(reason): \(frames) frames") }
        buffer.removeAll()
    }

    /// The queued frames and answers have lost their host.
    func discardWaiting(_ reason: NotificationFate.Reason) {
        discardFrames(reason)
        notifications.discarded += answers.count
        if !answers.isEmpty { trace("discarded, \(reason): \(answers.count) parts of answers") }
        answers = []
    }

    private func chance(_ range: ClosedRange<Int>) -> Nanoseconds {
        let width = UInt64(range.upperBound - range.lowerBound)
        return Nanoseconds(Int64(range.lowerBound) + Int64(random.below(width + 1)))
    }

    // MARK: Frames

    func streamEvent(_ event: Delayed) {
        guard let number = stream?.number else { return }
        switch event {
        case .frame: makeFrame()
        case .holdBegins:
            stream?.isHeld = true
            schedule(.holdEnds, number, after: chance(Self.burstLength))
        case .holdEnds:
            stream?.isHeld = false
            drain()
            schedule(.holdBegins, number, after: chance(Self.burstSpacing))
        case .silenceBegins:
            stream?.isSilent = true
            let dropOuts = switches.dropOuts
            schedule(.silenceEnds, number, after: dropOuts.silence)
            // A silence longer than the time to the next one is followed by it at once.
            schedule(
                .silenceBegins, number,
                after: max(dropOuts.every, dropOuts.silence + Nanoseconds(1)))
        case .silenceEnds: stream?.isSilent = false
        case .sleep, .look, .boot, .battery: break
        }
    }

    private func makeFrame() {
        guard var stream else { return }
        var frame = MotionFrame(
            status: switches.status == .rolling ? stream.id : isButtonPressed ? 1 : 0,
            gyroscope: stream.settings.hasGyroscope
                ? gyroscope.sample(chip, environment, at: now) : RawSample(0, 0, 0),
            accelerometer: accelerometer.sample(chip, environment, at: now),
            isClick: isButtonPressed && !stream.wasDown, isButtonDown: isButtonPressed)
        if stream.noise > 0 {
            stream.noise -= 1
            if stream.settings.hasGyroscope { frame.gyroscope = noise() }
            frame.accelerometer = noise()
        }
        stream.wasDown = isButtonPressed
        stream.id = (stream.id + 1) & 0x0F
        stream.next += 1
        self.stream = stream
        schedule(
            .frame, stream.number, at: stream.start + stream.settings.rate.time(of: stream.next))

        let fate = take(frame, stream)
        acceleration.tell(frame.accelerometer, fate, at: now)
        if stream.settings.hasGyroscope { rotation.tell(frame.gyroscope, fate, at: now) }
        drain()
    }

    private func take(_ frame: MotionFrame, _ stream: Stream) -> NotificationFate {
        notifications.made += 1
        let fate = fate(of: frame, stream)
        notifications.count(fate)
        return fate
    }

    private func fate(of frame: MotionFrame, _ stream: Stream) -> NotificationFate {
        guard isListening else {
            let fate = NotificationFate.discarded(.notSubscribed)
            tell(.notified(TrikiGATT.transmit, frame.bytes(switches.layout).array, fate))
            return fate
        }
        guard !stream.isSilent, buffer.append(frame.bytes(switches.layout)) else {
            return .dropped
        }
        return .waiting
    }

    private func noise() -> RawSample {
        let bits = random.next()
        return RawSample(
            Int16(truncatingIfNeeded: bits), Int16(truncatingIfNeeded: bits >> 16),
            Int16(truncatingIfNeeded: bits >> 32))
    }

    // MARK: To the link

    /// Answers first, then the stream, as far as the link has room.
    func drain() {
        guard isListening, stream?.isHeld != true else { return }
        while let answer = answers.first {
            guard notify(answer.span) else { return }
            guard !answers.isEmpty else { break }
            answers.removeFirst()
            notifications.sent += 1
        }
        let frame = switches.layout.length
        while let (bytes, place) = buffer.next(switches.chunking, frame: frame, mtu: mtu) {
            guard notify(bytes.span.extracting(place)) else { return }
            notifications.sent += buffer.sent(place.count, frame: frame)
        }
    }

    /// False if the link has no room now.
    private func notify(_ bytes: Span<UInt8>) -> Bool {
        guard let connection, let link else { return false }
        switch link.notify(bytes, of: TrikiGATT.transmit, to: connection) {
        case .sent:
            if witness != nil {
                tell(.notified(TrikiGATT.transmit, bytes.indices.map { bytes[$0] }, .sent))
            }
            return true
        case .waiting, .dropped, .discarded: return false
        }
    }
}
