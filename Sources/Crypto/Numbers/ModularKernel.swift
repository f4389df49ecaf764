import CModExp

/// How products modulo N and N² are computed; every kernel gives the same values (docs/adr/0004).
public enum ModularKernel: String, CaseIterable, Sendable {
    /// 64-bit limbs in C.
    case portable
    /// 64-bit limbs with mulx, adcx and adox.
    case adx
    /// 52-bit limbs in vectors of AVX-512 IFMA.
    case ifma

    /// The best one that this processor has for the lengths of the suites.
    public static let fastest =
        allCases.last { $0.name == tamga_kernel_fastest(Suite.suite1.modulusBits) } ?? .portable

    /// Whether this processor has it.
    public var isAvailable: Bool { tamga_kernel_is_available(name) != 0 }

    var name: tamga_kernel {
        switch self {
        case .portable: tamga_kernel_portable
        case .adx: tamga_kernel_adx
        case .ifma: tamga_kernel_ifma
        }
    }
}
