public import Simulation

extension TrikiCap: EventTarget {
    /// The cap's delayed events.
    enum Delayed: UInt32 {
        /// No central connected in time: the cap sleeps.
        case sleep
        /// The chip checks for motion.
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

    /// A delayed event; events of an earlier boot, stream or wake-up are ignored.
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
