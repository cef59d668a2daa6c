import Device
internal import Simulation
import Wire

extension MetaWearBoard {
    static let readBit: UInt8 = 0x80
    static let silentBit: UInt8 = 0x40
    static let registerMask: UInt8 = 0x3F

    /// A packet from the host.
    ///
    /// The firmware does not answer what it does not understand (protocol, core 1.5); the trace
    /// says why.
    public func perform(_ packet: [UInt8]) { perform(packet, by: .host) }

    /// Packets that an earlier host wrote before it left: the answers go nowhere, and the board
    /// advertises again as after every link.
    package func performBefore(_ packets: [[UInt8]]) {
        for packet in packets { perform(packet) }
        if radioState == .advertising { startAdvertising() }
    }

    /// A packet from the host, or an equivalent command that the board gives itself; the commands
    /// that it causes run after it.
    func perform(_ packet: [UInt8], by giver: CommandGiver) {
        if simulation.trace.isOn { trace("\(giver)> \(Hex.text(packet))  \(words(packet))") }
        tell(.command(packet, giver.source))
        callDepth += 1
        do throws(Refusal) {
            if giver == .host, packet.count > 1, packet[1] & Self.readBit != 0,
                has(.burstsOfReadsOverflow), !reads.take(at: now)
            {
                throw .refused(
                    .busy, "the queue of commands is full: more reads at once than it holds")
            }
            try execute(packet)
        } catch {
            trace("\(error)")
            tell(.ignored(Refused(error)))
        }
        callDepth -= 1
        tell(.commandEnded)
        runCommands()
    }

    private func execute(_ packet: [UInt8]) throws(Refusal) {
        guard packet.count >= 2 else { throw .shortPacket(count: packet.count) }
        guard metaBoot == nil else {
            throw .refused(.bootloader, "the bootloader runs, not the application")
        }
        guard pendingReset == nil, !isPoweredDown else {
            throw isPoweredDown
                ? .refused(.poweredDown, "the board is in power-down")
                : .refused(.resetting, "a reset is under way")
        }
        let id = packet[0]
        let register = packet[1] & Self.registerMask
        let isRead = packet[1] & Self.readBit != 0
        if isRead, register == 0 {
            guard packet[1] & Self.silentBit == 0 else {
                throw .refused(
                    .silentInformation, "a silent read of the information has no listener")
            }
            return try answerInformation(id)
        }
        let index = Int(moduleIndex[Int(id)])
        guard index > 0 else { throw .absentModule(id) }
        guard let module = modules[index - 1].module else { throw .unmodelledModule(id) }
        let payload = Array(packet[2...])
        if isRead {
            try module.read(
                register, payload, isSilent: packet[1] & Self.silentBit != 0, on: self)
        } else {
            try module.write(register, payload, at: index - 1, on: self)
            // It may draw another current from now on.
            supply?.settle()
        }
    }

    private func answerInformation(_ id: UInt8) throws(Refusal) {
        let index = Int(moduleIndex[Int(id)])
        guard index > 0 else {
            if has(.silentAbsentModules) { throw .absentModule(id) }
            send([id, Self.readBit])
            return
        }
        send(ShortBytes([id, Self.readBit] + modules[index - 1].information.bytes))
    }

    func read<M: Module>(
        _ module: M, _ id: UInt8, _ request: [UInt8], isSilent: Bool
    ) throws(Refusal) {
        let register = try available(module, id)
        guard let read = register.read else {
            throw .notReadable(name: register.declaration.name)
        }
        let value: RegisterValue?
        readFlags = isSilent ? SignalKey.silent : SignalKey.loud
        do throws(LayoutError) {
            value = try read(module, request, self)
        } catch {
            throw .malformed(name: register.declaration.name, error)
        }
        guard let value else { return }
        let flags = isSilent ? SignalKey.silent : SignalKey.loud
        route(
            SignalKey(M.id, flags | id, value.index), value.bytes,
            hasIndex: value.hasIndex)
    }

    func write<M: Module>(
        _ module: M, _ id: UInt8, _ payload: [UInt8], at index: Int
    ) throws(Refusal) {
        let register = try available(module, id)
        if register.declaration.access.contains(.notify), register.write == nil {
            guard payload.count == 1 else {
                throw .refused(
                    .notOneFlag,
                    "\(register.declaration.name) takes one byte, its subscription flag")
            }
            subscribe(module: index, register: id, isOn: payload[0] != 0)
            return
        }
        guard let write = register.write else {
            throw .notWritable(name: register.declaration.name)
        }
        do throws(LayoutError) {
            try write(module, payload, self)
        } catch {
            throw .malformed(name: register.declaration.name, error)
        }
        traceReservedRate(payload, register.declaration, of: M.name)
    }

