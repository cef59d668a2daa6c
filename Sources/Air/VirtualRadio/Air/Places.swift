/// Numbered elements, always with the lowest free number, so that the storage is no larger than the
/// largest number in use at once.
struct Places<Thing> {
    private(set) var things: [Thing?] = []
    /// No place below this one is free.
    private var lowest = 0

    /// Adds an element at the lowest free place.
    mutating func add(_ make: (Int) -> Thing) -> Thing {
        while lowest < things.count, things[lowest] != nil { lowest += 1 }
        let thing = make(lowest)
        if lowest == things.count { things.append(thing) } else { things[lowest] = thing }
        lowest += 1
        return thing
    }

    mutating func free(_ place: Int) {
        guard things.indices.contains(place) else { return }
        things[place] = nil
        lowest = min(lowest, place)
    }
}
