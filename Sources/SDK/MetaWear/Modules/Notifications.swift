public import Foundation

extension MetaWearDevice {
    /// The packets that a register notifies, header included, from now on: for interrupts, as taps, and for whatever
    /// else has no type in this SDK. There may be any number of streams, also beside those of sensors of the module.
    ///
    /// The stream ends without an error after ``stopNotifications(of:register:)``, and with one when the link is lost.
    ///
    /// - Parameters:
    ///   - module: whose register it is.
    ///   - register: without flags. What makes the board notify it is the caller's to send, afterwards.
    /// - Throws: `MWError.invalidState` if the register streams a sensor; the error of the write.
    public func startNotifications(
        of module: MWModule, register: UInt8
    ) async throws -> AsyncThrowingStream<Data, any Error> {
        try await inTurn {
            let key = PacketKey(module, register)
            guard streams[key] == nil else {
                throw MWError.invalidState("\(key) is streaming already; stop that stream first")
            }
            let packets = await fanOut(module, register)
            let stream = packets.stream(of: nil, capacity: streamCapacity, drops: drops) { $0 }
            try await router.write(Packet.subscribe(module, key.register, true))
            return stream
        }
    }

    /// Ends the streams of ``startNotifications(of:register:)``.
    ///
    /// - Throws: the error of the write; the streams have ended all the same.
    public func stopNotifications(of module: MWModule, register: UInt8) async throws {
        try await inTurn {
            let key = PacketKey(module, register)
            let packets = fanOuts[key]
            packets?.finish(nil)
            // Streams of timers and processors go on, and a sensor's as well.
            guard packets?.isEmpty ?? true, streams[key] == nil else { return }
            try await writeAnyway([Packet.subscribe(module, key.register, false).data])
        }
    }
}
