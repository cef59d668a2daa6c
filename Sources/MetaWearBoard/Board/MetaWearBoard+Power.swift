import Peripheral

extension MetaWearBoard {
    /// Whether a central is connected.
    public var isConnected: Bool { connection != nil }

    /// False while the supply is cut or the board sleeps in power-down.
    public var isPowered: Bool { !isPoweredDown }

    /// The supply is gone: everything volatile is lost at once, the link without a word. `powerOn`
    /// brings the board back.
    public func powerOff() {
        guard !isSupplyCut else { return }
        trace("power lost")
        isSupplyCut = true
        vanish()
        resets += 1
        pendingReset = nil
        isPowerSaveArmed = false
        isPoweredDown = true
        radioState = .silent
        advertised = nil
        link?.advertisementChanged()
        // What was under way is forgotten with it.
        generation &+= 1
        commands.removeAll()
        flash.log.isEnabled = false
        installModules()
    }

    /// The supply is back: the board boots.
    public func powerOn() {
        guard isSupplyCut else { return }
        isSupplyCut = false
        isPoweredDown = false
        trace("power back")
        boot(.powerOn, tickRunsOn: false)
    }

    /// The name that an earlier host has given the board; lost at a reset, as settings are.
    public func setDeviceName(_ name: String) {
        settings?.rename(Array(name.utf8), on: self)
        advertised = AdvertisingPlan(self).advertisement
        link?.advertisementChanged()
    }
}
