internal import CoreBluetooth
internal import Foundation
internal import MetaWearTransport

/// A radio that does not exist, and says why.
actor BrokenRadio: HubRadio {
    nonisolated let hub: RadioHub

    init(_ why: String) {
        hub = RadioHub(BrokenPort(why))
        RadioLog.report(why)
    }

    nonisolated func transport(to identifier: UUID) -> any BLETransport { BrokenTransport(self) }
}

/// Fails to connect.
actor BrokenTransport: SessionTransport {
    nonisolated let session: LinkSession
    nonisolated let radio: any HubRadio

    init(_ radio: BrokenRadio) {
        session = LinkSession(radio.hub)
        self.radio = radio
    }
}

/// Its state and its reason never change, so that any thread may use it.
private final class BrokenPort: RadioPort {
    let state = CBManagerState.unsupported
    let failure: String?
    var onState: () -> Void = {}
    var onReport: (RadioReport) -> Void = { _ in }

    init(_ why: String) { failure = why }

    func scan(_ isOn: Bool) {}

    func link(to identifier: UUID) -> (any LinkPort)? { nil }
}

/// Where radios say what is wrong.
enum RadioLog {
    /// Writes a line to standard error.
    static func report(_ text: String) {
        FileHandle.standardError.write(Data("MetaWear: \(text)\n".utf8))
    }
}
