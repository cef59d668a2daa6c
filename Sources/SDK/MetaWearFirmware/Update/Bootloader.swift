import CoreBluetooth
import Foundation
import MetaWearProtocol
import MetaWearTransport

/// How the bootloader of one board is recognised among others.
struct BootloaderIdentity: Sendable, Equatable {
    /// Of the board as an application. MetaBoot keeps the address.
    let identifier: UUID
    /// With the last byte of the address one greater, where Nordic's bootloaders are.
    var neighbour: UUID?
    /// Decides about a bootloader at any other address; nil if the board did not say it.
    var serialNumber: String?

    /// - Parameter address: of the application, most significant byte first: `C5:64:3C:5A:58:2E`; nil if unknown.
    init(identifier: UUID, address: String? = nil, serialNumber: String? = nil) {
        self.identifier = identifier
        self.serialNumber = serialNumber.flatMap { $0.isEmpty ? nil : $0 }
        var bytes = (address ?? "").split(separator: ":").compactMap { UInt8($0, radix: 16) }
        guard bytes.count == 6 else { return }
        // Only the last byte counts up, without a carry.
        bytes[5] &+= 1
        let text = bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
        neighbour = UUID(bluetoothAddress: text)
    }

    /// Whether a bootloader can be the board's: at the address next to it, or at any if its serial number can decide.
    func canBe(_ found: UUID) -> Bool { found == neighbour || serialNumber != nil }

    /// Whether a bootloader at another address than the board's is the board's.
    ///
    /// - Parameter serial: what it says; nil if it says nothing.
    func matches(_ found: UUID, serial: String?) -> Bool {
        guard let serial, let serialNumber else { return found == neighbour }
        return serial == serialNumber
    }
}

/// Characteristics of the bootloader.
enum UpdateUUID {
    static let service = CBUUID(string: BoardUUID.update)
    static let control = CBUUID(string: BoardUUID.updateControl)
    static let packet = CBUUID(string: BoardUUID.updatePacket)
    static let version = CBUUID(string: BoardUUID.updateVersion)
}

/// The link to a bootloader: every operation has its time, and the first that goes wrong ends the link.
struct BootloaderLink: Sendable {
    let transport: any BLETransport
    let limits: UpdateLimits

    /// Looks for the bootloader by its service: names can be changed.
    ///
    /// - Parameter others: bootloaders of other boards.
    /// - Returns: where it is; nil if none was found in time.
    func find(
        _ identity: BootloaderIdentity, except others: Set<UUID>, within limit: Duration
    ) async throws -> UUID? {
        let transport = transport
        let limits = limits
        let search = Task { () -> UUID? in
            let start = ContinuousClock.now
            for await result in await transport.scan(for: [UpdateUUID.service]) {
                let found = result.identifier
                if found == identity.identifier { return found }
                let isLate = ContinuousClock.now - start >= limits.patience
                if isLate, identity.canBe(found), !others.contains(found) { return found }
            }
            return nil
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            search.cancel()
        }
        defer { timer.cancel() }
        let found = await withTaskCancellationHandler {
            await search.value
        } onCancel: {
            search.cancel()
        }
        try Task.checkCancellation()
        return found
    }

    func connect(to identifier: UUID) async throws {
        do {
            try await bounded(limits.connect) { transport in
                try await withTaskCancellationHandler {
                    try await transport.connect(to: identifier)
                } onCancel: {
                    Task { try? await transport.disconnect() }
                }
            }
        } catch let error where !(error is CancellationError) {
            throw UpdateFailure.notReached
        }
    }

    /// A value; nil if the bootloader has none.
    func read(_ characteristic: CBUUID) async throws -> [UInt8]? {
        do {
            return [UInt8](
                try await bounded(limits.connect) { try await $0.read(from: characteristic) })
        } catch is TimeLimit {
            throw UpdateFailure.silent("a read")
        } catch let error where !(error is CancellationError) {
            return nil
        }
    }

    /// A text of device information, without what pads it.
    func text(_ characteristic: CBUUID) async throws -> String? {
        guard let bytes = try await read(characteristic) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            .trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    /// Writes with response.
    func write(_ control: UpdateControl) async throws {
        do {
            try await bounded(limits.write) {
                try await $0.write(
                    Data(control.bytes), to: UpdateUUID.control, type: .withResponse)
            }
        } catch is TimeLimit {
            throw UpdateFailure.silent("a write")
        } catch let error where !(error is CancellationError) {
            throw UpdateFailure.writeFailed(error.localizedDescription)
        }
    }

    /// Writes without response.
    func write(_ bytes: [UInt8]) async throws {
        do {
            try await bounded(limits.write) {
                try await $0.write(
                    Data(bytes), to: UpdateUUID.packet, type: .withoutResponse)
            }
        } catch is TimeLimit {
            throw UpdateFailure.silent("a packet")
        } catch let error where !(error is CancellationError) {
            throw UpdateFailure.writeFailed(error.localizedDescription)
        }
    }

    /// Ends the link, also in a task that was cancelled.
    func close() async {
        let transport = transport
        await Task { try? await transport.disconnect() }.value
    }

    /// An operation has taken its time.
    struct TimeLimit: Error {}

    /// An operation that ends with its time: a transport ends what is under way by disconnecting.
    func bounded<Value: Sendable>(
        _ limit: Duration, _ operation: (any BLETransport) async throws -> Value
    ) async throws -> Value {
        let transport = transport
        let timer = Task { () -> Bool in
            guard (try? await Task.sleep(for: limit)) != nil else { return false }
            try? await transport.disconnect()
            return true
        }
        defer { timer.cancel() }
        do {
            try Task.checkCancellation()
            return try await operation(transport)
        } catch {
            timer.cancel()
            if Task.isCancelled { throw CancellationError() }
            if await timer.value { throw TimeLimit() }
            throw error
        }
    }
}
