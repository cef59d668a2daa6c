internal import Bluetooth
internal import Simulation

/// One advertising set of a host, and its advertisements.
final class AdvertisingSet: AdvertisementSource {
    /// The most data of a set with extended PDUs, in bytes (Core Vol 6, Part B, 2.3.4.9).
    static let mostData = 1_650
    /// How long high duty cycle directed advertising lasts (Core Vol 6, Part B, 4.4.2.4.3).
    static let highDutyTime = Nanoseconds.milliseconds(1_280)

    /// Its number for the host; nil for that of the legacy commands.
    let handle: UInt8?
    var settings: AdvertisingSettings
    var data: [UInt8] = []
    var scanResponse: [UInt8] = []
    /// False while fragments of the data, or of the scan response, are missing.
    var isDataComplete = true
    var isResponseComplete = true
    var randomAddress: Address?
    private(set) var isEnabled = false
    /// Advertising events since it was enabled, and after how many it ends; 0 for never.
    private var events = 0
    private var mostEvents = 0
    private var endTicket: UInt32 = 0

    /// Nil once the set is removed.
    private var owner: WeakHandle<Controller>?
    private var controller: Controller? { owner?.owner }
    private lazy var lifetime = Lifetime(of: self)
    private let advertiser: Advertiser

    init(
        handle: UInt8?, _ settings: AdvertisingSettings, of controller: Controller,
        _ advertiser: Advertiser
    ) {
        self.handle = handle
        self.settings = settings
        owner = controller.lifetime.handle
        self.advertiser = advertiser
    }

    // MARK: Starting and ending

    /// Starts advertising; a limit of 0 is none.
    func start(for duration: Nanoseconds, events: UInt8) {
        guard let controller else { return }
        isEnabled = true
        self.events = 0
        mostEvents = Int(events)
        let limit =
            settings.isHighDuty && duration == .zero ? Self.highDutyTime : duration
        controller.medium.cancel(endTicket)
        if limit > .zero {
            endTicket = controller.medium.at(controller.medium.clock.now + limit) {
                [me = lifetime.handle] in
                me.owner?.expire(.advertisingTimeout)
            }
        }
        advertiser.source = self
        advertiser.changed()
    }

    func stop() {
        guard isEnabled else { return }
        isEnabled = false
        controller?.medium.cancel(endTicket)
        advertiser.source = nil
    }

    /// Removes the set.
    func remove() {
        stop()
        owner = nil
    }

    /// Its time or its events are over.
    private func expire(_ status: HCIStatus) {
        guard isEnabled, let controller else { return }
        stop()
        // Without a limit there is no event for the host (Core Vol 4, Part E, 7.7.65.18).
        controller.expired(self, status, events: mostEvents > 0 ? UInt8(clamping: events) : 0)
    }

    // MARK: On the air

    /// The address used; nil if its random address was never set.
    var address: Address? {
        controller?.address(
            settings.own, towards: settings.peer,
            random: handle == nil ? controller?.randomAddress : randomAddress)
    }

    var advertisement: AirAdvertisement? {
        guard isEnabled, let controller, let address else { return nil }
        var result = AirAdvertisement(
            address: address, isConnectable: settings.isConnectable,
            isScannable: settings.isScannable, data: data, scanResponse: scanResponse,
            interval: settings.interval, txPower: settings.power)
        if settings.isDirected { result.directedTo = controller.target(of: settings) }
        if settings.isDirected, settings.isLegacy { result.data = [] }
        result.isLegacy = settings.isLegacy
        result.setID = settings.setID
        result.primaryPHY = settings.primaryPHY
        result.secondaryPHY = settings.secondaryPHY
        result.isAnonymous = settings.isAnonymous
        result.includesTxPower = settings.includesPower
        return result
    }

    var countsEvents: Bool { isEnabled && mostEvents > 0 }

    func advertised() {
        guard isEnabled else { return }
        events += 1
        if mostEvents > 0, events >= mostEvents { expire(.limitReached) }
    }

    func answersScan(by scanner: Address) -> Bool {
        guard let controller, settings.isScannable else { return false }
        let peer = controller.identity(of: scanner)
        guard settings.filterPolicy & 1 == 0 || controller.acceptList.contains(peer.address),
            controller.resolvingList.mayShow(scanner)
        else { return false }
        // As with reports: a host that does not read gets the next one.
        if settings.tellsScanRequests, !controller.isHostSlow, let handle {
            controller.send(.leScanRequestReceived) {
                $0[.set] = handle
                $0.set(peer)
            }
        }
        return true
    }

    func accept(_ central: Address) -> (any LinkEnd)? {
        guard let controller, isEnabled else { return nil }
        let peer = controller.identity(of: central)
        if settings.isDirected {
            guard peer.address == settings.peer else { return nil }
        } else {
            guard settings.filterPolicy & 2 == 0 || controller.acceptList.contains(peer.address)
            else { return nil }
        }
        guard controller.resolvingList.mayShow(central),
            let connection = controller.makeConnection(.peripheral)
        else { return nil }
        stop()
        connection.makesOwnAddress = settings.own.isResolvable
        if let handle {
            connection.advertisingSet = (handle, UInt8(clamping: events))
        }
        return connection
    }
}
