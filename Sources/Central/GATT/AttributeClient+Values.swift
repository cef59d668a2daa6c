import Bluetooth

/// Reading and writing values (Core Vol 3, Part G, 4.8 and 4.9).
extension AttributeClient {
    func read(_ handle: UInt16, _ done: @escaping Completion<[UInt8]>) {
        request(AttributePDU(.readRequest, handle).bytes()) { pdu, error in
            if let error { done(.failure(error)) } else { done(.success(pdu.array(from: 1))) }
        }
    }

    /// A read, then blobs until one comes that is not full.
    func readLong(_ handle: UInt16, _ done: @escaping Completion<[UInt8]>) {
        request(AttributePDU(.readRequest, handle).bytes()) { pdu, error in
            if let error { return done(.failure(error)) }
            self.readRest(handle, pdu.array(from: 1), full: pdu.count == self.mtu, done)
        }
    }

    private func readRest(
        _ handle: UInt16, _ value: [UInt8], full: Bool, _ done: @escaping Completion<[UInt8]>
    ) {
        guard full, value.count < 512 else { return done(.success(value)) }
        let blob = AttributePDU(.readBlobRequest, handle, UInt16(value.count)).bytes()
        request(blob) { pdu, error in
            switch error {
            case .attribute(.attributeNotLong, _)?: done(.success(value))
            case let error?: done(.failure(error))
            case nil:
                let longer = value + pdu.array(from: 1)
                self.readRest(handle, longer, full: pdu.count == self.mtu, done)
            }
        }
    }

    func readMultiple(_ handles: [UInt16], _ done: @escaping Completion<[UInt8]>) {
        guard handles.count >= 2, 1 + 2 * handles.count <= mtu else {
            return done(.failure(.invalid("give 2 to \((mtu - 1) / 2) handles")))
        }
        var pdu = AttributePDU(.readMultipleRequest).bytes()
        for handle in handles { pdu.append(word: handle) }
        request(pdu) { pdu, error in
            if let error { done(.failure(error)) } else { done(.success(pdu.array(from: 1))) }
        }
    }

    func write(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {
        guard bytes.count <= mtu - 3 else { return done(.failure(tooLong(bytes))) }
        request(AttributePDU(.writeRequest, handle).bytes(bytes)) { _, error in
            if let error { done(.failure(error)) } else { done(.success(())) }
        }
    }

    /// Prepares part after part, compares each echo, and executes; cancels if one differs.
    func writeLong(_ bytes: [UInt8], to handle: UInt16, _ done: @escaping Completion<Void>) {
        guard bytes.count <= 512 else {
            return done(.failure(.invalid("a value has at most 512 bytes, not \(bytes.count)")))
        }
        prepare(bytes, handle, 0, done)
    }

    private func prepare(
        _ bytes: [UInt8], _ handle: UInt16, _ offset: Int, _ done: @escaping Completion<Void>
    ) {
        let part = Array(bytes[offset..<min(bytes.count, offset + mtu - 5)])
        let pdu = AttributePDU(.prepareWriteRequest, handle, UInt16(offset)).bytes(part)
        request(pdu) { echo, error in
            if let error { return self.execute(false, failing: error, done) }
            guard echo.array(from: 1) == Array(pdu.dropFirst()) else {
                let error = CentralError.protocolViolation("a prepared write's echo differs")
                return self.execute(false, failing: error, done)
            }
            let next = offset + part.count
            if next < bytes.count {
                self.prepare(bytes, handle, next, done)
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
