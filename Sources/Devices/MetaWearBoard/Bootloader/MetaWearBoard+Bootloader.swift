import Bluetooth
import Device
import Peripheral
internal import Simulation
import Wire

extension MetaWearBoard {
    /// Whether MetaBoot runs instead of the application.
    package var isInBootloader: Bool { metaBoot != nil }

    /// Device information 2A26 of the application, from the image installed last.
    public var firmwareRevision: String {
        flash.firmware.application?.description ?? profile.firmwareRevision
    }

    /// Device information 2A26 of the bootloader.
    package var bootloaderRevision: String {
        flash.firmware.bootloader?.description ?? profile.bootloaderRevision
    }

    /// The advertisement of the running application or bootloader.
    var currentAdvertisement: Advertisement {
        metaBoot?.advertisement ?? AdvertisingPlan(self).advertisement
    }

    /// `FE 02`, once the link is closed.
    func jumpToBootloader() {
        resets += 1
        isPowerSaveArmed = false
        startBootloader()
    }

    /// Starts the bootloader: the application stops completely.
    func startBootloader() {
        trace("bootloader \(bootloaderRevision)")
        tell(.reset)
        forgetConnection(.reset)
        pendingReset = nil
        goSilent()
        stopFirmware()
        metaBoot = MetaBoot(profile, revision: bootloaderRevision)
        supply?.settle()
        scheduleOwn(.bootloaderReady, after: MetaBoot.startDelay)
    }

    /// A pending update waits for the next host, which is notified of it (protocol, core 13.4).
    func bootloaderLostLink() {
        guard let metaBoot else { return }
        forgetConnection(.linkEnded)
        radioState = .silent
        if metaBoot.isLeaving { return leaveBootloader() }
        if metaBoot.dfu.isPending {
            trace("update interrupted after \(metaBoot.dfu.received) bytes")
        }
        startAdvertising()
        awaitHost()
    }

    /// MetaBoot is on the air: it waits for a host, and not for ever.
    func bootloaderIsReady() {
        startAdvertising()
        awaitHost()
    }

    private func awaitHost() {
        guard let metaBoot else { return }
        metaBoot.wait &+= 1
        scheduleOwn(.bootloaderTimeout, metaBoot.wait, after: MetaBoot.patience)
    }

    /// No host has come. Without a whole application there is nothing to start.
    func bootloaderTimedOut(_ wait: UInt64) {
        guard let metaBoot, wait == metaBoot.wait, connection == nil, flash.firmware.hasApplication
        else {
            return
        }
        trace("no host for \(MetaBoot.patience.seconds) s: the bootloader starts the application")
        leaveBootloader()
    }

    /// A reset of the bootloader: into the application, if there is one.
    private func leaveBootloader() {
        resets += 1
        boot(.software, tickRunsOn: false)
    }

    func writeToBootloader(
        _ bytes: Span<UInt8>, to value: ValueID, by connection: ConnectionID
    ) throws(ATTError) {
        guard let metaBoot, connection == self.connection, !metaBoot.isLeaving else { return }
        switch value {
        case MetaBoot.control:
            // The answers could not be sent: Nordic's service refuses such a write.
            guard metaBoot.isSubscribed else { throw .clientConfigurationImproper }
            let array = bytes.indices.map { bytes[$0] }
            trace("> \(Hex.text(array))  DFU control point")
            metaBoot.dfu.control(array)
        case MetaBoot.packet: metaBoot.dfu.packet(bytes)
        default: throw .writeNotPermitted
        }
        for action in metaBoot.dfu.takeActions() { perform(action) }
    }

    private func perform(_ action: DFUControl.Action) {
        guard let metaBoot else { return }
        switch action {
        case .answer(let notice):
            let fate: NotificationFate = metaBoot.append(notice) ? .waiting : .dropped
            notifications.made += 1
            notifications.count(fate)
            tell(.notified(MetaBoot.control, notice.array, fate))
            if fate == .dropped { return trace("dropped: DFU notice \(notice)") }
            sendBootloaderNotices()
        case .erase:
            trace("update begins: the application is erased")
            flash.invalidateApplication()
        case .refuse(let why): trace("update refused: \(why)")
        case .activate(let update):
            install(update)
            endBootloader()
        case .reset: endBootloader()
        }
    }

    /// Sends queued notices as far as the link takes them.
    func sendBootloaderNotices() {
        guard let metaBoot, let connection, let link else { return }
        while let notice = metaBoot.waiting.first {
            let fate = link.notify(notice.span, of: MetaBoot.control, to: connection)
            if fate == .dropped { return }
            metaBoot.removeFirst()
            settle(notice, of: MetaBoot.control, fate)
        }
    }

    private func install(_ update: DFUControl.Update) {
        let revision = update.image.revision ?? update.initPacket?.revision
        switch update.kind {
        case .application:
            flash.install(application: profile.imageRevision ?? revision)
            trace("update installed: firmware \(firmwareRevision)")
        case .bootloader, .softDeviceAndBootloader:
            flash.install(bootloader: revision)
            trace("update installed: bootloader \(bootloaderRevision)")
        case .softDevice: trace("update installed: SoftDevice")
        }
    }

    /// Ends the link first, then resets.
    private func endBootloader() {
        guard let metaBoot else { return }
        metaBoot.isLeaving = true
        if let connection, let link {
            link.disconnect(connection)
        } else {
            leaveBootloader()
        }
    }
}
