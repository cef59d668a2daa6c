import Wire

extension DataProcessor {
    /// Takes the lowest free id; there is no answer if the pool is full, the type or the
    /// configuration is invalid, or the source does not exist (protocol, core 4.2).
    ///
    /// A processor's source must exist before it, so outputs never form a circle, even when ids are
    /// used again.
    func add(_ payload: [UInt8], on board: MetaWearBoard) throws(LayoutError) {
        let definition = try Definition(payload)
        let source = definition.source
        if let parent = source.parent, processor(parent) == nil {
            return board.ignore(.noSource, "no processor \(parent) to be a source")
        }
        guard let free = slots.firstIndex(where: { $0 == nil }) else {
            return board.ignore(.tableFull, "all \(slots.count) processors are in use")
        }
        let place = Place(module: self, isSigned: isSigned(source.key), on: board)
        let processor = try Processor(
            UInt8(free), source, definition.kind, Array(payload.dropFirst(5)), place)
        setProcessors { $0[free] = processor }
        board.send([Self.id, 0x02, processor.id])
    }

    /// A new configuration; the state stays (protocol, core 4.7).
    func change(_ payload: [UInt8], on board: MetaWearBoard) throws(LayoutError) {
        let change = try Change(payload)
        guard let processor = processor(change.id), processor.kind == change.kind else {
            return board.ignore(.noSuchID, "no processor \(change.id) of type \(change.kind)")
        }
        let place = Place(module: self, isSigned: isSigned(processor.source.key), on: board)
        try processor.change(Array(payload.dropFirst(2)), place)
    }

    /// Refused while another processor depends on it (protocol, core 4.8).
    func remove(_ id: UInt8, on board: MetaWearBoard) {
        guard processor(id) != nil else { return board.ignore(.noSuchID, "no processor \(id)") }
        for case let other? in slots where other.id != id {
            if other.source.parent == id || other.algorithm.references.contains(id) {
                return board.ignore(.inUse, "processor \(other.id) uses processor \(id)")
            }
        }
        setProcessors { $0[Int(id)] = nil }
    }

    func removeAll() {
        setProcessors { slots in
            for id in slots.indices { slots[id] = nil }
        }
    }

    static let definitionRegister: Register<DataProcessor> = {
        var register = Register<DataProcessor>.command(0x02, "add", Definition.self) { _, _, _ in }
            .writing { module, bytes, board throws(LayoutError) in
                try module.add(bytes, on: board)
            }
        register.declaration.access.insert(.read)
        register.declaration.request = .of(Byte.self)
        register.declaration.answer = .of(Definition.self)
        register.declaration.created = .of(Byte.self)
        register.declaration.emptyAnswer = "a free slot"
        register.read = { module, request, board throws(LayoutError) in
            let id = try Byte(request).value
            if let processor = module.processor(id) { return RegisterValue(processor.definition) }
            return board.freeSlot.map { RegisterValue($0) }
        }
        return register
    }()

    static let parameterRegister = Register<DataProcessor>
        .command(0x05, "parameter", Change.self) { _, _, _ in }
        .writing { module, bytes, board throws(LayoutError) in
            try module.change(bytes, on: board)
        }

    static let stateRegister: Register<DataProcessor> = {
        var register = Register<DataProcessor>.command(0x04, "state", State.self) {
            module, state, board in
            guard let processor = module.processor(state.id) else {
                return board.ignore(.noSuchID, "no processor \(state.id)")
            }
            if !processor.algorithm.setState(ShortBytes(state.bytes)) {
                board.ignore(.notThere, "no state of a processor of type \(processor.kind)")
            }
        }
        register.declaration.access.insert(.read)
        register.declaration.request = .of(Byte.self)
        register.declaration.answer = .of(Bytes.self)
        register.declaration.hasIndex = true
        register.read = { module, request, _ throws(LayoutError) in
            let id = try Byte(request).value
            return module.processor(id)?.algorithm.state.map { RegisterValue($0, index: id) }
        }
        return register
    }()
}

extension Register {
    /// The same register with a write that takes the bytes unchanged.
    fileprivate func writing(
        _ write: @escaping Write
    ) -> Self {
        var copy = self
        copy.write = write
        return copy
    }
}
