import Peripheral

extension MetaWearBoard {
    /// Whether a central is connected.
    public var isConnected: Bool { connection != nil }

    /// False while the supply is cut or the board sleeps in power-down.
    public var isPowered: Bool { !isPoweredDown }

    /// The supply is gone: everything volatile is lost at once, the link without a word. `powerOn`
    /// brings the board back.
    public func powerOff() {
        trace("power lost")
        if let connection, let link { link.vanish(connection) }
        reset(.powerOn)
        // Takes back the boot that the reset asked for.
        generation &+= 1
        isPoweredDown = true
    }

    /// The supply is back: the board boots.
    public func powerOn() {
        guard isPoweredDown else { return }
        isPoweredDown = false
        trace("power back")
        scheduleOwn(.boot, after: profile.bootDelay)
    }

    /// The name that an earlier host has given the board; lost at a reset, as settings are.
    public func setDeviceName(_ name: String) {
        settings?.name.bytes = Array(name.utf8)
        link?.advertisementChanged()
    }
}
