/// Rows that belong together: the modules of a kind of sensor, and their signals. Each family has a file of its own.
struct TableFamily {
    let modules: [ModuleDescription]
    let signals: [SignalDescription]

    static let all = [motion, features, fusion, surroundings, parts, programs]
}
