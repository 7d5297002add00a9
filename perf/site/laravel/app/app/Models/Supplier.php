<?php
namespace App\Models;

use Illuminate\Database\Eloquent\Model;

final class Supplier extends Model
{
    public $timestamps = false;
}
