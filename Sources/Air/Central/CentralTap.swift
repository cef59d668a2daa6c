public import Bluetooth
public import Peripheral
public import Simulation
import VirtualRadio

/// Observes a central's radio, for captures.
public protocol CentralTap: AnyObject {
    /// A scan began, active or not, or (nil) ended.
    func scanning(active: Bool?, at time: Instant)
    /// An advertisement was received during a scan, before any filter.
    func reported(_ report: ScanReport)
    /// A link was made; `own` is the central's address.
    func connected(
        _ connection: ConnectionID, own: Address, peer: Address,
        _ parameters: ConnectionParameters, at time: Instant)
    /// A whole L2CAP frame, header and payload: queued by the central, or arrived from the peripheral.
    func frame(
        _ frame: Span<UInt8>, sentByCentral: Bool, on connection: ConnectionID, at time: Instant)
    /// The peripheral's radio has the oldest frame of the central that it did not have yet.
    func acknowledged(_ connection: ConnectionID, at time: Instant)
    /// The parameters changed.
    func parametersChanged(
        _ connection: ConnectionID, _ parameters: ConnectionParameters, at time: Instant)
    /// The central starts or refreshes encryption with this key: 16 bytes, most significant first,
    /// and the numbers that identify it at the peripheral.
    func encrypting(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64,
        at time: Instant)
    /// The link is encrypted, or (with an HCI error code) could not be.
    func encryptionChanged(
        _ connection: ConnectionID, status: UInt8, isRefresh: Bool, at time: Instant)
    /// The link has ended.
    func disconnected(_ connection: ConnectionID, reason: DisconnectReason, at time: Instant)
}

extension CentralTap {
    /// Not observed.
    public func encrypting(
        _ connection: ConnectionID, key: [UInt8], diversifier: UInt16, random: UInt64,
        at time: Instant
    ) {}
    /// Not observed.
    public func encryptionChanged(
        _ connection: ConnectionID, status: UInt8, isRefresh: Bool, at time: Instant
    ) {}
}

/// A tap and the central that it listens to.
struct CentralTapping {
    let tap: any CentralTap
    let own: Address

    func reported(_ report: ScanReport) { tap.reported(report) }

    func connected(_ connection: ConnectionState, _ link: Link) {
        tap.connected(
            link.id, own: own, peer: connection.peer, link.parameters, at: connection.now)
    }

    func frame(_ frame: Span<UInt8>, sentByCentral: Bool, _ link: Link) {
        tap.frame(frame, sentByCentral: sentByCentral, on: link.id, at: link.medium.clock.now)
    }

    /// Puts the header before a payload that the central sends.
    func frame(_ payload: Span<UInt8>, on channel: UInt16, _ link: Link) {
        var frame: [UInt8] = []
        frame.append(word: UInt16(truncatingIfNeeded: payload.count))
        frame.append(word: channel)
        frame.append(payload, upTo: payload.count + 4)
        self.frame(frame.span, sentByCentral: true, link)
    }

    func acknowledged(_ link: Link) { tap.acknowledged(link.id, at: link.medium.clock.now) }

    func parametersChanged(_ connection: ConnectionState, _ link: Link) {
        tap.parametersChanged(link.id, link.parameters, at: connection.now)
    }

    func disconnected(_ connection: ConnectionState, _ reason: DisconnectReason, _ link: Link) {
        tap.disconnected(link.id, reason: reason, at: connection.now)
    }
}
