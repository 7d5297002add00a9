<?php
use App\Http\Controllers\ShopController;
use Illuminate\Support\Facades\Route;

Route::get('/products', [ShopController::class, 'list']);
Route::get('/checkout', [ShopController::class, 'checkout']);
Route::get('/about', [ShopController::class, 'about']);
