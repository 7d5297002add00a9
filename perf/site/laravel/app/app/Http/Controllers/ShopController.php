<?php
namespace App\Http\Controllers;

use App\Jobs\WriteInvoice;
use App\Models\Product;

final class ShopController extends \Illuminate\Routing\Controller
{
    /** The fault asks for each product's supplier by itself; eager loading asks once for all. */
    public function list()
    {
        $products = Product::query()->where('category_id', 3);
        if (getenv('SHOP_FAULT') !== 'lazy_loading') {
            $products->with('supplier');
        }
        return view('list', ['products' => $products->limit(40)->get()]);
    }

    public function checkout()
    {
        WriteInvoice::dispatch();
        return response()->json(['ok' => true]);
    }

    public function about()
    {
        return view('about');
    }
}
