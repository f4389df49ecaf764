import Glibc
import Server

/// Lets a fault test kill this process at a durable step: `FAULT_KILL_AT=after-t1` and the label is reached once.
/// Compiled into debug builds only; a release build has no such switch.
enum Faults {
    static func fromEnvironment() -> FaultPoints {
        #if DEBUG
            guard let label = Environment.process().text("FAULT_KILL_AT") else { return .none }
            return FaultPoints { if $0.rawValue == label { kill(getpid(), SIGKILL) } }
        #else
            return .none
        #endif
    }
}
