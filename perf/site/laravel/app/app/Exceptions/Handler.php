<?php
namespace App\Exceptions;

final class Handler extends \Illuminate\Foundation\Exceptions\Handler
{
}
