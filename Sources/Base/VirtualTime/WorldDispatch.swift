import CVirtualTime

// What `dispatch.c` calls when the runtime hands a job to libdispatch.

/// From a world's thread; without a delay if it is negative, else in nanoseconds of virtual time.
/// False if the job is one of real time.
@_cdecl("vt_world_enqueue") func enqueueInWorld(
    _ owner: UnsafeMutableRawPointer,
    _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
    _ context: UnsafeMutableRawPointer, _ isOnMain: Bool, _ delay: Int64
) -> Bool {
    let world = Unmanaged<World>.fromOpaque(owner).takeUnretainedValue()
    let job = Job(context, onMain: isOnMain, by: function)
    if delay < 0 { return world.enqueue(job) }
    world.enqueue(job, after: delay)
    return true
}

/// From any other thread while a world lives; whether one took it.
@_cdecl("vt_world_adopt") func adoptInWorld(
    _ function: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
    _ context: UnsafeMutableRawPointer, _ isOnMain: Bool
) -> Bool {
    World.adopt(Job(context, onMain: isOnMain, by: function))
}