    private func traceReservedRate(
        _ payload: [UInt8], _ declaration: RegisterDeclaration, of module: String
    ) {
        guard let rates = declaration.rates, let code = rates.code(in: payload),
            rates.isReserved(code)
        else { return }
        trace(
            "rate code \(code) of the \(module) is reserved: used as \(rates.used(code)), "
                + "\(RateCodes.text(rates.hertz(code))) Hz")
    }

    private func available<M: Module>(_ module: M, _ id: UInt8) throws(Refusal) -> Register<M> {
        guard let register = M.register(id) else {
            throw .unknownRegister(module: M.id, register: id)
        }
        let declaration = register.declaration
        let revision = modules[Int(moduleIndex[Int(M.id)]) - 1].information.revision
        guard revision >= declaration.since else {
            throw .newerRegister(name: declaration.name, since: declaration.since)
        }
        if let why = declaration.unmodelled {
            throw .unmodelledRegister(name: declaration.name, why: why)
        }
        return register
    }

    private func subscribe(module index: Int, register: UInt8, isOn: Bool) {
        let bit = UInt64(1) << UInt64(register)
        if modules[index].id == Switch.id, isOn, has(.switchSubscriptionToggles) {
            modules[index].subscriptions ^= bit
        } else if isOn {
            modules[index].subscriptions |= bit
        } else {
            modules[index].subscriptions &= ~bit
        }
        let id = modules[index].id
        for outlet in outlets where outlet.key.module == id && outlet.key.register == register {
            outlet.isSubscribed = modules[index].subscriptions & bit != 0
        }
    }

    /// Whether the host subscribed to notifications of a register; survives a disconnect (protocol,
    /// core 1.6).
    package func isSubscribed(_ module: UInt8, _ register: UInt8) -> Bool {
        let index = Int(moduleIndex[Int(module)])
        return index > 0 && modules[index - 1].subscriptions >> UInt64(register) & 1 != 0
    }

    /// A packet in words, from the register tables.
    ///
    /// - Parameter fromBoard: true for a notification, false for what a host writes.
    public func words(_ packet: [UInt8], fromBoard: Bool = false) -> String {
        reading(packet, fromBoard: fromBoard).words
    }

    /// What a packet says, from the register tables.
    ///
    /// - Parameter fromBoard: true for a notification, false for what a host writes.
    package func reading(_ packet: [UInt8], fromBoard: Bool) -> PacketReading {
        guard packet.count >= 2 else { return PacketReading("no packet") }
        let index = Int(moduleIndex[Int(packet[0])])
        let register = packet[1] & Self.registerMask
        let isRead = packet[1] & Self.readBit != 0
        let verb =
            !isRead || fromBoard ? "" : packet[1] & Self.silentBit != 0 ? "silent read " : "read "
        guard index > 0 else {
            return PacketReading("module \(Hex.text([packet[0]])), absent", verb: verb)
        }
        let installed = modules[index - 1]
        let declaration = installed.module?.declarations.first { $0.id == register }
        let name =
            register == 0
            ? "information" : declaration?.name ?? "register \(Hex.text([register]))"
        var reading = PacketReading("\(installed.name) \(name)", verb: verb)
        reading.module = installed.name
        if register == 0 || declaration != nil { reading.register = name }
        if register != 0 {
            declaration?.read(
                Array(packet[2...]), isRead: isRead, fromBoard: fromBoard, into: &reading)
        }
        return reading
    }
}

extension MetaWearBoard {
    /// Whether a signal consists of signed numbers, as far as the firmware knows.
    package func isSigned(_ key: SignalKey) -> Bool { processors?.isSigned(key) ?? false }

    /// The signals that the host has subscribed to, but for those that stand for many: outputs of processors, entries of
    /// the log, ends of timers and macros.
    package var subscribedSignals: [SignalKey] {
        let collective: Set<UInt8> = [DataProcessor.id, Logging.id, Timers.id, Macros.id]
        return modules.filter { !collective.contains($0.id) }.flatMap { installed in
            (installed.module?.declarations ?? [])
                .filter { $0.access.contains(.notify) && isSubscribed(installed.id, $0.id) }
                .map { SignalKey(installed.id, $0.id) }
        }
    }

    /// The name of a module and the declaration of one of its registers; nil if the board does not
    /// have it, or the model does not.
    package func register(
        _ module: UInt8, _ register: UInt8
    ) -> (module: String, declaration: RegisterDeclaration)? {
        let index = Int(moduleIndex[Int(module)])
        guard index > 0,
            let declaration = modules[index - 1].module?.declarations.first(where: {
                $0.id == register & Self.registerMask
            })
        else { return nil }
        return (modules[index - 1].name, declaration)
    }
}
