import Device
import Motion
import Peripheral
import Simulation

extension TrikiCap {
    /// From a reset to the first advertisement. The figure is our choice.
    static let bootTime = Nanoseconds.milliseconds(500)
    /// Between two checks for motion: the chip's slow rate of 26 Hz.
    static let lookingPeriod = Nanoseconds.microseconds(38_462)
    /// The change between two checks that counts as motion, in counts of 1/2048 g: 0.25 g, one step
    /// of the chip's wake-up threshold at ±16 g (LSM6DSL, WAKE_UP_THS). The setting is our choice.
    static let wakingChange = 512

    // MARK: Sleep and wake (protocol, triki 1.2)

    /// Advertises for a while.
    func wake() {
        guard !isSupplyCut, connection == nil else { return }
        if radio == .asleep { trace("wakes") }
        radio = .advertising
        tell(.advertising)
        lastLook = nil
        accelerometer.configure(StreamSettings.watching.accelerometer)
        link?.advertisementChanged()
        stayAwake()
        schedule(.look, wakefulness, after: Self.lookingPeriod)
    }

    /// Postpones the sleep; the checks for motion continue under the new number.
    private func stayAwake() {
        wakefulness &+= 1
        schedule(.sleep, wakefulness, after: switches.sleepsAfter)
    }

    func sleep() {
        guard radio == .advertising else { return }
        trace("sleeps until it is moved or its button pressed")
        radio = .asleep
        link?.advertisementChanged()
    }

    /// Compares with the previous check; only without a central.
    func look() {
        guard radio == .asleep || radio == .advertising else { return }
        let sample = accelerometer.sample(chip, environment, at: now)
        if let before = lastLook, Self.isMotion(from: before, to: sample) {
            lastLook = sample
            if radio == .asleep { return wake() }
            stayAwake()
        }
        lastLook = sample
        schedule(.look, wakefulness, after: Self.lookingPeriod)
    }

    private static func isMotion(from a: RawSample, to b: RawSample) -> Bool {
        func differ(_ a: Int16, _ b: Int16) -> Bool {
            (Int(a) - Int(b)).magnitude >= wakingChange
        }
        return differ(a.x, b.x) || differ(a.y, b.y) || differ(a.z, b.z)
    }

    // MARK: Resets

    /// The firmware restarts: the link drops silently, and all settings are lost.
    func reboot() {
        guard !isSupplyCut else { return }
        forgetAll()
        schedule(.boot, after: Self.bootTime)
    }

    func forgetAll() {
        resets += 1
        generation &+= 1
        if connection != nil { tell(.disconnected(nil)) }
        tell(.reset)
        let open = connection
        forgetConnection(.reset)
        radio = .off
        link?.advertisementChanged()
        if let open { link?.vanish(open) }
    }

    // MARK: Connections

    func forgetConnection(_ reason: NotificationFate.Reason) {
        connection = nil
        mtu = 23
        isListening = false
        isBatterySubscribed = false
        isLightOn = false
        stopStream(reason)
        discardWaiting(reason)
    }
}
