public import Bluetooth
public import Pairing
import Wire

/// A board's bonds beyond the process: the file `bonds` of its state directory.
///
/// Each change writes the whole file beside the old one and puts it in its place by a rename: at
/// each moment one of the two is whole, and what has returned is there after `kill -9`.
public final class BondFile: BondStore {
    /// Where the file is.
    public let path: String
    public private(set) var bonds: [Bond]
    /// The first write that failed. Bonds go on in memory, and each change tries again.
    public private(set) var failure: FlashStoreError?
    /// Called once, when the first write fails.
    public var onFailure: (FlashStoreError) -> Void = { _ in }

    /// False leaves it to the system when the disk catches up: for tests that write by the
    /// hundred.
    var waitsForDisk = true
    private let lock: RawFile

    /// Opens the bonds in a directory, and makes it if it is not there.
    ///
    /// A damaged, foreign or busy file is an error and stays as it is.
    public init(_ directory: String) throws(FlashStoreError) {
        path = directory + "/bonds"
        try RawFile.makeDirectory(directory)
        lock = try RawFile(directory + "/bonds.lock", .readOrCreate)
        guard lock.tryLock() else { throw FlashStoreError(path, .inUse) }
        // A write that did not come to its end.
        RawFile.remove(path + ".new")
        guard RawFile.exists(path) else {
            bonds = []
            return
        }
        let file = try RawFile(path, .read)
        bonds = try BondFileForm.bonds(
            in: try file.read(at: 0, count: BondFileForm.longest + 1), of: path)
    }

    /// Keeps a bond in place of an earlier one with the same central.
    public func keep(_ bond: Bond) {
        bonds.removeAll { $0.identity == bond.identity }
        bonds.append(bond)
        save()
    }

    /// Forgets the bond with a central, if there is one.
    public func forget(_ identity: Address) {
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
