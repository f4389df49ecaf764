package relyingparty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A relying party: java relyingparty.Main login PERSON | login-link | sign PERSON FILE
 *
 * <p>Settings come from the environment: RP_URL, RP_UUID, RP_NAME, RP_SCHEME, and the files RP_SECRET_FILE, RP_ROOT,
 * RP_ISSUING. ../../README.md explains them.
 */
final class Main {
    private Main() {}

    public static void main(String[] words) throws InterruptedException {
        try {
            if (words.length == 2 && words[0].equals("login")) {
                login(words[1]);
            } else if (words.length == 1 && words[0].equals("login-link")) {
                loginLink();
            } else if (words.length == 3 && words[0].equals("sign")) {
                sign(words[1], Path.of(words[2]));
            } else {
                System.err.println("usage: login PERSON | login-link | sign PERSON FILE");
                System.exit(2);
            }
        } catch (VerificationException error) {
            System.err.println("not believed: " + error.getMessage());
            System.exit(1);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
    }

    private static void login(String person)
            throws IOException, InterruptedException, GeneralSecurityException, VerificationException {
        RelyingParty party = fromEnvironment();
        Opened opened = party.logIn(person, "Нэвтрэх үү?");
        System.out.println("verification code: " + opened.verificationCode());
        finish(party, opened, "logged in");
    }

    private static void loginLink()
            throws IOException, InterruptedException, GeneralSecurityException, VerificationException {
        RelyingParty party = fromEnvironment();
        Opened opened = party.logInByLink("Нэвтрэх үү?");
        System.out.println("verification code: " + opened.verificationCode());
        // A page would draw a QR code of this text and replace it every second.
        ScheduledExecutorService screen = Executors.newSingleThreadScheduledExecutor();
        screen.scheduleAtFixedRate(() -> show(party, opened), 0, 1, TimeUnit.SECONDS);
        Map<String, Object> status;
        try {
            status = party.await(opened);
        } finally {
            screen.shutdownNow();
        }
        believe(party, opened, status, "logged in");
    }

    private static void show(RelyingParty party, Opened opened) {
        try {
            System.out.println("link: " + party.link(opened));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static void sign(String person, Path file)
            throws IOException, InterruptedException, GeneralSecurityException, VerificationException {
        RelyingParty party = fromEnvironment();
        String text = file.getFileName() + ": гарын үсэг";
        text = text.substring(0, text.offsetByCodePoints(0, Math.min(60, text.codePointCount(0, text.length()))));
        Opened opened = party.sign(person, Files.readAllBytes(file), text);
        System.out.println("verification code: " + opened.verificationCode());
        finish(party, opened, "signed");
    }

    private static void finish(RelyingParty party, Opened opened, String what)
            throws IOException, InterruptedException, CertificateException, VerificationException {
        believe(party, opened, party.await(opened), what);
    }

    private static void believe(RelyingParty party, Opened opened, Map<String, Object> status, String what)
            throws IOException, CertificateException, VerificationException {
        Verifier verifier =
                new Verifier(certificates("RP_ROOT"), certificates("RP_ISSUING"), party.scheme(), "QUALIFIED");
        Signer signer = verifier.verify(opened.asked(), status, Instant.now());
        System.out.printf("%s: %s %s (%s)%n", what, signer.person(), signer.name(), signer.level());
    }

    private static RelyingParty fromEnvironment() throws IOException {
        String secret = Files.readString(Path.of(setting("RP_SECRET_FILE"))).strip();
        String scheme = System.getenv().getOrDefault("RP_SCHEME", "smart-id");
        return new RelyingParty(setting("RP_URL"), setting("RP_UUID"), setting("RP_NAME"), secret, scheme);
    }

    private static List<X509Certificate> certificates(String setting) throws IOException, CertificateException {
        byte[] pem = Files.readAllBytes(Path.of(setting(setting)));
        List<X509Certificate> found = new ArrayList<>();
        for (var one : CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            found.add((X509Certificate) one);
        }
        return found;
    }

    private static String setting(String name) {
        String value = System.getenv(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }
}
