import Foundation
public import MetaWearProtocol

extension MetaWearDevice {
    /// Writes a command; returns when the radio has it. One that takes several packets is written as these.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too long, before anything is written; the radio's error.
    public func send(_ command: any MWCommand) async throws { try await write(command.writes) }

    /// Writes several commands in order; the first error ends it.
    ///
    /// - Throws: `MWError.operationFailed` for a packet that is too long, before anything is written; the radio's error.
    public func send(_ sequence: any MWCommandSequence) async throws {
        try await write(sequence.commands)
    }

    /// Asks for a value.
    ///
    /// - Throws: `MWError.timeout` without an answer within 5 s; `MWError.operationFailed` if the board cannot measure
    ///   it, and for an answer that is too short.
    public func read<R: MWReadable>(_ readable: R) async throws -> Timestamped<R.Sample> {
        try requireSensor(readable)
        let answer = try await router.ask(
            readable.readCommand,
            expecting: AnswerPattern(readable.module, readable.dataRegister, isRead: true))
        return Timestamped(time: .now, value: try readable.parseSample(from: answer))
    }

    /// Asks for a value again and again: at once, then each time `interval` after an answer. The stream ends when its
    /// task is cancelled or its consumer releases it, and with the error of a read that fails.
    public nonisolated func poll<P: MWPollable>(
        _ readable: P, every interval: Duration
    ) -> AsyncThrowingStream<Timestamped<P.Sample>, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    while true {
                        continuation.yield(try await self.read(readable))
                        try await Task.sleep(for: interval)
                    }
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The battery's charge in percent and its voltage in millivolts.
    public func readBattery() async throws -> BatteryState {
        try await read(MWSettings.ReadBatteryState()).value
    }

    /// A thermometer, in °C.
    ///
    /// - Parameter channel: from 0; the module's information says what each one measures.
    /// - Throws: `MWError.operationFailed` if the board has no such channel; `MWError.timeout` without an answer.
    public func readTemperature(channel: UInt8 = 0) async throws -> Float {
        let command = MWThermometer(channel: channel)
        try requireSensor(command)
        let answer = try await router.ask(
            command.readCommand,
            expecting: AnswerPattern(
                .temperature, command.dataRegister, isRead: true, prefix: [channel]))
        return try command.parseSample(from: answer)
    }

    /// The accelerometer of this board; nil if it has none, or one that the SDK does not know.
    ///
    /// - Parameters:
    ///   - odrHz: the nearest rate is taken.
    ///   - rangeG: the nearest full scale is taken.
    public func makeAccelerometer(odrHz: Double = 100, rangeG: Float = 2) -> MWAccelerometer? {
        modules[.accelerometer].flatMap {
            .make(impl: $0.implementation, odrHz: odrHz, rangeG: rangeG)
        }
    }

    /// The gyroscope of this board; nil if it has none, or one that the SDK does not know.
    ///
    /// - Parameters:
    ///   - odrHz: the nearest rate is taken.
    ///   - rangeDPS: the nearest full scale is taken.
    public func makeGyroscope(odrHz: Double = 100, rangeDPS: Float = 2000) -> MWGyroscope? {
        modules[.gyro].flatMap {
            .make(impl: $0.implementation, odrHz: odrHz, rangeDPS: rangeDPS)
        }
    }
}
