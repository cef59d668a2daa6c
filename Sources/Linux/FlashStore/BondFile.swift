import Bluetooth
import Pairing

/// Persistence of a board's bonds: the file `bonds` in its state directory.
///
/// Each change writes the whole file beside the old one and renames it over the old one: at any
/// time one of the two is complete, and a change that has returned survives `kill -9`.
package final class BondFile: BondStore {
    /// Where the file is.
    package let path: String
    package private(set) var bonds: [Bond]
    /// The first write that failed. Bonds stay in memory, and each change tries again.
    package private(set) var failure: FlashStoreError?
    /// Called once, when the first write fails.
    package var onFailure: (FlashStoreError) -> Void = { _ in }

    /// False leaves it to the system when to sync: for tests that write hundreds of times.
    var waitsForDisk = true
    private let lock: RawFile

    /// Opens the bonds in a directory, and creates it if necessary.
    ///
    /// A damaged, foreign or busy file is an error and is not changed.
    package init(_ directory: String) throws(FlashStoreError) {
        path = directory + "/bonds"
        try RawFile.makeDirectory(directory)
        lock = try RawFile(directory + "/bonds.lock", .readOrCreate)
        guard lock.tryLock() else { throw FlashStoreError(path, .inUse) }
        // An unfinished write.
        RawFile.remove(path + ".new")
        guard RawFile.exists(path) else {
            bonds = []
            return
        }
        let file = try RawFile(path, .read)
        bonds = try BondFileForm.bonds(
            in: try file.read(at: 0, count: BondFileForm.longest + 1), of: path)
    }

    /// Stores a bond, replacing an earlier one with the same central.
    package func keep(_ bond: Bond) {
        bonds.removeAll { $0.identity == bond.identity }
        bonds.append(bond)
        save()
    }

    /// Deletes the bond with a central, if there is one.
    package func forget(_ identity: Address) {
        let count = bonds.count
        bonds.removeAll { $0.identity == identity }
        if bonds.count < count { save() }
    }

    private func save() {
        do throws(FlashStoreError) {
            let fresh = try RawFile(path + ".new", .createPrivate)
            try fresh.write(BondFileForm.bytes(bonds.suffix(BondFileForm.capacity)), at: 0)
            if waitsForDisk { try fresh.synchronize() }
            try RawFile.replace(path, by: path + ".new")
        } catch {
            guard failure == nil else { return }
            failure = error
            onFailure(error)
        }
    }
}
