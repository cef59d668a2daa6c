package import Central
package import Foundation
package import MetaWearTransport

/// The radio of a host in front of a desk, for the tasks of a world.
package actor SimulatedRadio: HubRadio {
    package nonisolated let hub: RadioHub

    package init(_ port: any RadioPort) { hub = RadioHub(port, seeks: false) }

    package nonisolated func transport(to identifier: UUID) -> any BLETransport {
        SimulatedTransport(self)
    }
}

/// One host's link to a board on a desk. The world's one thread runs it, whatever its executor.
actor SimulatedTransport: SessionTransport {
    nonisolated let session: LinkSession
    nonisolated let radio: any HubRadio

    init(_ radio: SimulatedRadio) {
        session = LinkSession(radio.hub)
        self.radio = radio
    }

    deinit { session.abandon() }
}
