package import Bluetooth
internal import Peripheral

/// Finds services, their characteristics and their descriptors, request by request (Core Vol 3, Part
/// G, 4.4 to 4.7).
package final class ServiceDiscovery {
    private let client: AttributeClient
    private let wanted: [BluetoothUUID]?
    /// Leaves out the contents of the services.
    private let isShallow: Bool
    private let done: Completion<[RemoteService]>
    private var services: [RemoteService] = []

    package init(
        of client: AttributeClient, only wanted: [BluetoothUUID]?, isShallow: Bool = false,
        _ done: @escaping Completion<[RemoteService]>
    ) {
        self.client = client
        self.wanted = wanted
        self.isShallow = isShallow
        self.done = done
    }

    package func start() {
        if wanted != nil { findService(0, from: 1) } else { findServices(from: 1) }
    }

    /// Sends a request and passes on the response, the end (Attribute Not Found), or a failure.
    private func ask(
        _ pdu: [UInt8], onEnd: @escaping () -> Void, onAnswer: @escaping (Span<UInt8>) -> Void
    ) {
        client.request(pdu) { answer, error in
            switch error {
            case nil: onAnswer(answer)
            case .attribute(.attributeNotFound, _)?: onEnd()
            case let error?: self.done(.failure(error))
            }
        }
    }

    private func violation(_ what: String) { done(.failure(.protocolViolation(what))) }

    /// 4.4.1: Read By Group Type until there are no more.
    private func findServices(from start: UInt16) {
        let pdu = AttributePDU(.readByGroupTypeRequest, start, 0xFFFF).bytes([0x00, 0x28])
        ask(pdu, onEnd: { self.findCharacteristics(0) }) { answer in
            let length = Int(answer[1])
            guard length == 6 || length == 20, answer.count > 2, (answer.count - 2) % length == 0
            else { return self.violation("a service entry of \(length) bytes") }
            var last = start
            for entry in stride(from: 2, to: answer.count, by: length) {
                let first = answer.word(at: entry)
                let end = answer.word(at: entry + 2)
                let bytes = answer.extracting(entry + 4..<entry + length).array()
                guard let uuid = BluetoothUUID(littleEndian: bytes), first >= last, end >= first
                else { return self.violation("services are not in the order of their handles") }
                self.services.append(RemoteService(uuid: uuid, handles: first...end))
                last = end
            }
            if last == 0xFFFF {
                self.findCharacteristics(0)
            } else {
                self.findServices(from: last + 1)
            }
        }
    }

    /// 4.4.2: Find By Type Value for each wanted service.
    private func findService(_ index: Int, from start: UInt16) {
        guard let wanted, index < wanted.count else { return findCharacteristics(0) }
        let uuid = wanted[index]
        let pdu = AttributePDU(.findByTypeValueRequest, start, 0xFFFF, 0x2800)
            .bytes(uuid.littleEndian)
        ask(pdu, onEnd: { self.findService(index + 1, from: 1) }) { answer in
            guard answer.count > 1, (answer.count - 1) % 4 == 0 else {
                return self.violation("a list of handles of \(answer.count - 1) bytes")
            }
            var last = start
            for entry in stride(from: 1, to: answer.count, by: 4) {
                let first = answer.word(at: entry)
                let end = answer.word(at: entry + 2)
                guard first >= last, end >= first else {
                    return self.violation("services are not in the order of their handles")
                }
                self.services.append(RemoteService(uuid: uuid, handles: first...end))
                last = end
            }
            if last == 0xFFFF {
                self.findService(index + 1, from: 1)
            } else {
                self.findService(index, from: last + 1)
            }
        }
    }

    private func findCharacteristics(_ index: Int) {
        if isShallow { return done(.success(services)) }
        guard index < services.count else { return findDescriptors(0, 0) }
        findCharacteristics(index, from: services[index].handles.lowerBound)
    }

    /// 4.6.1: Read By Type within the service.
    private func findCharacteristics(_ index: Int, from start: UInt16) {
        let end = services[index].handles.upperBound
        let pdu = AttributePDU(.readByTypeRequest, start, end).bytes([0x03, 0x28])
        let finish = {
            self.closeCharacteristics(index)
            self.findCharacteristics(index + 1)
        }
        ask(pdu, onEnd: finish) { answer in
            let length = Int(answer[1])
            guard length == 7 || length == 21, answer.count > 2, (answer.count - 2) % length == 0
            else { return self.violation("a characteristic entry of \(length) bytes") }
            var last = start
            for entry in stride(from: 2, to: answer.count, by: length) {
                let handle = answer.word(at: entry)
                let bytes = answer.extracting(entry + 5..<entry + length).array()
                guard let uuid = BluetoothUUID(littleEndian: bytes), handle >= last, handle <= end
                else { return self.violation("characteristics are not in order") }
                self.services[index].characteristics.append(
                    RemoteCharacteristic(
                        uuid: uuid,
                        properties: CharacteristicProperties(rawValue: answer[entry + 2]),
                        handle: handle, valueHandle: answer.word(at: entry + 3), endHandle: end))
                last = handle
            }
            if last >= end { finish() } else { self.findCharacteristics(index, from: last + 1) }
        }
    }

    /// A characteristic ends where the next one begins.
    private func closeCharacteristics(_ index: Int) {
        let count = services[index].characteristics.count
        for i in 0..<max(0, count - 1) {
            services[index].characteristics[i].endHandle =
                services[index].characteristics[i + 1].handle - 1
        }
    }

    /// 4.7.1: Find Information behind each value.
    private func findDescriptors(_ service: Int, _ characteristic: Int) {
        guard service < services.count else { return done(.success(services)) }
        guard characteristic < services[service].characteristics.count else {
            return findDescriptors(service + 1, 0)
        }
        let found = services[service].characteristics[characteristic]
        guard found.valueHandle < found.endHandle else {
            return findDescriptors(service, characteristic + 1)
        }
        findDescriptors(service, characteristic, from: found.valueHandle + 1, to: found.endHandle)
    }

    private func findDescriptors(
        _ service: Int, _ characteristic: Int, from start: UInt16, to end: UInt16
    ) {
        let pdu = AttributePDU(.findInformationRequest, start, end).bytes()
        ask(pdu, onEnd: { self.findDescriptors(service, characteristic + 1) }) { answer in
            let length = answer[1] == 1 ? 4 : 18
            guard answer.count > 2, (answer.count - 2) % length == 0 else {
                return self.violation("a list of descriptors of \(answer.count - 2) bytes")
            }
            var last = start
            for entry in stride(from: 2, to: answer.count, by: length) {
                let handle = answer.word(at: entry)
                let bytes = answer.extracting(entry + 2..<entry + length).array()
                guard let uuid = BluetoothUUID(littleEndian: bytes), handle >= last, handle <= end
                else { return self.violation("descriptors are not in order") }
                self.services[service].characteristics[characteristic].descriptors.append(
                    RemoteDescriptor(uuid: uuid, handle: handle))
                last = handle
            }
            if last >= end {
                self.findDescriptors(service, characteristic + 1)
            } else {
                self.findDescriptors(service, characteristic, from: last + 1, to: end)
            }
        }
    }
}
