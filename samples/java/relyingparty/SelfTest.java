package relyingparty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Verifier says to real results, whole and changed: java relyingparty.SelfTest ../testdata */
final class SelfTest {
    private final Path folder;

    private SelfTest(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] words) throws IOException, CertificateException {
        SelfTest test = new SelfTest(Path.of(words.length == 1 ? words[0] : "../testdata"));
        int failed = 0;
        List<?> cases = (List<?>) Json.parse(test.read("cases.json"));
        for (Object row : cases) {
            Map<String, Object> one = Json.object(row);
            String expected = Json.text(one, "expect");
            String found = test.outcome(one);
            if (!found.equals(expected)) {
                failed += 1;
                System.err.printf("%s: %s instead of %s%n", Json.text(one, "name"), found, expected);
            }
        }
        System.out.printf("%d passed, %d failed%n", cases.size() - failed, failed);
        System.exit(failed == 0 && cases.size() > 20 ? 0 : 1);
    }

    private String outcome(Map<String, Object> row) throws IOException, CertificateException {
        Map<String, Object> record = Json.object(Json.parse(read(Json.text(row, "record"))));
        Json.object(row.get("set")).forEach((pointer, value) -> put(record, pointer, value));
        String document = (String) record.get("document");
        Asked asked = new Asked(
                Json.object(record.get("request")),
                Json.text(record, "flowType"),
                (String) record.get("person"),
                document == null ? null : document.getBytes(StandardCharsets.UTF_8));
        Verifier verifier = new Verifier(
                certificates((String) row.getOrDefault("root", "root.pem")),
                certificates((String) row.getOrDefault("issuing", "issuing.pem")),
                Json.text(record, "schemeName"),
                (String) row.getOrDefault("level", "QUALIFIED"));
        long after = ((Double) row.getOrDefault("after", 0.0)).longValue();
        Instant now = Instant.parse(Json.text(record, "recordedAt")).plusSeconds(after);
        try {
            Signer signer = verifier.verify(asked, Json.object(record.get("answer")), now);
            return signer.person().equals("PNOMN-12345678") ? "OK" : signer.person();
        } catch (VerificationException error) {
            return error.reason().name();
        }
    }

    private static void put(Map<String, Object> object, String pointer, Object value) {
        String[] path = pointer.substring(1).split("/");
        Map<String, Object> found = object;
        for (int index = 0; index < path.length - 1; index += 1) {
            found = Json.object(found.get(path[index]));
        }
        found.put(path[path.length - 1], value);
    }

    private List<X509Certificate> certificates(String name) throws IOException, CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> found = new ArrayList<>();
        byte[] pem = Files.readAllBytes(folder.resolve(name));
        for (var certificate : factory.generateCertificates(new ByteArrayInputStream(pem))) {
            found.add((X509Certificate) certificate);
        }
        return found;
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }
}
