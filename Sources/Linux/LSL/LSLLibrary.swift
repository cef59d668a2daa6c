import Glibc

/// The library of the Lab Streaming Layer, loaded when a run wants it: boardsim needs it for nothing else.
///
/// The names and types are those of its C interface, `lsl_c.h`.
package final class LSLLibrary {
    /// A description of a stream, a piece of it, or an outlet.
    typealias Handle = OpaquePointer
    typealias Text = UnsafePointer<CChar>

    let createInfo: @convention(c) (Text?, Text?, Int32, Double, Int32, Text?) -> Handle?
    let destroyInfo: @convention(c) (Handle?) -> Void
    let description: @convention(c) (Handle?) -> Handle?
    let appendChild: @convention(c) (Handle?, Text?) -> Handle?
    let appendValue: @convention(c) (Handle?, Text?, Text?) -> Handle?
    let createOutlet: @convention(c) (Handle?, Int32, Int32) -> Handle?
    let destroyOutlet: @convention(c) (Handle?) -> Void
    let push: @convention(c) (Handle?, UnsafePointer<Double>?, Double, Int32) -> Int32
    let haveConsumers: @convention(c) (Handle?) -> Int32
    private let localClock: @convention(c) () -> Double

    /// The variable by which pylsl finds it as well.
    package static let variable = "PYLSL_LIB"

    /// - Parameter path: of the library; nil: where the variable says, or where the system looks.
    package init(path: String? = nil) throws(LSLError) {
        let named = path ?? getenv(Self.variable).map { String(cString: $0) }
        let paths = named.map { [$0] } ?? ["liblsl.so.2", "liblsl.so"]
        var reason = ""
        var found: (path: String, handle: UnsafeMutableRawPointer)?
        for path in paths where found == nil {
            // Never unloaded: its threads run on.
            if let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) {
                found = (path, handle)
            } else if reason.isEmpty {
                reason = dlerror().map { String(cString: $0) } ?? path
            }
        }
        guard let found else { throw LSLError.notFound(reason: reason) }

        // The compiler cannot know the type of what has only a name.
        func function<Function>(_ name: String) throws(LSLError) -> Function {
            guard let symbol = dlsym(found.handle, name) else {
                throw LSLError.lacks(function: name, path: found.path)
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        createInfo = try function("lsl_create_streaminfo")
        destroyInfo = try function("lsl_destroy_streaminfo")
        description = try function("lsl_get_desc")
        appendChild = try function("lsl_append_child")
        appendValue = try function("lsl_append_child_value")
        createOutlet = try function("lsl_create_outlet")
        destroyOutlet = try function("lsl_destroy_outlet")
        push = try function("lsl_push_sample_dtp")
        haveConsumers = try function("lsl_have_consumers")
        localClock = try function("lsl_local_clock")
    }

    /// Its clock, in seconds.
    package var now: Double { localClock() }
}
