<?php

declare(strict_types=1);

namespace RelyingParty;

/** The calls of a relying party: open a session, make its link, poll for its end, cancel it. */
final class RelyingParty
{
    private const LONGEST_POLL_MS = 30_000;
    /** A session ends after 120 s at the latest. */
    private const PATIENCE_SECONDS = 150;

    public readonly string $url;

    public function __construct(
        string $url,
        public readonly string $uuid,
        public readonly string $name,
        #[\SensitiveParameter]
        private readonly string $secret,
        public readonly string $scheme = 'smart-id',
    ) {
        $host = parse_url($url, PHP_URL_HOST);
        if (!str_starts_with($url, 'https://') && !in_array($host, ['127.0.0.1', '[::1]', 'localhost'], true)) {
            throw new \InvalidArgumentException("the secret travels over https only, not to $url");
        }
        $this->url = rtrim($url, '/');
    }

    public static function fromEnvironment(): self
    {
        $secret = @file_get_contents(self::setting('RP_SECRET_FILE'));
        if ($secret === false) {
            throw new \RuntimeException('RP_SECRET_FILE names no file that can be read');
        }
        return new self(
            self::setting('RP_URL'),
            self::setting('RP_UUID'),
            self::setting('RP_NAME'),
            trim($secret),
            getenv('RP_SCHEME') ?: 'smart-id',
        );
    }

    public static function setting(string $name): string
    {
        return getenv($name) ?: throw new \RuntimeException("$name is not set");
    }

    /** Asks the phones of a person. */
    public function logIn(string $person, string $text): Opened
    {
        $body = $this->body('ACSP_V2', ['rpChallenge' => base64_encode(random_bytes(64))], $text);
        $path = '/authentication/notification/etsi/' . rawurlencode($person);
        return $this->open($path, new Asked($body, 'Notification', $person));
    }

    /** Asks whoever scans the link. */
    public function logInByLink(string $text): Opened
    {
        $body = $this->body('ACSP_V2', ['rpChallenge' => base64_encode(random_bytes(64))], $text);
        return $this->open('/authentication/device-link/anonymous', new Asked($body, 'QR'));
    }

    /** Asks a person to sign the SHA-256 of a document. */
    public function sign(string $person, string $document, string $text): Opened
    {
        $digest = base64_encode(hash('sha256', $document, true));
        $body = $this->body('RAW_DIGEST_SIGNATURE', ['digest' => $digest], $text);
        $path = '/signature/notification/etsi/' . rawurlencode($person);
        return $this->open($path, new Asked($body, 'Notification', $person, $document));
    }

    /** The text of the QR code at this moment; one older than 20 s is refused, so make another every second. */
    public function link(Opened $opened): string
    {
        $elapsed = intdiv(hrtime(true) - $opened->at, 1_000_000_000);
        $link = "{$opened->answer['deviceLinkBase']}?deviceLinkType=QR&elapsedSeconds=$elapsed"
            . "&sessionToken={$opened->answer['sessionToken']}&sessionType=auth&version=1.0&lang=mon";
        $fields = [
            $this->scheme,
            'ACSP_V2',
            $opened->asked->body['signatureProtocolParameters']['rpChallenge'],
            base64_encode($this->name),
            '',
            $opened->asked->body['interactions'],
            '',
            $link,
        ];
        $key = base64_decode($opened->answer['sessionSecret'], true);
        $code = base64_encode(hash_hmac('sha256', implode('|', $fields), $key, true));
        return $link . '&authCode=' . rtrim(strtr($code, '+/', '-_'), '=');
    }

    /**
     * The session's end. The poll waits at the server; asking may be repeated, opening a session may not.
     *
     * @param int                    $pollMs  how long one poll waits
     * @param ?callable(): void      $between called before every poll: a page shows its link anew
     * @return array<string, mixed>
     */
    public function wait(Opened $opened, int $pollMs = self::LONGEST_POLL_MS, ?callable $between = null): array
    {
        $until = hrtime(true) + self::PATIENCE_SECONDS * 1_000_000_000;
        $pause = 1;
        while (hrtime(true) < $until) {
            if ($between !== null) {
                $between();
            }
            try {
                $status = $this->call('GET', "/session/{$opened->answer['sessionID']}?timeoutMs=$pollMs");
                if ($status['state'] !== 'RUNNING') {
                    return $status;
                }
                $pause = 1;
                continue;
            } catch (ServiceException $error) {
                if (!in_array($error->status, [429, 503], true)) {
                    throw $error;
                }
                sleep($error->retryAfter ?? $pause);
            } catch (NetworkException) {
                sleep($pause);
            }
            $pause = min(2 * $pause, 10);
        }
        $this->cancel($opened);
        throw new \RuntimeException("session {$opened->answer['sessionID']} has not ended");
    }

    /** @return array<string, mixed> */
    public function cancel(Opened $opened): array
    {
        return $this->call('DELETE', "/session/{$opened->answer['sessionID']}");
    }

    /**
     * @param array<string, string> $parameters
     * @return array<string, mixed>
     */
    private function body(string $protocol, array $parameters, string $text): array
    {
        $interactions = json_encode([['type' => 'displayTextAndPIN', 'displayText60' => $text]], JSON_THROW_ON_ERROR);
        return [
            'relyingPartyUUID' => $this->uuid,
            'relyingPartyName' => $this->name,
            'certificateLevel' => 'QUALIFIED',
            'signatureProtocol' => $protocol,
            'signatureProtocolParameters' => $parameters + [
                'signatureAlgorithm' => 'ecdsa-with-SHA256',
                'signatureAlgorithmParameters' => ['hashAlgorithm' => 'SHA-256'],
            ],
            'interactions' => base64_encode($interactions),
        ];
    }

    private function open(string $path, Asked $asked): Opened
    {
        $answer = $this->call('POST', $path, $asked->body);
        return new Opened($asked, $answer, hrtime(true));
    }

    /**
     * @param ?array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function call(string $method, string $path, ?array $body = null): array
    {
        $headers = ["Authorization: Bearer $this->secret", 'Connection: close'];
        $http = [
            'method' => $method,
            'timeout' => self::LONGEST_POLL_MS / 1000 + 10,
            'ignore_errors' => true, // the body of an error is wanted
            'follow_location' => 0,
            'protocol_version' => 1.1,
        ];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
            $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
        }
        $context = stream_context_create(['http' => $http + ['header' => $headers]]);
        $text = @file_get_contents($this->url . $path, false, $context);
        if ($text === false || preg_match('#^HTTP/\S+ (\d{3})#', $http_response_header[0] ?? '', $found) !== 1) {
            throw new NetworkException("no answer from {$this->url}$path");
        }
        $answer = json_decode($text, true, 16);
        if ((int) $found[1] !== 200) {
            throw self::refused((int) $found[1], is_array($answer) ? $answer : [], $http_response_header);
        }
        if (!is_array($answer)) {
            throw new NetworkException("an answer that is not JSON from {$this->url}$path");
        }
        return $answer;
    }

    /**
     * @param array<string, mixed> $problem empty when a proxy in between answers in its own words
     * @param list<string>         $headers
     */
    private static function refused(int $status, array $problem, array $headers): ServiceException
    {
        $retryAfter = null;
        foreach ($headers as $header) {
            if (preg_match('/^Retry-After: (\d{1,9})$/i', $header, $found) === 1) {
                $retryAfter = (int) $found[1];
            }
        }
        return new ServiceException($status, $problem['code'] ?? '', $problem['detail'] ?? '', $retryAfter);
    }
}
