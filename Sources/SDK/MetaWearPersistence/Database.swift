import CSQLite

/// One connection to an SQLite file. Used by one thread at a time.
final class Database {
    let path: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens a file, or creates it; `:memory:` is a database of its own.
    init(_ path: String) throws(MWStoreError) {
        self.path = path
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let detail = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            sqlite3_close_v2(opened)
            throw MWStoreError(kind: .inaccessible, path: path, detail: detail)
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, 5_000)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws(MWStoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// A whole number that a statement without parameters gives.
    func number(_ sql: String) throws(MWStoreError) -> Int {
        let statement = try Statement(sql, self)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// A statement, compiled once and kept; without values and at its beginning.
    func statement(_ sql: String) throws(MWStoreError) -> Statement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        let new = try Statement(sql, self)
        statements[sql] = new
        return new
    }

    /// Everything that `body` writes, or nothing of it.
    func transaction<Value>(
        _ body: () throws(MWStoreError) -> Value
    ) throws(MWStoreError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(MWStoreError) {
            let value = try body()
            for statement in statements.values { statement.reset() }
            try execute("COMMIT")
            return value
        } catch {
            for statement in statements.values { statement.reset() }
            // SQLite has rolled back by itself after some failures; then there is nothing left to do.
            _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// What is in the file is nothing that this library has written.
    func damage(_ detail: String) -> MWStoreError {
        MWStoreError(kind: .damaged, path: path, detail: detail)
    }

    fileprivate func compile(_ sql: String) throws(MWStoreError) -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        guard let statement else { throw error(SQLITE_ERROR) }
        return statement
    }

    fileprivate func check(_ code: Int32) throws(MWStoreError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    fileprivate func error(_ code: Int32) -> MWStoreError {
        let kind: MWStoreError.Kind =
            switch code & 0xFF {
            case SQLITE_FULL: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR: .inaccessible
            case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
            default: .other(code: Int(code))
            }
        return MWStoreError(
            kind: kind, path: path, detail: String(cString: sqlite3_errmsg(handle)))
    }
}

/// A compiled statement. Places of values count from 1, columns from 0, as in SQLite.
final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    fileprivate init(_ sql: String, _ database: Database) throws(MWStoreError) {
        self.database = database
        handle = try database.compile(sql)
    }

    deinit { sqlite3_finalize(handle) }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Back to its beginning, with its values.
    func rewind() { sqlite3_reset(handle) }

    func bind(_ place: Int32, _ value: Int) { sqlite3_bind_int64(handle, place, Int64(value)) }
    func bind(_ place: Int32, _ value: Double) { sqlite3_bind_double(handle, place, value) }

    /// nil is NULL.
    func bind(_ place: Int32, _ value: String?) {
        guard var value else {
            sqlite3_bind_null(handle, place)
            return
        }
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                _ = bind_text_copy(handle, place, text.baseAddress, Int32(text.count))
            }
        }
    }

    /// Bit for bit. SQLite has no NaN: it is kept as the four bytes of its bit pattern.
    func bind(_ place: Int32, _ value: Float) {
        guard value.isNaN else {
            sqlite3_bind_double(handle, place, Double(value))
            return
        }
        var bits = value.bitPattern.littleEndian
        _ = bind_blob_copy(handle, place, &bits, 4)
    }

    /// Goes to the next row; false if there is none.
    func step() throws(MWStoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.error(code)
        }
    }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// A finite number; 0 for NULL, which SQLite makes of NaN.
    func double(_ column: Int32) throws(MWStoreError) -> Double {
        let cell = cell(column)
        let value = sqlite3_value_double(cell)
        switch sqlite3_value_type(cell) {
        case SQLITE_FLOAT, SQLITE_INTEGER, SQLITE_NULL:
            guard value.isFinite else { throw damage(column, "is infinite") }
            return value
        default: throw damage(column, "is not a number")
        }
    }

    func float(_ column: Int32) throws(MWStoreError) -> Float {
        let cell = cell(column)
        switch sqlite3_value_type(cell) {
        case SQLITE_FLOAT, SQLITE_INTEGER: return Float(sqlite3_value_double(cell))
        case SQLITE_BLOB where sqlite3_value_bytes(cell) == 4:
            guard let bytes = sqlite3_value_blob(cell) else { fallthrough }
            return Float(
                bitPattern: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        default: throw damage(column, "is not a number")
        }
    }

    /// A value, looked up once for its type and its content. SQLite warns of this while other threads use the connection;
    /// this one is used by one at a time.
    private func cell(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

    private func damage(_ column: Int32, _ what: String) -> MWStoreError {
        let name = sqlite3_column_name(handle, column).map { String(cString: $0) }
        return database.damage("a value of `\(name ?? "column \(column)")` \(what)")
    }

    /// nil for NULL.
    func text(_ column: Int32) -> String? {
        sqlite3_column_text(handle, column).map { String(cString: $0) }
    }
}
