internal import Foundation
internal import JSON
internal import MetaWear
internal import MetaWearPersistence

/// A session with what is computed from its samples.
struct SessionDetails: Sendable {
    /// Numbers of one axis.
    struct Axis: Sendable, Equatable {
        var name: String
        var least = 0.0
        var greatest = 0.0
        var mean = 0.0
        var deviation = 0.0
    }

    let session: MWSessionSnapshot
    let axes: [Axis]
    /// Samples per second on average; nil for fewer than two.
    let rate: Double?
    /// All samples.
    let track: SessionTrack
    /// What a browser knows before it fetches samples.
    let shown: JSONValue

    init<Value: MWPersistable>(_ session: MWSessionSnapshot, _ samples: [MWLoggedSample<Value>]) {
        self.session = session
        let names = Value.columnHeaders
        let flat = samples.map { FlatSample($0.value, at: $0.date).numbers(names) }
        axes = names.enumerated().map { place, name in
            Axis(name, flat.map { Double($0[place]) }.filter(\.isFinite))
        }
        let begin = samples.first?.tickMs ?? 0
        let length = ((samples.last?.tickMs ?? 0) - begin) / 1000
        rate = length > 0 ? Double(samples.count - 1) / length : nil
        track = SessionTrack(samples.map { ($0.tickMs - begin) / 1000 }, flat)
        shown = Self.shown(rate, axes, track)
    }
}

extension SessionDetails.Axis {
    init(_ name: String, _ values: [Double]) {
        self.init(name: name)
        guard let first = values.first else { return }
        (least, greatest) = (first, first)
        // Welford's way: the mean of squares would lose what a large offset hides.
        var (mean, squares) = (0.0, 0.0)
        for (count, value) in values.enumerated() {
            least = min(least, value)
            greatest = max(greatest, value)
            let difference = value - mean
            mean += difference / Double(count + 1)
            squares += difference * (value - mean)
        }
        self.mean = mean
        deviation = values.count > 1 ? (squares / Double(values.count - 1)).squareRoot() : 0
    }
}

extension AppModel {
    private static let mostDetails = 4

    func loadHistory() async throws {
        sessions = try await store.fetchAllSessions()
        details.removeAll { known in !sessions.contains { $0.id == known.session.id } }
        offerTracks()
    }

    /// The same where nothing can be done about an error but to say it.
    func refreshHistory() async {
        do { try await loadHistory() } catch { report(error) }
        publish()
    }

    /// Computes the details of a session.
    func openSession(_ id: UUID) {
        run(.history) { model in
            let session = try model.session(id)
            let details = try await model.details(of: session)
            model.details.removeAll { $0.session.id == id }
            model.details.append(details)
            if model.details.count > Self.mostDetails { model.details.removeFirst() }
            model.offerTracks()
        }
    }

    /// Browsers fetch the samples of the sessions that are looked at.
    private func offerTracks() {
        outlet.tracks = Dictionary(details.map { ($0.session.id, $0.track) }) { $1 }
    }

    private func session(_ id: UUID) throws -> MWSessionSnapshot {
        guard let session = sessions.first(where: { $0.id == id }) else {
            throw AppError("This session does not exist any more.")
        }
        return session
    }

    private func details(of session: MWSessionSnapshot) async throws -> SessionDetails {
        func read<Value: MWPersistable>(_ type: Value.Type) async throws -> SessionDetails {
            SessionDetails(session, try await store.fetchSamples(sessionID: session.id, as: type))
        }
        return try await read(try Self.type(of: session))
    }

    /// What the samples of a session are.
    private static func type(of session: MWSessionSnapshot) throws -> any MWPersistable.Type {
        let types: [any MWPersistable.Type] = [
            CartesianFloat.self, Quaternion.self, EulerAngles.self, CorrectedCartesianFloat.self,
            Float.self, Bool.self,
        ]
        guard let type = types.first(where: { $0.persistenceKind == session.sensorKind }) else {
            throw AppError("The app does not know samples of the kind \(session.sensorKind).")
        }
        return type
    }

    /// Offers a session as a file.
    func exportSession(_ id: UUID) {
        run(.history) { model in
            let session = try model.session(id)
            func table<Value: MWPersistable>(_ type: Value.Type) async throws -> MWDataTable {
                try await model.store.exportTable(sessionID: id, as: type)
            }
            let table = try await table(try Self.type(of: session))
            model.outlet.add(
                Texts.fileName(
                    device: model.name(of: session.deviceID), tag: Self.tag(of: session),
                    time: session.startDate), table.csvString)
        }
    }

    static func sensor(of session: MWSessionSnapshot) -> AppSensor? {
        AppSensor.allCases.first { $0.title == session.label }
    }

    private static func tag(of session: MWSessionSnapshot) -> String {
        sensor(of: session)?.tag ?? "unknown-\(session.sensorKind)"
    }

    func deleteSession(_ id: UUID) {
        run(.history) { model in
            try await model.store.deleteSession(id: id)
            try await model.loadHistory()
        }
    }
}
