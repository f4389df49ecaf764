import CCurl
import Glibc

/// libcurl, loaded when the first part of the service that calls other servers is switched on. The program is not
/// linked with it.
///
/// `@unchecked Sendable` is sound: the addresses are written once, before anybody else has the value, and the functions
/// behind them may be called from any thread, each with a handle of its own.
final class CurlLibrary: @unchecked Sendable {
    let easyInit: UnsafeMutableRawPointer
    let easyCleanup: UnsafeMutableRawPointer
    let easySetOption: UnsafeMutableRawPointer
    let easyPerform: UnsafeMutableRawPointer
    let easyGetInfo: UnsafeMutableRawPointer
    let listAppend: UnsafeMutableRawPointer
    let listFree: UnsafeMutableRawPointer

    /// In the order in which they are tried; all speak the same binary interface.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]

    /// The library of this process: global initialisation must happen once.
    private static let shared = CurlLibrary(names)

    /// - Throws: `libraryMissing`
    static func load() throws(OutgoingError) -> CurlLibrary {
        guard let shared else { throw .libraryMissing }
        return shared
    }

    /// Nil when none of them can be loaded or one lacks a function. The library stays loaded for the life of the
    /// process.
    init?(_ names: [String]) {
        var found: UnsafeMutableRawPointer?
        for name in names where found == nil { found = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
        guard let library = found, let globalInit = dlsym(library, "curl_global_init"),
            let easyInit = dlsym(library, "curl_easy_init"), let easyCleanup = dlsym(library, "curl_easy_cleanup"),
            let easySetOption = dlsym(library, "curl_easy_setopt"),
            let easyPerform = dlsym(library, "curl_easy_perform"),
            let easyGetInfo = dlsym(library, "curl_easy_getinfo"),
            let listAppend = dlsym(library, "curl_slist_append"),
            let listFree = dlsym(library, "curl_slist_free_all"), tamga_curl_global_init(globalInit) == 0
        else { return nil }
        self.easyInit = easyInit
        self.easyCleanup = easyCleanup
        self.easySetOption = easySetOption
        self.easyPerform = easyPerform
        self.easyGetInfo = easyGetInfo
        self.listAppend = listAppend
        self.listFree = listFree
    }
}
