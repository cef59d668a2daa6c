internal import Bluetooth
internal import Central
internal import Foundation
internal import MetaWearProtocol

/// An attempt to connect: finds the peripheral, opens the link, raises the MTU and discovers the characteristics.
///
/// It belongs to the radio's thread.
final class LinkOpening {
    /// What has come of an attempt.
    typealias Outcome = Result<(link: any LinkPort, services: [RemoteService]), MWError>

    /// What a host asks for; the peripheral may have less.
    private static let mtu = 517

    private let identifier: UUID
    private let hub: RadioHub
    private var done: ((Outcome) -> Void)?
    private var link: (any LinkPort)?
    /// By which the hub looks for the peripheral.
    private var seeker: Int?

    /// An attempt that has not begun.
    init(to identifier: UUID, through hub: RadioHub) {
        self.identifier = identifier
        self.hub = hub
    }

    /// Begins; calls back once, if it is not closed before.
    func start(_ done: @escaping (Outcome) -> Void) {
        self.done = done
        find()
    }

    /// Gives up, and calls back when no link is left.
    func close(_ isDown: @escaping () -> Void) {
        done = nil
        if let seeker = seeker.take() { hub.stopSeeking(seeker) }
        if let link { link.close(isDown) } else { isDown() }
    }

    private func end(_ outcome: Outcome) {
        let done = done.take()
        done?(outcome)
    }

    private func find() {
        let seeker = hub.find(identifier) { [weak self] result in
            guard let self, done != nil else { return }
            self.seeker = nil
            switch result {
            case .success(let address): open(address)
            case .failure(let error): end(.failure(error))
            }
        }
        if let seeker { self.seeker = seeker }
    }

    private func open(_ address: Address) {
        let link = hub.link(to: address)
        self.link = link
        link.onEnd = { [weak self, weak link] error in
            if let self, let link, isOpening(link) { end(.failure(MWError(error))) }
        }
        link.open { [weak self, weak link] result in
            guard let self, let link, isOpening(link) else { return }
            switch result {
            case .success: exchangeMTU(on: link)
            case .failure(.missing):
                self.link = nil
                find()
            case .failure(let error): end(.failure(MWError(error)))
            }
        }
    }

    private func isOpening(_ link: any LinkPort) -> Bool { self.link === link && done != nil }

    private func exchangeMTU(on link: any LinkPort) {
        guard !hub.fixesMTU else { return discover(link) }
        // A peripheral may refuse to change it.
        link.exchangeMTU(Self.mtu) { [weak self, weak link] _ in
            if let self, let link, isOpening(link) { discover(link) }
        }
    }

    private func discover(_ link: any LinkPort) {
        link.discover(knowing: nil) { [weak self, weak link] result in
            guard let self, let link, isOpening(link) else { return }
            switch result {
            case .success(let services): end(.success((link, services)))
            case .failure(let error):
                // A peripheral that cannot be discovered is of no use.
                link.close {}
                end(.failure(MWError(error)))
            }
        }
    }
}
