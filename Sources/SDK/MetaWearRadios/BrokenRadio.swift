internal import Bluetooth
internal import Central
internal import Foundation
internal import MetaWearTransport

/// A radio that does not exist, and says why.
actor BrokenRadio: HubRadio {
    nonisolated let hub: RadioHub

    init(_ why: String) {
        hub = RadioHub(BrokenPort(why), seeks: false)
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

/// Its state never changes, so that any thread may use it.
private final class BrokenPort: RadioPort {
    let limits: AccessLimits = []
    let state: RadioState
    let known: [Address] = []
    var onState: () -> Void = {}
    var onReport: (ScanReport) -> Void = { _ in }

    init(_ why: String) { state = .unusable(why) }

    func scan(_ kind: ScanKind?, _ done: @escaping AccessCompletion<Void>) {
        done(.failure(.broken(state.why ?? "")))
    }

    func link(to peer: Address) -> any LinkPort {
        preconditionFailure("no peripheral is known")
    }

    func close() {}
}

/// Where radios say what is wrong.
enum RadioLog {
    /// Writes a line to standard error.
    static func report(_ text: String) {
        FileHandle.standardError.write(Data("MetaWear: \(text)\n".utf8))
    }
}
