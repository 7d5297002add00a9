<?php
namespace App\Console;

final class Kernel extends \Illuminate\Foundation\Console\Kernel
{
}
