import Simulation

/// An event to mark in plots: a link that was established or ended, or a fault.
package struct RunEvent: Sendable, Equatable {
    /// What happened: a fault, by its words, or a change of the link to the board of this name.
    package enum Kind: Sendable, Equatable {
        case fault(String)
        case connected(board: String)
        /// The link was lost or ended by the board.
        case lost(board: String)
        /// The client ended it.
        case ended(board: String)
    }

    /// When it happened.
    package var time: Instant
    package var kind: Kind
    /// The client of the link; nil for a fault.
    package var client: String?

    /// An event to mark in plots.
    package init(_ time: Instant, _ kind: Kind, client: String? = nil) {
        self.time = time
        self.kind = kind
        self.client = client
    }

    package var isFault: Bool { if case .fault = kind { true } else { false } }

    package var title: String {
        switch kind {
        case .fault(let words): words
        case .connected: "connected"
        case .lost: "link lost"
        case .ended: "link ended"
        }
    }
}
