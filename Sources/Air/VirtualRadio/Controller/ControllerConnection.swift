package import Bluetooth
package import Peripheral
internal import Simulation

/// A host's side of one link: a connection handle, and the events that the host waits for.
final class ControllerConnection: LinkEnd {
    let handle: UInt16
    let role: LinkRole
    /// Nil once the connection has ended: the link may exist longer.
    private(set) var controller: Controller?
    private(set) var link: Link?
    /// Whether the controller generates this side's resolvable addresses; otherwise the host knows
    /// them.
    var makesOwnAddress = false
    /// The extended advertising set that the connection ended.
    var advertisingSet: (handle: UInt8, events: UInt8)?
    /// Packets of the host that have not been acknowledged.
    var inFlight = 0
    /// Packets that the host has not confirmed, if it counts them.
    var unconfirmed = 0
    /// The peer's question that the host has not answered.
    var question: LinkQuestion?
    /// The events that the host waits for.
    var awaited = Awaited()
    var phys: (transmit: Radio.PHY, receive: Radio.PHY) = (.oneMegabit, .oneMegabit)
    /// The PHYs that the host prefers for this link, as bits; 0 for any.
    var preferredPHYs: (transmit: UInt8, receive: UInt8) = (0, 0)
    /// The payload that the host requested for packets of this link, in bytes.
    var askedDataLength: Int?
    var payloadTimeout: UInt16 = 0x0BB8

    /// Events that must follow a command of the host.
    struct Awaited {
        var parameters = false
        /// The number of commands; each has its event.
        var phys = 0
        var encryption = false
    }

    init(handle: UInt16, role: LinkRole, controller: Controller) {
        self.handle = handle
        self.role = role
        self.controller = controller
    }

    /// Leaves the link in this way; the host gets no more events for it.
    func abandon(_ leave: (Link, LinkRole) -> Void) {
        let link = link
        controller = nil
        self.link = nil
        if let link, link.isOpen { leave(link, role) }
    }

    // MARK: The link's calls

    var linkIdentity: LinkLayerIdentity {
        controller?.linkIdentity
            ?? LinkLayerIdentity(
                version: Controller.version, company: Controller.company,
                subversion: Controller.subversion, features: 0, dataLength: 27)
    }

    var wantsFragments: Bool { true }

    var canReceive: Bool { controller?.canReceive ?? false }

    /// The host's suggestion for every link, or its request for this one.
    var preferredDataLength: Int {
        askedDataLength ?? Int(controller?.defaults.octets ?? 27)
    }

    func began(_ link: Link, as role: LinkRole) {
        self.link = link
        phys = (link.phy(from: role), link.phy(from: role.other))
        controller?.began(self, link)
    }

    func receive(_ bytes: Span<UInt8>, isStart: Bool, on link: Link) {
        controller?.deliver(bytes, isStart: isStart, of: self)
    }

    func acknowledged(on link: Link) { controller?.acknowledged(self) }

    func changed(_ change: LinkChange, on link: Link) { controller?.tell(change, of: self) }

    func asked(_ question: LinkQuestion, on link: Link) {
        guard let controller else {
            return link.answer(.refused(status: HCIStatus.pinOrKeyMissing.rawValue))
        }
        self.question = question
        controller.ask(question, of: self)
    }

    func ended(_ reason: DisconnectReason, on link: Link) {
        let controller = controller
        abandon { _, _ in }
        controller?.ended(self, reason)
    }

    func abandoned(_ link: Link) {
        let controller = controller
        abandon { _, _ in }
        controller?.forget(self)
    }
}

extension Link {
    /// The symbol rate with which this side sends.
    func phy(from role: LinkRole) -> Radio.PHY {
        role == .central ? toPeripheral.phy : toCentral.phy
    }

    func address(of role: LinkRole) -> Address {
        role == .central ? centralAddress : peripheralAddress
    }
}

extension ConnectionParameters {
    /// In the units of HCI.
    package var timing: ConnectionTiming {
        ConnectionTiming(
            interval: UInt16(clamping: interval.count / 1_250_000), latency: latency,
            supervisionTimeout: UInt16(clamping: supervisionTimeout.count / 10_000_000))
    }
}
