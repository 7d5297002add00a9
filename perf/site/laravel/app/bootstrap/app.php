<?php
// A small shop on Debian's php-laravel-framework. SHOP_FAULT plants one fault, as in the plain shop beside this one.
require_once 'Illuminate/autoload.php';

spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/../app/' . str_replace('\\', '/', substr($class, strlen('App\\'))) . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) {
        require $file;
    }
});

$app = new Illuminate\Foundation\Application(dirname(__DIR__));
$app->singleton(Illuminate\Contracts\Http\Kernel::class, App\Http\Kernel::class);
$app->singleton(Illuminate\Contracts\Console\Kernel::class, App\Console\Kernel::class);
$app->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, App\Exceptions\Handler::class);
return $app;
