import Bluetooth
import DBus
import EventLoop
import Peripheral

/// Sets up the adapter and the registrations on it: at the start, and again whenever bluetoothd or
/// the adapter returns.
extension BlueZPeripheral {
    /// Registers the board, and turns the loop until that is done.
    package func start() throws(BlueZError) {
        guard bus.owner(of: Self.service) != nil else { throw .noDaemon }
        let notice = onFailure
        onFailure = { _ in }
        defer { onFailure = notice }
        var isLate = false
        let limit = loop.after(milliseconds: options.patience) { isLate = true }
        isStarting = true
        findAdapter()
        while failure == nil, !isLate, state != .running || !advertising.isSettled {
            loop.turn(mayBlock: true)
        }
        limit.cancel()
        isStarting = false
        if let failure { throw failure }
        if isLate { throw .noAnswer("to register", seconds: Int(options.patience / 1_000)) }
    }

    // MARK: What comes and goes

    func ownerChanged(_ owner: String?) {
        lose(.connectionTimeout)
        remote.clear()
        if owner == nil {
            isMissed = true
            onNotice("bluetoothd has stopped; the board returns with it")
            trace("bluetoothd has gone")
        } else {
            trace("bluetoothd is there")
            findAdapter()
        }
    }

    func added(_ path: String, _ interface: String) {
        if interface == RemoteObjects.device {
            if path.hasPrefix(devicePrefix) { deviceChanged(path) }
        } else if state == .waiting {
            useAdapter()
        }
    }

    func removed(_ path: String, _ interface: String) {
        if interface == RemoteObjects.device {
            if path.hasPrefix(devicePrefix) { deviceGone(path) }
        } else if path == adapter, interface == RemoteObjects.adapter {
            lose(.connectionTimeout)
            isMissed = true
            onNotice("\(Self.name(path)) has disappeared; the board returns with it")
            trace("\(Self.name(path)) has gone")
        }
    }

    func changed(_ path: String, _ interface: String, _ property: String) {
        switch (interface, property) {
        case (RemoteObjects.device, "Connected") where path.hasPrefix(devicePrefix):
            deviceChanged(path)
        case (RemoteObjects.device, "Paired") where path.hasPrefix(devicePrefix):
            pairingChanged(path)
        case (RemoteObjects.adapter, "Powered") where path == adapter && state == .running:
            // Another program switched it off: the links are gone, the registration is not.
            if adapterProperty("Powered")?.flag == false {
                trace("\(adapterName) is switched off")
                loseCentrals(.connectionTimeout)
            } else {
                trace("\(adapterName) is switched on")
                advertise()
            }
        default: break
        }
    }

    /// The parent path of the adapter's devices.
    private var devicePrefix: String { (adapter ?? "\0") + "/" }

    /// The adapter, or bluetoothd, is gone: links have ended, nothing is registered.
    func lose(_ reason: DisconnectReason) {
        guard state != .closed else { return }
        ticket += 1
        state = .waiting
        retry = nil
        advertising.stop()
        loseCentrals(reason)
        for object in characteristics {
            object.closeWrites()
            object.closeNotify()
        }
        adapter = nil
        strangers = []
        kept = [:]
    }

    // MARK: Step by step

    private func findAdapter() {
        ticket += 1
        let current = ticket
        bus.call(Self.service, "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects") {
            [weak self] answer in
            guard let self, current == ticket else { return }
            switch answer {
            case .success(let reply):
                remote.load(reply.first)
                // bluetoothd may signal an adapter just before it lists it; it is being set up then.
                if state == .waiting { useAdapter() }
            case .failure(let error):
                stumble(BlueZError("to ask BlueZ for its adapters", error, adapter: ""))
            }
        }
    }

    /// Chooses the adapter once all its required interfaces exist.
    private func useAdapter() {
        let there = remote.paths(with: RemoteObjects.adapter)
        let chosen = there.first { options.adapter == nil || Self.name($0) == options.adapter }
        guard let chosen else {
            if isStarting { fail(.noAdapter(options.adapter, there: there.map(Self.name))) }
            return
        }
        guard remote.has(RemoteObjects.gattManager, at: chosen),
            remote.has(RemoteObjects.advertisingManager, at: chosen)
        else {
            // A new adapter exports them one after the other.
            if isStarting { fail(.noPeripheralRole(Self.name(chosen))) }
            return
        }
        if let roles = remote[chosen, RemoteObjects.adapter]?["Roles"]?.texts, !roles.isEmpty,
            !roles.contains("peripheral"), !roles.contains("central-peripheral")
        {
            return fail(.noPeripheralRole(Self.name(chosen)))
        }
        // Later they may be the board's own: the kernel keeps the connections of a killed
        // bluetoothd.
        if isStarting, let error = collision(on: chosen) { return stumble(error) }
        adapter = chosen
        state = .settingUp
        for path in remote.paths(with: RemoteObjects.device) where path.hasPrefix(chosen + "/") {
            let device = remote[path, RemoteObjects.device]
            if device?["Connected"]?.flag == true { strangers.insert(path) }
            if device?["Paired"]?.flag == true, !ours.contains(path) { acquaintances.insert(path) }
        }
        powerUp(chosen)
    }

