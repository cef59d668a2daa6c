/// The tables of the store, and how older ones become newer ones.
enum StoreSchema {
    /// `MWSS` in the file's header: a store of sessions, and not any database.
    static let application = 0x4D57_5353

    /// What each version adds to the one before it; the first one makes the tables.
    ///
    /// The numbers of a sample have no declared type: SQLite would store a whole number of a REAL column as an integer, and
    /// lose the sign of -0.
    static let versions = [
        """
        CREATE TABLE session (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            start_date REAL NOT NULL,
            end_date REAL NOT NULL,
            serial TEXT NOT NULL,
            model TEXT NOT NULL,
            firmware TEXT NOT NULL,
            label TEXT,
            samples INTEGER NOT NULL
        );
        CREATE INDEX session_by_device ON session (device, start_date);
        CREATE TABLE sample (
            session INTEGER NOT NULL REFERENCES session (number) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            date, tick_ms, f0, f1, f2, f3,
            accuracy INTEGER NOT NULL,
            PRIMARY KEY (session, place)
        ) WITHOUT ROWID;
        """,
        """
        ALTER TABLE session ADD COLUMN device_name TEXT;
        ALTER TABLE session ADD COLUMN group_id TEXT;
        """,
    ]

    /// Makes a new file a store, and an older store a present one; what it contains stays.
    static func prepare(
        _ database: Database, versions: [String] = versions
    ) throws(MWStoreError) {
        // The write-ahead log lets others read while one writes, and a kill leaves all or nothing.
        try database.execute("PRAGMA journal_mode = WAL")
        try database.execute("PRAGMA synchronous = FULL")
        try database.execute("PRAGMA foreign_keys = ON")
        guard try !isCurrent(database, versions.count) else { return }
        try database.transaction { () throws(MWStoreError) in
            // Another program may have been faster.
            let version = try version(of: database, versions.count)
            for step in versions.dropFirst(version) { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(versions.count)")
            try database.execute("PRAGMA application_id = \(application)")
        }
    }

    private static func isCurrent(
        _ database: Database, _ wanted: Int
    ) throws(MWStoreError) -> Bool {
        let isOurs = try database.number("PRAGMA application_id") == application
        let isEmpty = try database.number("SELECT count(*) FROM sqlite_schema") == 0
        guard isOurs || isEmpty else {
            throw MWStoreError(kind: .foreign, path: database.path, detail: "")
        }
        return try version(of: database, wanted) == wanted && isOurs
    }

    /// Of a file that this library can read.
    private static func version(
        of database: Database, _ wanted: Int
    ) throws(MWStoreError) -> Int {
        let version = try database.number("PRAGMA user_version")
        guard version >= 0 else { throw database.damage("its version is \(version)") }
        guard version <= wanted else {
            throw MWStoreError(kind: .newer(version: version), path: database.path, detail: "")
        }
        return version
    }
}
