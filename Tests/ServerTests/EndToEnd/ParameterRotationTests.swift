import Crypto
import Foundation
import Phone
import Server
import ServerTestSupport
import Storage
import Testing
import Wire

@Suite("Rotation of the ring-Pedersen parameters")
struct ParameterRotationTests {
    @Test("an enrolment completes under the set that it was opened under, on processes from before and after")
    func openEnrolments() throws {
        let service = try TestService()
        let deployment = service.deployment
        let before = try K3Kit(service.transport())
        let former = try parameters(service.baseURL())
        let first = try before.prove(citizen: "УХ00112233", freshKey: true)
        let second = try before.prove(citizen: "МА85031426", freshKey: true)

        try deployment.rotateParameters()
        let restarted = try TamgaServer.start(deployment.configuration(), logger: .silent)
        defer { restarted.stop(graceMilliseconds: 1_000) }
        let address = "http://\(restarted.addresses.api)/v3"
        let next = try parameters(address)
        #expect(next.json["id"]?.string != former.json["id"]?.string)
        // The running process has not changed.
        #expect(try parameters(service.baseURL()).body == former.body)

        let after = try K3Kit(HTTPTransport(baseURL: address))
        let third = try after.prove(citizen: "УБ03251817", freshKey: true)
        #expect(try after.complete(first.body).status == 200)
        #expect(try before.complete(second.body).status == 200)
        // Opened under the new set, completed by a process that was started before there was one.
        #expect(try before.complete(third.body).status == 200)

        // Both sets stay readable by their ids, everywhere and unchanged.
        for base in [service.baseURL(), address] {
            for set in [former, next] {
                let id = try #require(set.json["id"]?.string)
                let answer = try get(base, "/enrollment/parameters/\(id)")
                #expect(answer.status == 200 && answer.body == set.body)
                #expect(answer.headers["Cache-Control"]?.contains("immutable") == true)
            }
            #expect(try get(base, "/enrollment/parameters/rp-1-00000000").outcome == "404 PARAMETERS_NOT_FOUND")
        }
    }

    private func parameters(_ base: String) throws -> HTTPResponse { try get(base, "/enrollment/parameters") }

    private func get(_ base: String, _ path: String) throws -> HTTPResponse {
        let client = try HTTPClient(baseURL: base)
        defer { client.close() }
        return try client.send(method: "GET", path: path)
    }
}
