import AttitudeStream
import EventLoop
import Glibc

/// One sender's stream, at the receiver.
final class AttitudeInput {
    let name: String
    private unowned let owner: AttitudeListener
    private let descriptor: Descriptor
    private let clock: () -> Double
    private var receiver: AttitudeReceiver?
    /// The beginning of the stream, until its form is known.
    private var beginning: [UInt8] = []
    private var frames = 0
    private var reader: Watch?

    private static let mostBytes = 1 << 16

    init(
        _ descriptor: Descriptor, name: String, of owner: AttitudeListener,
        clock: @escaping () -> Double
    ) {
        self.owner = owner
        self.descriptor = descriptor
        self.name = name
        self.clock = clock
    }

    func watch(on loop: EventLoop) {
        reader = loop.watch(descriptor.number, for: .readable) { [unowned self] _ in read() }
    }

    /// The newest attitude, while it is not stale.
    var current: Attitude? {
        guard let receiver, !receiver.isStale(at: clock()) else { return nil }
        return receiver.attitude
    }

    var refused: Int { receiver?.reader.refused ?? 0 }

    /// What it was, in words.
    var summary: String {
        var parts = ["\(frames) frames"]
        if refused > 0 { parts.append("\(refused) refused") }
        if let receiver {
            if receiver.outdated > 0 { parts.append("\(receiver.outdated) outdated") }
            if receiver.reader.skippedBytes > 0 {
                parts.append("\(receiver.reader.skippedBytes) bytes that belong to no frame")
            }
        }
        return parts.joined(separator: ", ")
    }

    private func read() {
        // The system writes into it, and no reference is kept.
        let outcome = withUnsafeTemporaryAllocation(byteCount: Self.mostBytes, alignment: 1) {
            buffer in
            let outcome = descriptor.read(into: buffer)
            if case .done(let count) = outcome, count > 0 { take(Array(buffer[..<count])) }
            return outcome
        }
        switch outcome {
        case .done(0): end("has closed its stream")
        case .failed(let error): end("is lost (\(words(for: error)))")
        case .done, .wouldWait: break
        }
    }

    private func take(_ bytes: [UInt8]) {
        owner.beforeInput()
        guard receiver != nil else {
            beginning += bytes
            guard let format = AttitudeFormat(beginning: beginning) else { return }
            receiver = AttitudeReceiver(format)
            let bytes = beginning
            beginning = []
            return process(bytes)
        }
        process(bytes)
    }

    private func process(_ bytes: [UInt8]) {
        let rezeros = receiver?.rezeros ?? 0
        let count = receiver?.process(bytes, at: clock()) ?? 0
        guard count > 0, let receiver else { return }
        frames += count
        owner.take(count, rezeros: receiver.rezeros - rezeros, receiver.attitude)
    }

    /// Closes it, and says why.
    func end(_ why: String) {
        guard reader != nil else { return }
        close()
        owner.ended(self, why)
    }

    func close() { reader = nil }
}
