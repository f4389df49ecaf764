<?php

declare(strict_types=1);

namespace RelyingParty;

use OpenSSLCertificate;

/** Is this result what it says? Nothing in an answer counts before verify() has returned. */
final class Verifier
{
    private const MAX_CHAIN = 8;
    private const LEVELS = ['ADVANCED' => 1, 'QUALIFIED' => 2, 'QSCD' => 3];
    // The certificate says its level by its policy: the same identifiers stand in docs/integration.md.
    private const LOGIN_POLICIES = [
        '0.4.0.2042.1.3' => 'ADVANCED', '0.4.0.2042.1.1' => 'QUALIFIED', '0.4.0.2042.1.2' => 'QSCD',
    ];
    private const SIGNATURE_POLICIES = [
        '0.4.0.2042.1.3' => 'ADVANCED', '0.4.0.194112.1.0' => 'QUALIFIED', '0.4.0.194112.1.2' => 'QSCD',
    ];
    private const UNDERSTOOD = [
        'X509v3 Basic Constraints', 'X509v3 Key Usage', 'X509v3 Extended Key Usage', 'X509v3 Certificate Policies',
    ];

    /**
     * @param list<OpenSSLCertificate> $roots certificates that came on a trusted way
     * @param list<OpenSSLCertificate> $intermediates
     * @param string                   $scheme the operator's scheme name
     * @param string                   $level  the least level that is enough
     */
    public function __construct(
        private readonly array $roots,
        private readonly array $intermediates,
        private readonly string $scheme,
        private readonly string $level = 'QUALIFIED',
    ) {
    }

    /**
     * Verifies a completed session step by step, its certificates at the time $now.
     *
     * @param array<string, mixed> $answer the JSON object of GET /session/{id}
     * @param int                  $now    Unix seconds
     *
     * @throws VerificationException at the first step that fails
     */
    public function verify(Asked $asked, array $answer, int $now): Signer
    {
        $result = self::text($answer, 'result', 'endResult');
        if (self::text($answer, 'state') !== 'COMPLETE' || $result !== 'OK') {
            throw new VerificationException('END_RESULT', "the session ended with $result");
        }
        if (self::text($answer, 'signatureProtocol') !== $asked->body['signatureProtocol']) {
            throw new VerificationException('PROTOCOL', 'not what was asked');
        }
        if (self::text($answer, 'signature', 'flowType') !== $asked->flow) {
            throw new VerificationException('PROTOCOL', 'another flow than was offered');
        }

        $leaf = self::certificate(self::base64(self::text($answer, 'cert', 'value')));
        $this->verifyChain($leaf, $now);
        self::verifyUsage($leaf, $asked->isLogin());
        $said = self::text($answer, 'cert', 'certificateLevel');
        $this->verifyLevel($leaf, $said, $asked->isLogin());
        $person = self::subject($leaf, 'serialNumber');
        if ($asked->person !== null && $person !== $asked->person) {
            throw new VerificationException('PERSON', "asked for $asked->person, the certificate is that of $person");
        }
        $signature = self::base64(self::text($answer, 'signature', 'value'));
        // ECDSA was made over the digest as it is, so the document itself verifies.
        $signed = $asked->isLogin() ? $this->acspPayload($asked, $answer) : self::document($asked);
        self::verifySignature($leaf, $signed, $signature);
        return new Signer(
            $person,
            self::subject($leaf, 'CN'),
            self::text($answer, 'result', 'documentNumber'),
            $said,
            $signature,
        );
    }

