import Foundation

/// Rows of the table `session`.
enum SessionRow {
    private static let columns =
        "id, device, kind, start_date, end_date, serial, model, firmware, label, samples, device_name,"
        + " group_id"
    /// How many samples there are, by the key of their table.
    private static let places =
        "(SELECT max(place) + 1 FROM sample WHERE session = number)"

    /// The number of the new row.
    static func insert(
        _ session: MWSessionSnapshot, into database: Database
    ) throws(MWStoreError) -> Int {
        let insert = try database.statement(
            "INSERT INTO session (\(columns))"
                + " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING number")
        insert.bind(1, session.id.uuidString)
        insert.bind(2, session.deviceID.uuidString)
        insert.bind(3, session.sensorKind)
        insert.bind(4, session.startDate.timeIntervalSinceReferenceDate)
        insert.bind(5, session.endDate.timeIntervalSinceReferenceDate)
        insert.bind(6, session.deviceSerial)
        insert.bind(7, session.deviceModel)
        insert.bind(8, session.deviceFirmware)
        insert.bind(9, session.label)
        insert.bind(10, session.sampleCount)
        insert.bind(11, session.deviceName)
        insert.bind(12, session.groupID?.uuidString)
        _ = try insert.step()
        let number = insert.integer(0)
        _ = try insert.step()
        return number
    }

    /// Newest first.
    static func all(
        in database: Database, device: UUID? = nil
    ) throws(MWStoreError) -> [MWSessionSnapshot] {
        let select = try database.statement(
            "SELECT \(columns), number, \(places) FROM session WHERE ?1 IS NULL OR device = ?1"
                + " ORDER BY start_date DESC, number DESC")
        defer { select.reset() }
        select.bind(1, device?.uuidString)
        var sessions: [MWSessionSnapshot] = []
        while try select.step() { sessions.append(try session(select, of: database)) }
        return sessions
    }

    static func one(
        _ id: UUID, in database: Database
    ) throws(MWStoreError) -> (number: Int, session: MWSessionSnapshot)? {
        let select = try database.statement(
            "SELECT \(columns), number, \(places) FROM session WHERE id = ?1")
        defer { select.reset() }
        select.bind(1, id.uuidString)
        guard try select.step() else { return nil }
        return (select.integer(12), try session(select, of: database))
    }

    static func delete(
        from database: Database, where condition: String, _ value: String?
    ) throws(MWStoreError) {
        try database.transaction { () throws(MWStoreError) in
            let delete = try database.statement("DELETE FROM session WHERE \(condition)")
            delete.bind(1, value)
            _ = try delete.step()
        }
    }

    /// Nothing but this code writes rows: whatever else is in one is damage.
    private static func session(
        _ row: Statement, of database: Database
    ) throws(MWStoreError) -> MWSessionSnapshot {
        guard let id = row.text(0).flatMap(UUID.init(uuidString:)),
            let device = row.text(1).flatMap(UUID.init(uuidString:))
        else { throw database.damage("a session has no id") }
        let (stamped, counted) = (row.integer(9), row.integer(13))
        // Nothing is saved without a sample: 0 is a session whose samples nobody has counted.
        guard stamped == counted || stamped == 0 else {
            throw database.damage("a session of \(stamped) samples has \(counted)")
        }
        let group = row.text(11)
        let groupID = group.flatMap(UUID.init(uuidString:))
        if let group, groupID == nil { throw database.damage("`\(group)` is no id of a group") }
        return MWSessionSnapshot(
            id: id, deviceID: device, sensorKind: row.text(2) ?? "",
            startDate: Date(timeIntervalSinceReferenceDate: try row.double(3)),
            endDate: Date(timeIntervalSinceReferenceDate: try row.double(4)),
            sampleCount: counted, deviceSerial: row.text(5) ?? "", deviceModel: row.text(6) ?? "",
            deviceFirmware: row.text(7) ?? "", label: row.text(8), deviceName: row.text(10),
            groupID: groupID)
    }
}
