import MetaWearTables

/// Commands of the processor module (protocol, core 4.1).
public struct ProcessorCommand: HostCommand, Equatable {
    /// Where the input comes from.
    public var source: SourceKey
    /// Which bytes of it.
    public var part: LogChunk
    /// The type's number.
    public var type: UInt8
    /// What follows it.
    public var configuration: [UInt8]
    /// The output's shape; its id is the board's to give.
    public var output: MWProcessorHandle

    /// A processor for a signal.
    public init(_ config: any MWDataProcessorConfig, source: any MWSignal) {
        let length = source.dataLength
        let channels = source.nChannels
        self.source = source.key
        part = LogChunk(offset: source.offset, length: length)
        type = config.typeID
        configuration = config.configBytes(
            inputLength: length, inputChannels: channels, inputSigned: source.isSigned)
        let outputs = max(1, config.outputChannels(inputLength: length, inputChannels: channels))
        output = MWProcessorHandle(
            id: 0, nChannels: outputs,
            channelSize: config.outputLength(inputLength: length, inputChannels: channels)
                / outputs,
            isSigned: config.outputSigned(inputSigned: source.isSigned))
    }

    /// `[09 02 source part type configuration]`; the board answers `[09 02 id]`, or not at all if it refuses.
    public var packet: Packet {
        Packet(.dataProcessor, 0x02, source.bytes + [part.pack, type] + configuration)
    }

    /// The processor that the board made.
    public func handle(id: UInt8) -> MWProcessorHandle {
        MWProcessorHandle(
            id: id, nChannels: output.nChannels, channelSize: output.channelSize,
            isSigned: output.isSigned)
    }

    /// Gives a processor that exists this configuration.
    public func modify(_ id: UInt8) -> Packet {
        Packet(.dataProcessor, 0x05, [id, type] + configuration)
    }

    /// Asks what a processor is.
    public static func read(_ id: UInt8) -> Packet { .read(.dataProcessor, 0x02, [id]) }
    /// Asks for a processor's state.
    public static func readState(_ id: UInt8) -> Packet { .read(.dataProcessor, 0x04, [id]) }
    /// Has a processor's state logged; no answer comes.
    public static func readStateSilently(_ id: UInt8) -> Packet {
        .silentRead(.dataProcessor, 0x04, [id])
    }
    /// Sets a processor's state: two bytes for a passthrough, four for a counter, an accumulator or a delta, the
    /// sample of a buffer, none to reset an average, a packer or an accounter.
    public static func setState(_ id: UInt8, _ bytes: [UInt8]) -> Packet {
        Packet(.dataProcessor, 0x04, [id] + bytes)
    }
    /// Removes a processor that nothing uses any more.
    public static func remove(_ id: UInt8) -> Packet { Packet(.dataProcessor, 0x06, [id]) }
    /// Removes all processors.
    public static let removeAll = Packet(.dataProcessor, 0x08)
    /// Turns the notifications of one processor on or off; `notifyGate` must be on as well.
    public static func notify(_ id: UInt8, _ isOn: Bool) -> Packet {
        Packet(.dataProcessor, 0x07, [id, isOn ? 1 : 0])
    }
    /// Without it no processor notifies anything.
    public static func notifyGate(_ isOn: Bool) -> Packet {
        .subscribe(.dataProcessor, 0x03, isOn)
    }

    /// Processor and data of a notification `[09 03 id data]`; nil for another packet.
    public static func notification(_ packet: [UInt8]) -> (id: UInt8, data: [UInt8])? {
        guard packet.count >= 3, packet[0] == 0x09, packet[1] == 0x03 else { return nil }
        return (packet[2], Array(packet[3...]))
    }

    /// Feeds back a signal into a processor's configuration: an event that replaces bytes of `modify` by the
    /// signal's data (protocol, core 4.7).
    ///
    /// - Parameters:
    ///   - source: whose data it is.
    ///   - length: bytes of it, 1 to 7.
    ///   - destination: from the id on: 4 is the right-hand side of a calculation, 3 the first reference of a
    ///     comparator, 5 that of its older form.
    /// - Throws: `MWError.operationFailed` for a length outside its range.
    public func feedback(
        from source: SourceKey, length: UInt8, into id: UInt8, at destination: UInt8
    ) throws(MWError) -> EventBinding {
        try EventBinding(
            source: source, command: modify(id),
            token: try MWEventDataToken(length: length, destOffset: destination))
    }
}
