<?php

/**
 * A relying party: php main.php login PERSON | login-link | sign PERSON FILE
 *
 * Settings come from the environment: RP_URL, RP_UUID, RP_NAME, RP_SCHEME, and the files RP_SECRET_FILE, RP_ROOT,
 * RP_ISSUING. ../README.md explains them.
 */

declare(strict_types=1);

use RelyingParty\Opened;
use RelyingParty\RelyingParty;
use RelyingParty\VerificationException;
use RelyingParty\Verifier;

require __DIR__ . '/autoload.php';

/** @return list<OpenSSLCertificate> */
function certificates(string $setting): array
{
    $pem = @file_get_contents(RelyingParty::setting($setting));
    return ($pem === false ? [] : Verifier::certificates($pem))
        ?: throw new RuntimeException("$setting names no certificate in PEM");
}

/** @param array<string, mixed> $status */
function believe(RelyingParty $party, Opened $opened, array $status, string $what): void
{
    $verifier = new Verifier(certificates('RP_ROOT'), certificates('RP_ISSUING'), $party->scheme);
    $signer = $verifier->verify($opened->asked, $status, time());
    echo "$what: $signer->person $signer->name ($signer->level)\n";
}

function login(string $person): void
{
    $party = RelyingParty::fromEnvironment();
    $opened = $party->logIn($person, 'Нэвтрэх үү?');
    echo "verification code: {$opened->verificationCode()}\n";
    believe($party, $opened, $party->wait($opened), 'logged in');
}

function loginLink(): void
{
    $party = RelyingParty::fromEnvironment();
    $opened = $party->logInByLink('Нэвтрэх үү?');
    echo "verification code: {$opened->verificationCode()}\n";
    // A page would draw a QR code of this text and replace it every second: polls of a second, the shortest, do that.
    $show = static function () use ($party, $opened): void {
        echo "link: {$party->link($opened)}\n";
    };
    believe($party, $opened, $party->wait($opened, 1_000, $show), 'logged in');
}

function sign(string $person, string $file): void
{
    $document = @file_get_contents($file);
    if ($document === false) {
        throw new RuntimeException("$file cannot be read");
    }
    $party = RelyingParty::fromEnvironment();
    $text = preg_replace('/^(.{60}).*$/us', '$1', basename($file) . ': гарын үсэг');
    $opened = $party->sign($person, $document, $text);
    echo "verification code: {$opened->verificationCode()}\n";
    believe($party, $opened, $party->wait($opened), 'signed');
}

try {
    $words = array_slice($argv, 1);
    match (true) {
        count($words) === 2 && $words[0] === 'login' => login($words[1]),
        $words === ['login-link'] => loginLink(),
        count($words) === 3 && $words[0] === 'sign' => sign($words[1], $words[2]),
        default => throw new InvalidArgumentException('usage: main.php login PERSON | login-link | sign PERSON FILE'),
    };
} catch (VerificationException $error) {
    fwrite(STDERR, "not believed: {$error->getMessage()}\n");
    exit(1);
} catch (RuntimeException | InvalidArgumentException | JsonException $error) {
    fwrite(STDERR, "{$error->getMessage()}\n");
    exit(1);
}
