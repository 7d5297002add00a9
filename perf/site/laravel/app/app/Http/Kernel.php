<?php
namespace App\Http;

final class Kernel extends \Illuminate\Foundation\Http\Kernel
{
}
