// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "tamga",
    products: [.executable(name: "tamga", targets: ["tamga"])],
    targets: [
        .systemLibrary(name: "CGMP", pkgConfig: "gmp", providers: [.apt(["libgmp-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CEpoll"),
        // No libraries: how the functions of two that are loaded at run time are called.
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CQRencode"),
        // Optimised in debug builds too: tests and the demo run them, and unoptimised they are thirty times slower.
        .target(
            name: "CModExp",
            cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden"])]),

        .target(name: "Crypto", dependencies: ["CModExp", "CGMP", "COpenSSL"], swiftSettings: strict),
        .target(name: "Storage", dependencies: ["CPostgres", "CEpoll"], swiftSettings: strict),
        .target(name: "Wire", dependencies: ["CEpoll"], swiftSettings: strict),
        .target(name: "Vectors", dependencies: ["Crypto", "Wire"], swiftSettings: strict),
        .target(
            name: "Server", dependencies: ["Crypto", "Storage", "Wire", "CEpoll", "CCurl", "CQRencode"],
            swiftSettings: strict),
        .target(name: "Phone", dependencies: ["Crypto", "Wire"], swiftSettings: strict),
        .target(
            name: "Bench", dependencies: ["Crypto", "Storage", "Wire", "Phone", "CEpoll", "COpenSSL", "CPostgres"],
            swiftSettings: strict),
        .executableTarget(
            name: "tamga", dependencies: ["Server", "Phone", "Vectors", "Bench", "Crypto", "Storage", "Wire"],
            swiftSettings: strict),
        .executableTarget(name: "golden", dependencies: ["Crypto", "Vectors"], swiftSettings: strict),

        // Takes the place of the allocator in the tests' program, to look at what is given back.
        .target(
            name: "HeapWatch", path: "Tests/HeapWatch",
            cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])]),
        .target(
            name: "TestSupport", dependencies: ["Crypto", "Storage", "Wire", "HeapWatch"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "ServerTestSupport", dependencies: ["Server", "Phone", "TestSupport", "Crypto", "Storage", "Wire"],
            path: "Tests/ServerTestSupport", swiftSettings: strict),
        // An executable and no tests: it is built by itself, with the toy group (docs/adr/0007).
        .executableTarget(
            name: "toygroup", dependencies: ["Crypto"], path: "Tests/ToyGroup", swiftSettings: strict),
        .testTarget(
            name: "CryptoTests", dependencies: ["Crypto", "Vectors", "TestSupport", "CModExp", "CGMP", "COpenSSL"],
            swiftSettings: strict),
        .testTarget(name: "StorageTests", dependencies: ["Storage", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "WireTests", dependencies: ["Wire", "CEpoll", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ServerTests", dependencies: ["Server", "Phone", "TestSupport", "ServerTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FaultTests", dependencies: ["Server", "Phone", "CEpoll", "TestSupport", "ServerTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PhoneTests", dependencies: ["Phone", "Crypto", "Wire", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BenchTests", dependencies: ["Bench", "Crypto", "Storage", "Wire", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "TidyTests", dependencies: ["Server", "TestSupport"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