    /// A service of the board that is on the adapter already.
    private func collision(on path: String) -> BlueZError? {
        let there = Set(
            remote[path, RemoteObjects.adapter]?["UUIDs"]?.texts?.map { $0.lowercased() } ?? [])
        for service in services where there.contains(service.uuid.onBus) {
            let name = "\(service.uuid)"
            return service.uuid.isStandard
                ? .serviceTaken(name, adapter: Self.name(path))
                : .serviceShared(name, adapter: Self.name(path))
        }
        return nil
    }

    private func powerUp(_ path: String) {
        guard options.isFirst else { return register(path) }
        let current = ticket
        let properties = remote[path, RemoteObjects.adapter] ?? [:]
        settings.set("Powered", to: .bool(true), from: properties["Powered"], at: path) {
            [weak self] error in
            guard let self, current == ticket else { return }
            if let error {
                return stumble(
                    BlueZError("to switch \(adapterName) on", error, adapter: adapterName))
            }
            rename()
            startPairing()
            register(path)
        }
    }

    /// The adapter's alias is the GAP device name (2A00).
    func rename() {
        guard options.isFirst, let adapter, !peripheral.gapName.isEmpty else { return }
        settings.set(
            "Alias", to: .string(peripheral.gapName), from: adapterProperty("Alias"), at: adapter
        ) { [weak self] error in
            if let error { self?.notice("the adapter keeps its name: \(error)") }
        }
    }

    private func register(_ path: String) {
        let current = ticket
        makeObjects()
        bus.call(
            Self.service, path, RemoteObjects.gattManager, "RegisterApplication",
            [.path(Self.root + "/application"), .options([])]
        ) { [weak self] answer in
            guard let self, current == ticket else { return }
            if case .failure(let error) = answer {
                return stumble(
                    BlueZError("to register the services", error, adapter: adapterName))
            }
            state = .running
            attempts = 0
            trace("on \(adapterName), \(address)")
            if isMissed { onNotice("the board is back on \(adapterName)") }
            isMissed = false
            advertising.start(on: path)
            advertise()
            // A device that connected meanwhile did so before the board existed.
            for device in remote.paths(with: RemoteObjects.device)
            where device.hasPrefix(path + "/") { deviceChanged(device) }
        }
    }

    /// A step failed: at the start that is fatal, later it is retried for a while, because a
    /// starting daemon refuses for a moment.
    private func stumble(_ error: BlueZError) {
        if isStarting || error == .busClosed { return fail(error) }
        ticket += 1
        state = .waiting
        attempts += 1
        guard attempts <= 30 else { return fail(error) }
        trace("\(error); again in a second")
        retry = loop.after(milliseconds: 1_000) { [weak self] in
            self?.retry = nil
            self?.findAdapter()
        }
    }

    // MARK: The application

    /// The services to register: the standard services only for the first board.
    var services: [Service] {
        peripheral.services.filter { options.isFirst || !$0.uuid.isStandard }
    }

    /// Objects are reported newest first, like bluetoothd's own, and bluetoothd assigns handles in
    /// that order: so they are created from the last to the first.
    private func makeObjects() {
        for path in servicePaths { objects.removeAll(below: path) }
        servicePaths = []
        characteristics = []
        for (index, service) in services.enumerated().reversed() {
            let path = "\(Self.root)/application/service\(index)"
            servicePaths.append(path)
            objects.add(ServiceObject(service), at: path)
            for (index, characteristic) in service.characteristics.enumerated().reversed() {
                add(characteristic, at: "\(path)/characteristic\(index)", of: path)
            }
        }
        characteristics.reverse()
        objects.flush()
    }

    private func add(_ characteristic: Characteristic, at path: String, of service: String) {
        let object = CharacteristicObject(
            characteristic, at: path, of: service,
            flags: AttributeFlags.of(characteristic, minimum: options.minimumSecurity),
            board: self)
        objects.add(object, at: path)
        characteristics.append(object)
        for (index, descriptor) in characteristic.descriptors.enumerated().reversed() {
            let flags = AttributeFlags.of(
                descriptor, in: characteristic, minimum: options.minimumSecurity)
            objects.add(
                DescriptorObject(descriptor, of: path, flags: flags, board: self),
                at: "\(path)/descriptor\(index)")
        }
    }

    /// The board has new services: BlueZ only accepts them as another registration.
    func registerAnew() {
        guard state == .running, let adapter else { return }
        ticket += 1
        let current = ticket
        state = .settingUp
        for object in characteristics {
            object.closeWrites()
            object.closeNotify()
        }
        trace("other services")
        bus.call(
            Self.service, adapter, RemoteObjects.gattManager, "UnregisterApplication",
            [.path(Self.root + "/application")]
        ) { [weak self] _ in
            guard let self, current == ticket else { return }
            register(adapter)
        }
    }

    func changed(_ property: String, of object: CharacteristicObject) {
        guard object.interface.properties.contains(where: { $0.name == property }) else { return }
        objects.changed(property, of: CharacteristicObject.name, at: object.path)
    }
}

extension BluetoothUUID {
    /// Assigned by the Bluetooth SIG.
    var isStandard: Bool {
        if case .short = self { true } else { false }
    }
}