    /**
     * The eleven fields of ACSP_V2. What is ours comes from the request, never from the answer.
     *
     * @param array<string, mixed> $answer
     */
    private function acspPayload(Asked $asked, array $answer): string
    {
        $interactions = self::text($asked->body, 'interactions');
        $used = self::text($answer, 'interactionTypeUsed');
        $offered = json_decode(self::base64($interactions), true, 16, JSON_THROW_ON_ERROR);
        if (!in_array($used, array_column($offered, 'type'), true)) {
            throw new VerificationException('PROTOCOL', "an interaction that was not offered: $used");
        }
        return implode('|', [
            $this->scheme,
            'ACSP_V2',
            self::text($answer, 'signature', 'serverRandom'),
            self::text($asked->body, 'signatureProtocolParameters', 'rpChallenge'),
            self::text($answer, 'signature', 'userChallenge'),
            base64_encode(self::text($asked->body, 'relyingPartyName')),
            '',
            // Of the Base64 text as it was sent, not of the JSON in it.
            base64_encode(hash('sha256', $interactions, true)),
            $used,
            '', // the callback: of Web2App and App2App only
            $asked->flow,
        ]);
    }

    private static function document(Asked $asked): string
    {
        if ($asked->document === null) {
            throw new VerificationException('SIGNATURE', 'openssl_verify needs the document itself');
        }
        $digest = self::base64(self::text($asked->body, 'signatureProtocolParameters', 'digest'));
        if (!hash_equals($digest, hash('sha256', $asked->document, true))) {
            throw new VerificationException('SIGNATURE', 'the digest is not that of the document');
        }
        return $asked->document;
    }

    /** From the leaf to a root of ours and to no other, every certificate valid at $now. */
    private function verifyChain(OpenSSLCertificate $leaf, int $now): void
    {
        $current = $leaf;
        for ($below = 0; $below < self::MAX_CHAIN; $below++) {
            self::verifyValidity($current, $now);
            self::verifyExtensions($current);
            foreach ($this->roots as $root) {
                if (self::issued($current, $root, $below)) {
                    self::verifyValidity($root, $now);
                    return;
                }
            }
            $issuer = null;
            foreach ($this->intermediates as $candidate) {
                if (self::issued($current, $candidate, $below)) {
                    $issuer = $candidate;
                    break;
                }
            }
            if ($issuer === null) {
                throw new VerificationException('CHAIN', 'nobody known has issued the certificate');
            }
            $current = $issuer;
        }
        throw new VerificationException('CHAIN', 'the chain is too long');
    }

    /** Names, authority, signature. $below: authorities between the issuer and the leaf. */
    private static function issued(OpenSSLCertificate $current, OpenSSLCertificate $issuer, int $below): bool
    {
        $authority = self::parsed($issuer);
        $constraints = $authority['extensions']['basicConstraints'] ?? '';
        if (preg_match('/^CA:TRUE(?:, pathlen:(\d+))?$/', $constraints, $found) !== 1) {
            return false;
        }
        return (!isset($found[1]) || $below <= (int) $found[1])
            && in_array('Certificate Sign', self::words($authority, 'keyUsage'), true)
            && self::parsed($current)['issuer'] === $authority['subject']
            && openssl_x509_verify($current, $issuer) === 1;
    }

    private static function verifyValidity(OpenSSLCertificate $certificate, int $now): void
    {
        $parsed = self::parsed($certificate);
        if ($now < $parsed['validFrom_time_t'] || $now > $parsed['validTo_time_t']) {
            throw new VerificationException('VALIDITY', "the certificate is valid to {$parsed['validTo']}");
        }
    }

    /** openssl_x509_parse does not say what is critical; the text does. */
    private static function verifyExtensions(OpenSSLCertificate $certificate): void
    {
        openssl_x509_export($certificate, $text, false);
        preg_match_all('/^ {12}(\S.*?): critical\s*$/m', $text, $found);
        $unknown = array_diff($found[1], self::UNDERSTOOD);
        if ($unknown !== []) {
            throw new VerificationException('CHAIN', 'not understood, but critical: ' . implode(', ', $unknown));
        }
    }

