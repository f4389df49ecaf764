import Testing

@testable import Server

@Suite struct DevKYCTests {
    private func person(_ text: String) throws -> KYCPerson {
        DevKYCProvider.person(try #require(RegistrationNumber(text)))
    }

    @Test func demoCitizens() throws {
        #expect(DemoCitizen.all.count == 8)
        #expect(Set(DemoCitizen.all.map(\.person.civilId)).count == 8)
        #expect(Set(DemoCitizen.all.map(\.person.registrationNumber)).count == 8)
        for citizen in DemoCitizen.all {
            #expect(try person(citizen.person.registrationNumber) == citizen.person)
            #expect(citizen.person.civilId.utf8.count == 8)
            #expect(LatinName.isValid(Transliteration.latin(citizen.person.givenName)))
            #expect(LatinName.isValid(Transliteration.latin(citizen.person.surname)))
        }
        #expect(DemoCitizen.all[0].person.givenName == "Бат" && DemoCitizen.all[0].endResult == "OK")
    }

    @Test func everybodyElseFollowsFromTheNumber() throws {
        let one = try person("АА85031426")
        #expect(try person("АА85031426") == one)
        #expect(one.civilId == "000085031426")
        #expect(try person("ЯЯ85031426").civilId == "122485031426")
        #expect(try person("АБ85031426").civilId == "000185031426")
        var names: Set<String> = []
        for day in 10...28 {
            let made = try person("ЦЖ9101\(day)00")
            #expect(LatinName.isValid(Transliteration.latin(made.givenName)))
            #expect(LatinName.isValid(Transliteration.latin(made.surname)))
            names.insert(made.givenName + made.surname)
        }
        #expect(names.count > 10)
    }
}
