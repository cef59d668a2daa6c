extension MetaWearDevice {
    /// Has the board make a timer, which does not run yet.
    ///
    /// - Parameters:
    ///   - periodMs: from one tick to the next.
    ///   - repetitions: ticks until it stops.
    ///   - immediate: whether the first tick comes at the start.
    /// - Throws: `MWError.timeout` if the board has no room for another timer.
    @discardableResult
    public func createTimer(
        periodMs: UInt32, repetitions: UInt16 = MWTimer.infinite, immediate: Bool = false
    ) async throws -> MWTimer {
        let command = MWTimer.Create(
            periodMs: periodMs, repetitions: repetitions, immediate: immediate)
        return try await create { device, _ in
            MWTimer(
                id: try await device.numberOfNew(command.packet), periodMs: periodMs,
                repetitions: repetitions, immediate: immediate)
        } discarding: {
            [$0.remove]
        }
    }

    /// Starts a timer, from its first repetition.
    public func startTimer(_ timer: MWTimer) async throws { try await router.write(timer.start) }

    /// Stops a timer.
    public func stopTimer(_ timer: MWTimer) async throws { try await router.write(timer.stop) }

    /// Removes a timer; its streams end.
    public func removeTimer(_ timer: MWTimer) async throws {
        ticks?.finish(timer.id)
        try await writeAnyway([timer.remove.data])
    }

    /// Removes all timers; all streams of ticks end. Errors are ignored.
    ///
    /// - Throws: `CancellationError`.
    public func removeAllTimers() async throws {
        ticks?.finishAll()
        for id in 0..<UInt8(clamping: modules[.timer]?.slots ?? 8) {
            try Task.checkCancellation()
            let timer = MWTimer(id: id, periodMs: 0, repetitions: 0, immediate: false)
            try? await router.write(timer.remove)
        }
    }

    /// Turns the notifications of a timer's ticks on or off.
    public func setTimerNotify(_ timer: MWTimer, enabled: Bool) async throws {
        try await router.write(timer.notify(enabled))
    }

    /// A timer's number at each of its ticks from now on; it writes nothing, so turn the notifications on with
    /// ``setTimerNotify(_:enabled:)``. There may be any number of streams. The stream of a device that is not connected
    /// ends with `MWError.invalidState`.
    public func streamTimer(_ timer: MWTimer) async -> AsyncThrowingStream<UInt8, any Error> {
        guard state != .disconnected else {
            return AsyncThrowingStream {
                $0.finish(throwing: MWError.invalidState("streamTimer() needs a connected device"))
            }
        }
        return await fanOut(.timer, timer.key.registerNumber).stream(
            of: timer.id, capacity: streamCapacity, drops: drops
        ) { _ in timer.id }
    }

    private var ticks: FanOut? { fanOuts[PacketKey(.timer, 0x06)] }
}
