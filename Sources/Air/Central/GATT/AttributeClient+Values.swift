internal import Bluetooth

/// Reading and writing values (Core Vol 3, Part G, 4.8 and 4.9).
extension AttributeClient {
    func read(_ handle: UInt16, _ done: @escaping Completion<[UInt8]>) {
        request(AttributePDU(.readRequest, handle).bytes()) { pdu, error in
            if let error { done(.failure(error)) } else { done(.success(pdu.array(from: 1))) }
        }
    }

    /// A read, then blobs until one is not full; from an offset, blobs only.
    package func readLong(
        _ handle: UInt16, from offset: UInt16 = 0, _ done: @escaping Completion<[UInt8]>
    ) {
        let pdu =
            offset == 0
            ? AttributePDU(.readRequest, handle) : AttributePDU(.readBlobRequest, handle, offset)
        request(pdu.bytes()) { pdu, error in
            if let error { return done(.failure(error)) }
            let isFull = pdu.count == self.mtu
            self.readRest(handle, offset, pdu.array(from: 1), full: isFull, done)
        }
    }

    private func readRest(
        _ handle: UInt16, _ start: UInt16, _ value: [UInt8], full: Bool,
        _ done: @escaping Completion<[UInt8]>
    ) {
        let next = Int(start) + value.count
        guard full, next < 512 else { return done(.success(value)) }
        let blob = AttributePDU(.readBlobRequest, handle, UInt16(next)).bytes()
        request(blob) { pdu, error in
            switch error {
            case .attribute(.attributeNotLong, _)?: done(.success(value))
            case let error?: done(.failure(error))
            case nil:
                let longer = value + pdu.array(from: 1)
                self.readRest(handle, start, longer, full: pdu.count == self.mtu, done)
            }
        }
    }

    package func write(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {
        guard bytes.count <= mtu - 3 else { return done(.failure(tooLong(bytes))) }
        request(AttributePDU(.writeRequest, handle).bytes(bytes)) { _, error in
            if let error { done(.failure(error)) } else { done(.success(())) }
        }
    }

    /// A value that is sent in parts.
    private struct LongWrite {
        var bytes: [UInt8]
        var handle: UInt16
        var start: UInt16
        var comparesEcho: Bool
        var stepsByNewMTU: Bool
    }

    /// Prepares part after part, compares each echo if requested, and executes; cancels if one
    /// differs.
    package func writeLong(
        _ bytes: [UInt8], to handle: UInt16, from offset: UInt16 = 0, comparing: Bool = true,
        stepsByNewMTU: Bool = false, _ done: @escaping Completion<Void>
    ) {
        guard bytes.count + Int(offset) <= 0xFFFF else {
            return done(.failure(.invalid("an offset is at most 65535")))
        }
        let write = LongWrite(
            bytes: bytes, handle: handle, start: offset, comparesEcho: comparing,
            stepsByNewMTU: stepsByNewMTU)
        prepare(write, 0, done)
    }

    private func prepare(_ write: LongWrite, _ index: Int, _ done: @escaping Completion<Void>) {
        let part = Array(write.bytes[index..<min(write.bytes.count, index + mtu - 5)])
        let pdu = AttributePDU(
            .prepareWriteRequest, write.handle, write.start + UInt16(index)
        ).bytes(part)
        request(pdu) { echo, error in
            if let error { return self.execute(false, failing: error, done) }
            guard !write.comparesEcho || echo.array(from: 1) == Array(pdu.dropFirst()) else {
                let error = CentralError.protocolViolation("a prepared write's echo differs")
                return self.execute(false, failing: error, done)
            }
            let next = index + (write.stepsByNewMTU ? self.mtu - 5 : part.count)
            if next < write.bytes.count {
                self.prepare(write, next, done)
            } else {
                self.execute(true, failing: nil, done)
            }
        }
    }

    private func execute(
        _ write: Bool, failing cause: CentralError?, _ done: @escaping Completion<Void>
    ) {
        request(AttributePDU(.executeWriteRequest, write ? 1 : 0).bytes()) { _, error in
            if let failure = cause ?? error {
                done(.failure(failure))
            } else {
                done(.success(()))
            }
        }
    }
}
