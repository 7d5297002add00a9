<?php
namespace App;

use Illuminate\Support\Facades\Route;

final class RouteServiceProvider extends \Illuminate\Foundation\Support\Providers\RouteServiceProvider
{
    public function boot(): void
    {
        $this->routes(fn () => Route::group([], base_path('routes/web.php')));
    }
}
