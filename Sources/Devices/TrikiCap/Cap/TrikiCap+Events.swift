public import Simulation

extension TrikiCap: EventTarget {
    /// The cap's delayed events.
    enum Delayed: UInt32 {
        /// Nobody came: the cap sleeps.
        case sleep
        /// The chip looks whether it is moved.
        case look
        case boot
        case battery
        case frame
        case holdBegins, holdEnds
        case silenceBegins, silenceEnds
    }

    func schedule(_ event: Delayed, _ argument: UInt64 = 0, at time: Instant) {
        clock.schedule(target, generation << 16 | event.rawValue, argument, at: time)
    }

    func schedule(_ event: Delayed, _ argument: UInt64 = 0, after delay: Nanoseconds) {
        schedule(event, argument, at: now + delay)
    }

    /// A delayed event; one that an earlier boot, stream or waking asked for is ignored.
    public func handle(_ event: Event) {
        guard event.code >> 16 == generation & 0xFFFF,
            let delayed = Delayed(rawValue: event.code & 0xFFFF)
        else { return }
        switch delayed {
        case .boot: wake()
        case .sleep: if event.argument == wakefulness { sleep() }
        case .look: if event.argument == wakefulness { look() }
        case .battery: if event.argument == batteryRun { notifyBattery() }
        case .frame, .holdBegins, .holdEnds, .silenceBegins, .silenceEnds:
            if event.argument == stream?.number { streamEvent(delayed) }
        }
    }
}
