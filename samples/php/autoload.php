<?php

declare(strict_types=1);

// What composer's autoloader would do.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'RelyingParty\\')) {
        require __DIR__ . '/src/' . substr($class, strlen('RelyingParty\\')) . '.php';
    }
});
