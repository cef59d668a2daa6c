import CommandLineProgram
import Conformance
import Declaration

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension OptionReader {
    func shard() throws(RunError) -> Shard? {
        guard let text = arguments.value("shard") else { return nil }
        do throws(ShardError) {
            return text == "slurm"
                ? try Shard(slurm: { getenv($0).map { String(cString: $0) } }) : try Shard(text)
        } catch {
            throw wrong("--shard: \(error)")
        }
    }
}
