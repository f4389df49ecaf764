<?php

/** What Verifier says to real results, whole and changed: php self-test.php */

declare(strict_types=1);

use RelyingParty\Asked;
use RelyingParty\VerificationException;
use RelyingParty\Verifier;

require __DIR__ . '/autoload.php';

const TESTDATA = __DIR__ . '/../testdata/';

/** @return array<mixed> */
function records(string $name): array
{
    return json_decode(file_get_contents(TESTDATA . $name), true, 16, JSON_THROW_ON_ERROR);
}

function put(array &$record, string $pointer, mixed $value): void
{
    $found = &$record;
    foreach (explode('/', substr($pointer, 1)) as $name) {
        $found = &$found[$name];
    }
    $found = $value;
}

/** @return list<OpenSSLCertificate> */
function certificates(string $name): array
{
    return Verifier::certificates(file_get_contents(TESTDATA . $name));
}

/** @param array<string, mixed> $case */
function outcome(array $case): string
{
    $record = records($case['record']);
    foreach ($case['set'] as $pointer => $value) {
        put($record, $pointer, $value);
    }
    $asked = new Asked($record['request'], $record['flowType'], $record['person'], $record['document'] ?? null);
    $verifier = new Verifier(
        certificates($case['root'] ?? 'root.pem'),
        certificates($case['issuing'] ?? 'issuing.pem'),
        $record['schemeName'],
        $case['level'] ?? 'QUALIFIED',
    );
    try {
        $now = strtotime($record['recordedAt']) + ($case['after'] ?? 0);
        $signer = $verifier->verify($asked, $record['answer'], $now);
        return $signer->person === 'PNOMN-12345678' ? 'OK' : $signer->person;
    } catch (VerificationException $error) {
        return $error->reason;
    }
}

$cases = records('cases.json');
$failed = 0;
foreach ($cases as $case) {
    $found = outcome($case);
    if ($found !== $case['expect']) {
        $failed++;
        fwrite(STDERR, "{$case['name']}: $found instead of {$case['expect']}\n");
    }
}
printf("%d passed, %d failed\n", count($cases) - $failed, $failed);
exit($failed === 0 && count($cases) > 20 ? 0 : 1);
