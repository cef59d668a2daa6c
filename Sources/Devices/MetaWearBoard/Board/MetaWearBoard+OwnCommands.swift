import Wire

extension MetaWearBoard {
    /// Queues an order behind the running call and behind earlier orders.
    func give(_ order: CommandQueue.Order) {
        if !commands.append(order) {
            trace("dropped: \(commands.count) commands of the board's own wait already")
        }
    }

    /// Runs the queued orders, unless a call is running that may add more.
    func runCommands() {
        guard !commands.isEmpty, callDepth == 0, !commands.isPaused else { return }
        callDepth = 1
        defer { callDepth = 0 }
        while let order = commands.first {
            if endsMacro(order) { continue }
            guard commands.spend(at: now) else {
                trace("\(CommandQueue.burst) commands at once: the rest takes the firmware time")
                return scheduleOwn(.commands, after: CommandQueue.pause)
            }
            // The queue is updated first: the command may be a reset, which empties it.
            switch order {
            case .command(let command, let event):
                commands.removeFirst()
                perform(command.array, by: .event(event))
            case .macro(let id, let place):
                guard let command = flash.macros[id]?.command(at: place) else { continue }
                commands.continueFirst(from: command.endIndex)
                perform(Array(command), by: .macro(id))
            }
        }
    }

    /// Removes a macro that has no command left or is erased from the queue.
    private func endsMacro(_ order: CommandQueue.Order) -> Bool {
        guard case .macro(let id, let place) = order,
            flash.macros[id]?.command(at: place) == nil
        else { return false }
        commands.removeFirst()
        if flash.macros[id] != nil { macros?.finished(id, on: self) }
        return true
    }

    /// Runs the boot macros in order of id, before the board advertises (protocol, core 7).
    ///
    /// All their own commands run now, whatever they cause: a loop of events cannot keep a board
    /// from advertising.
    func runBootMacros() {
        let boot = generation
        callDepth += 1
        for macro in flash.macros.all where macro.runsAtBoot {
            var place = 0
            while generation == boot, let command = macro.command(at: place) {
                place = command.endIndex
                perform(Array(command), by: .macro(macro.id))
            }
            if generation == boot { macros?.finished(macro.id, on: self) }
        }
        callDepth -= 1
        runCommands()
    }

    private var macros: Macros? { module() }
}
