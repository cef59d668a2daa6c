import Bluetooth
import Simulation

/// The Attribute Protocol's server over a peripheral's services: bytes in, bytes out, independent
/// of any link (Core Vol 3, Part F, and Part G for the meaning of the attributes).
///
/// A link opens a connection, passes every ATT PDU of the central to `handle`, and sends the
/// result. Nothing that a central sends can trap it.
package final class AttributeServer {
    let peripheral: any Peripheral
    /// The current attributes.
    @exclusivity(unchecked) package private(set) var table: AttributeTable {
        didSet { changeCount &+= 1 }
    }
    @exclusivity(unchecked) var connections: [ServerConnection] = [] {
        didSet { changeCount &+= 1 }
    }
    /// One more with every change of the attributes or of a connection: what was asked before, as by
    /// `notificationTarget`, holds while this number stays.
    package var changes: Int { changeCount }
    @exclusivity(unchecked) private var changeCount = 0

    private let minimumSecurity: Security
    private let tables: AttributeTables?

    /// A peripheral that answers later; nil for one that has its values.
    let deferring: (any DeferringPeripheral)?
    /// Called with a response that was not known when its request was handled.
    package var onAnswer: (ConnectionID, _ response: [UInt8]) -> Void = { _, _ in }
    /// Called when a central did not wait for a response before its next request.
    package var onSecondRequest: (ConnectionID) -> Void = { _ in }
    var pending: [PendingRequest] = []
    /// The request being answered.
    var playing: PendingRequest?
    var tickets: UInt64 = 0
    private(set) lazy var lifetime = Lifetime(of: self)

    /// A server for the peripheral's current services; each of their values needs a link of at
    /// least the given security.
    ///
    /// - Parameter tables: shared with servers of equal peripherals.
    package init(
        _ peripheral: any Peripheral, minimumSecurity: Security = .open,
        sharing tables: AttributeTables? = nil
    ) {
        self.peripheral = peripheral
        self.minimumSecurity = minimumSecurity
        self.tables = tables
        deferring = peripheral.deferredValues?.peripheral
        let own = AttributeTable(of: peripheral, minimumSecurity: minimumSecurity)
        table = tables?.shared(own) ?? own
    }

    /// Begins a connection, with default MTU and nothing subscribed.
    package func open(
        _ connection: ConnectionID, security: Security = .open, bonded: Bool = false
    ) {
        close(connection)
        connections.append(
            ServerConnection(
                id: connection, security: security, bonded: bonded,
                configurations: [UInt8](repeating: 0, count: table.configurations)))
    }

    /// Forgets a connection and its pending request.
    package func close(_ connection: ConnectionID) {
        if let index = index(of: connection), !connections[index].prepared.parts.isEmpty {
            peripheral.broke(
                .neverExecuted(parts: connections[index].prepared.parts.count), by: connection)
        }
        connections.removeAll { $0.id == connection }
        pending.removeAll { $0.connection == connection }
        if playing?.connection == connection { playing = nil }
    }

    /// Sets the protection of the link, and whether keys are kept.
    package func secure(_ connection: ConnectionID, _ security: Security, bonded: Bool? = nil) {
        guard let index = index(of: connection) else { return }
        connections[index].security = security
        if let bonded { connections[index].bonded = bonded }
    }

    /// The ATT MTU in force, in bytes.
    package func mtu(of connection: ConnectionID) -> Int {
        index(of: connection).map { connections[$0].mtu } ?? ServerConnection.defaultMTU
    }

    /// Reads the peripheral's services again. Their subscriptions end, unless the peripheral lays
    /// out its attributes itself; a central that subscribed to Service Changed gets an indication
    /// from `serviceChanged`.
    package func rebuild() {
        let old = table
        let new = AttributeTable(of: peripheral, minimumSecurity: minimumSecurity)
        table = tables?.shared(new) ?? new
        for index in connections.indices {
            let before = connections[index].configurations
            connections[index].configurations = [UInt8](repeating: 0, count: table.configurations)
            connections[index].configurations[0] = before.first ?? 0
            guard deferring == nil else {
                keep(before, of: old, index)
                continue
            }
            _ = connections[index].prepared.take()
            // A pending indication stays pending, but its characteristic is no longer in the table.
            if connections[index].indicating > 0 {
                connections[index].indicating = table.serviceChangedHandle
            }
        }
    }

    func index(of connection: ConnectionID) -> Int? {
        for index in connections.indices where connections[index].id == connection { return index }
        return nil
    }

    /// Answers one PDU of a central; `response` is the bytes to send back, empty for none.
    ///
    /// The peripheral's methods are called from here, and may call its link.
    ///
    /// - Parameter isAnswering: whether an answer has not reached the central yet; a link that takes
    ///   time knows it.
    package func handle(
        _ pdu: Span<UInt8>, from connection: ConnectionID, isAnswering: Bool = false,
        into response: inout [UInt8]
    ) {
        response.removeAll(keepingCapacity: true)
        guard let index = index(of: connection), pdu.count > 0 else { return }
        let request: AttributePDU
        do {
            request = try AttributePDU(pdu)
        } catch {
            refuse(pdu, error, &response, by: connection)
            return
        }
        guard pdu.count <= connections[index].mtu else {
            refuse(pdu, .invalidLength(request.opcode, pdu.count), &response, by: connection)
            return
        }
        if isAnswering, request.opcode.isRequest {
            peripheral.broke(.requestBeforeAnswer(request.opcode), by: connection)
        }
        let call = AttributeCall(
            request: request, connection: connection, mtu: connections[index].mtu)
        if deferring != nil, request.opcode.isRequest {
            begin(call, pdu, &response)
        } else {
            run(call, pdu, &response)
        }
    }

    /// Answers a well-formed PDU.
    func run(_ call: AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]) {
        var call = call
        do throws(ATTError) {
            try answer(&call, pdu, &response)
        } catch {
            // A deferred answer is not known yet.
            if playing?.isWaiting != true {
                tellRefusal(
                    pdu, error, handle: call.handle, header: call.request.headerLength,
                    by: call.connection)
            }
            if call.request.opcode.isRequest {
                Self.encode(error, handle: call.handle, to: pdu[0], &response)
            } else {
                response.removeAll(keepingCapacity: true)
            }
        }
    }

    /// A malformed request, or one longer than the MTU, gets Invalid PDU, an unknown one Request
    /// Not Supported (Core Vol 3, Part F, 3.4.1.1 and 3.3); commands and PDUs for clients get no
    /// answer.
    private func refuse(
        _ pdu: Span<UInt8>, _ error: AttributePDUError, _ response: inout [UInt8],
        by connection: ConnectionID
    ) {
        let opcode = pdu[0]
        switch error {
        case .invalidLength(let known, _):
            tellRefusal(pdu, .invalidPDU, by: connection)
            if known.isRequest { Self.encode(.invalidPDU, handle: 0, to: opcode, &response) }
        case .unknownOpcode:
            tellRefusal(pdu, .requestNotSupported, by: connection)
            if !AttributeOpcode.isCommand(opcode) {
                Self.encode(.requestNotSupported, handle: 0, to: opcode, &response)
            }
        default: break
        }
    }

    private static func encode(
        _ error: ATTError, handle: UInt16, to opcode: UInt8, _ response: inout [UInt8]
    ) {
        AttributePDU(.errorResponse, UInt16(opcode), handle, UInt16(error.rawValue))
            .encode(into: &response)
    }

    private func answer(
        _ call: inout AttributeCall, _ pdu: Span<UInt8>, _ response: inout [UInt8]
    ) throws(ATTError) {
        switch call.request.opcode {
        case .exchangeMTURequest: exchangeMTU(call, &response)
        case .findInformationRequest: try findInformation(&call, &response)
        case .findByTypeValueRequest: try findByTypeValue(&call, pdu, &response)
        case .readByTypeRequest: try readByType(&call, pdu, &response)
        case .readByGroupTypeRequest: try readByGroupType(&call, pdu, &response)
        case .readRequest: try read(&call, from: 0, .readResponse, &response)
        case .readBlobRequest:
            try read(&call, from: Int(call.request.second), .readBlobResponse, &response)
        case .readMultipleRequest: try readMultiple(&call, pdu, lengths: false, &response)
        case .readMultipleVariableRequest: try readMultiple(&call, pdu, lengths: true, &response)
        case .writeRequest: try write(&call, pdu, &response)
        case .writeCommand: try command(&call, pdu)
        case .prepareWriteRequest: try prepareWrite(&call, pdu, &response)
        case .executeWriteRequest: try executeWrite(&call, &response)
        case .confirmation: confirm(call.connection, &response)
        // There are no keys to check a signature with, and the other PDUs are for clients only.
        default: break
        }
    }

    /// 3.4.2: the smaller of both receive MTUs applies from now on. Only the first exchange counts.
    private func exchangeMTU(_ call: AttributeCall, _ response: inout [UInt8]) {
        let own = min(max(peripheral.maximumMTU, ServerConnection.defaultMTU), 517)
        AttributePDU(.exchangeMTUResponse, UInt16(own)).encode(into: &response)
        if call.request.first < ServerConnection.defaultMTU {
            peripheral.broke(.mtuTooSmall(Int(call.request.first)), by: call.connection)
        }
        guard let index = index(of: call.connection) else { return }
        guard !connections[index].mtuExchanged else {
            return peripheral.broke(.secondExchange, by: call.connection)
        }
        let mtu = min(max(Int(call.request.first), ServerConnection.defaultMTU), own)
        connections[index].mtuExchanged = true
        guard mtu != connections[index].mtu else { return }
        connections[index].mtu = mtu
        peripheral.mtuChanged(call.connection, mtu: mtu)
    }
}

/// One PDU being answered.
struct AttributeCall {
    let request: AttributePDU
    let connection: ConnectionID
    let mtu: Int
    /// The handle for an error response.
    var handle: UInt16

    init(request: AttributePDU, connection: ConnectionID, mtu: Int) {
        self.request = request
        self.connection = connection
        self.mtu = mtu
        handle = request.opcode == .executeWriteRequest ? 0 : request.first
    }

    /// The handles from `first` to `second` (Core Vol 3, Part F, 3.4.3.1: starting handle not 0 and
    /// not above the ending handle).
    func range(in table: AttributeTable) throws(ATTError) -> Range<Int> {
        guard request.first > 0, request.first <= request.second else { throw .invalidHandle }
        let end = min(Int(request.second), table.attributes.count)
        return Int(request.first)..<max(end + 1, Int(request.first))
    }
}
