/// Something that the C library has made: it is given back when its owner goes.
struct Handle: ~Copyable {
    let pointer: OpaquePointer
    private let release: (OpaquePointer?) -> Void

    /// nil if the library could not make it.
    init?(_ pointer: OpaquePointer?, _ release: @escaping (OpaquePointer?) -> Void) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.release = release
    }

    deinit { release(pointer) }
}