    private static function verifyUsage(OpenSSLCertificate $leaf, bool $isLogin): void
    {
        $parsed = self::parsed($leaf);
        $usage = self::words($parsed, 'keyUsage');
        $signs = in_array('Digital Signature', $usage, true);
        $fits = $isLogin
            ? $signs && in_array('TLS Web Client Authentication', self::words($parsed, 'extendedKeyUsage'), true)
            : !$signs && in_array('Non Repudiation', $usage, true);
        if (!$fits) {
            throw new VerificationException('USAGE', 'the certificate is for another use');
        }
    }

    private function verifyLevel(OpenSSLCertificate $leaf, string $said, bool $isLogin): void
    {
        $policies = self::parsed($leaf)['extensions']['certificatePolicies'] ?? '';
        preg_match_all('/^Policy: ([0-9.]+)$/m', $policies, $found);
        $levels = $isLogin ? self::LOGIN_POLICIES : self::SIGNATURE_POLICIES;
        if (!in_array($said, array_intersect_key($levels, array_flip($found[1])), true)) {
            throw new VerificationException('LEVEL', "the answer says $said, the certificate does not");
        }
        if (self::LEVELS[$said] < self::LEVELS[$this->level]) {
            throw new VerificationException('LEVEL', "$said is below $this->level");
        }
    }

    private static function verifySignature(OpenSSLCertificate $leaf, string $signed, string $signature): void
    {
        $key = openssl_pkey_get_public($leaf);
        if ($key === false || (openssl_pkey_get_details($key)['ec']['curve_name'] ?? '') !== 'prime256v1') {
            throw new VerificationException('SIGNATURE', 'not a key on P-256');
        }
        // 0 is "no", -1 an error: only 1 is "yes".
        if (openssl_verify($signed, $signature, $key, OPENSSL_ALGO_SHA256) !== 1) {
            throw new VerificationException('SIGNATURE', 'the signature is not by this key over what was asked');
        }
    }

    /**
     * All certificates of a PEM file; openssl_x509_read alone takes the first.
     *
     * @return list<OpenSSLCertificate>
     */
    public static function certificates(string $pem): array
    {
        preg_match_all('/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/', $pem, $found);
        return array_map(static function (string $one): OpenSSLCertificate {
            return openssl_x509_read($one) ?: throw new \InvalidArgumentException('a PEM file that is damaged');
        }, $found[0]);
    }

    private static function certificate(string $der): OpenSSLCertificate
    {
        $lines = chunk_split(base64_encode($der), 64, "\n");
        $found = @openssl_x509_read("-----BEGIN CERTIFICATE-----\n$lines-----END CERTIFICATE-----\n");
        if ($found === false) {
            throw new VerificationException('CHAIN', 'not a certificate');
        }
        return $found;
    }

    private static function subject(OpenSSLCertificate $certificate, string $attribute): string
    {
        // An attribute that stands twice is an array here.
        $value = self::parsed($certificate)['subject'][$attribute] ?? null;
        if (!is_string($value)) {
            throw new VerificationException('PERSON', "the subject has no single $attribute");
        }
        return $value;
    }

    /** @return array<string, mixed> */
    private static function parsed(OpenSSLCertificate $certificate): array
    {
        $parsed = openssl_x509_parse($certificate);
        if ($parsed === false) {
            throw new VerificationException('CHAIN', 'not a certificate');
        }
        return $parsed;
    }

    /**
     * @param array<string, mixed> $parsed
     * @return list<string>
     */
    private static function words(array $parsed, string $extension): array
    {
        return explode(', ', $parsed['extensions'][$extension] ?? '');
    }

    /** @param array<string, mixed> $object */
    private static function text(array $object, string ...$path): string
    {
        $value = $object;
        foreach ($path as $name) {
            $value = is_array($value) ? $value[$name] ?? null : null;
        }
        if (!is_string($value)) {
            throw new VerificationException('MALFORMED', 'no text ' . implode('.', $path));
        }
        return $value;
    }

    private static function base64(string $text): string
    {
        $bytes = base64_decode($text, true);
        if ($bytes === false || base64_encode($bytes) !== $text) {
            throw new VerificationException('MALFORMED', 'not Base64');
        }
        return $bytes;
    }
}
