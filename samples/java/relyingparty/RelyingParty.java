package relyingparty;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The calls of a relying party: open a session, make its link, wait for its end, cancel it. */
final class RelyingParty {
    private static final Duration POLL = Duration.ofSeconds(30);
    /** A session ends after 120 s at the latest. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "localhost");

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final SecureRandom random = new SecureRandom();
    private final String url;
    private final String uuid;
    private final String name;
    private final String secret;
    private final String scheme;

    RelyingParty(String url, String uuid, String name, String secret, String scheme) {
        URI address = URI.create(url);
        if (!"https".equals(address.getScheme()) && !LOOPBACK.contains(address.getHost())) {
            throw new IllegalArgumentException("the secret travels over https only, not to " + url);
        }
        this.url = url.replaceAll("/+$", "");
        this.uuid = uuid;
        this.name = name;
        this.secret = secret;
        this.scheme = scheme;
    }

    /** Asks the phones of a person. */
    Opened logIn(String person, String text) throws IOException, InterruptedException {
        Map<String, Object> body = body("ACSP_V2", "rpChallenge", challenge(), text);
        return open("/authentication/notification/etsi/" + percent(person),
                new Asked(body, "Notification", person, null));
    }

    /** Asks whoever scans the link. */
    Opened logInByLink(String text) throws IOException, InterruptedException {
        Map<String, Object> body = body("ACSP_V2", "rpChallenge", challenge(), text);
        return open("/authentication/device-link/anonymous", new Asked(body, "QR", null, null));
    }

    /** Asks a person to sign the SHA-256 of a document. */
    Opened sign(String person, byte[] document, String text)
            throws IOException, InterruptedException, GeneralSecurityException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
        Map<String, Object> body = body("RAW_DIGEST_SIGNATURE", "digest", base64(digest), text);
        return open("/signature/notification/etsi/" + percent(person),
                new Asked(body, "Notification", person, document));
    }

    /** The text of the QR code at this moment; one older than 20 s is refused, so make another every second. */
    String link(Opened opened) throws GeneralSecurityException {
        Map<String, Object> answer = opened.answer();
        Map<String, Object> body = opened.asked().body();
        long elapsed = Duration.ofNanos(System.nanoTime() - opened.at()).toSeconds();
        String link = Json.text(answer, "deviceLinkBase") + "?deviceLinkType=QR&elapsedSeconds=" + elapsed
                + "&sessionToken=" + Json.text(answer, "sessionToken") + "&sessionType=auth&version=1.0&lang=mon";
        String fields = String.join(
                "|",
                scheme,
                "ACSP_V2",
                Json.text(body, "signatureProtocolParameters", "rpChallenge"),
                base64(name.getBytes(StandardCharsets.UTF_8)),
                "",
                Json.text(body, "interactions"),
                "",
                link);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(Json.text(answer, "sessionSecret")), "HmacSHA256"));
        byte[] code = mac.doFinal(fields.getBytes(StandardCharsets.UTF_8));
        return link + "&authCode=" + Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    }

    /** The session's end. The poll waits at the server; asking may be repeated, opening a session may not. */
    Map<String, Object> await(Opened opened) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Duration pause = Duration.ofSeconds(1);
        while (System.nanoTime() - began < PATIENCE.toNanos()) {
            Duration wait;
            try {
                String path = "/session/" + opened.id() + "?timeoutMs=" + POLL.toMillis();
                Map<String, Object> status = call("GET", path, null);
                if (!"RUNNING".equals(status.get("state"))) {
                    return status;
                }
                pause = Duration.ofSeconds(1);
                continue;
            } catch (ServiceException error) {
                if (error.status() != 429 && error.status() != 503) {
                    throw error;
                }
                wait = error.retryAfterSeconds() > 0 ? Duration.ofSeconds(error.retryAfterSeconds()) : pause;
            } catch (IOException error) {
                wait = pause;
            }
            Thread.sleep(wait.toMillis());
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
        cancel(opened);
        throw new IOException("session " + opened.id() + " has not ended");
    }

    Map<String, Object> cancel(Opened opened) throws IOException, InterruptedException {
        return call("DELETE", "/session/" + opened.id(), null);
    }

    String scheme() {
        return scheme;
    }

    private Map<String, Object> body(String protocol, String what, String value, String text) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put(what, value);
        parameters.put("signatureAlgorithm", "ecdsa-with-SHA256");
        parameters.put("signatureAlgorithmParameters", Map.of("hashAlgorithm", "SHA-256"));
        String interactions = Json.write(List.of(Map.of("type", "displayTextAndPIN", "displayText60", text)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("relyingPartyUUID", uuid);
        body.put("relyingPartyName", name);
        body.put("certificateLevel", "QUALIFIED");
        body.put("signatureProtocol", protocol);
        body.put("signatureProtocolParameters", parameters);
        body.put("interactions", base64(interactions.getBytes(StandardCharsets.UTF_8)));
        return body;
    }

    private Opened open(String path, Asked asked) throws IOException, InterruptedException {
        Map<String, Object> answer = call("POST", path, asked.body());
        return new Opened(asked, answer, System.nanoTime());
    }

    private Map<String, Object> call(String method, String path, Map<String, Object> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(POLL.plusSeconds(10))
                .header("Authorization", "Bearer " + secret)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body)));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw refused(response);
        }
        try {
            return Json.object(Json.parse(response.body()));
        } catch (IllegalArgumentException error) {
            throw new IOException("an answer that is not JSON", error);
        }
    }

    private static ServiceException refused(HttpResponse<String> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        long retryAfter = seconds.matches("\\d{1,9}") ? Long.parseLong(seconds) : 0;
        String code = "";
        String detail = "";
        try {
            Map<String, Object> problem = Json.object(Json.parse(response.body()));
            code = Json.text(problem, "code");
            detail = Json.text(problem, "detail");
        } catch (IllegalArgumentException error) {
            detail = "an answer in other words than the service's"; // a proxy in between
        }
        return new ServiceException(response.statusCode(), code, detail, retryAfter);
    }

    private String challenge() {
        byte[] bytes = new byte[64];
        random.nextBytes(bytes);
        return base64(bytes);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String percent(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
