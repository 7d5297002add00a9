<?php
namespace App\Jobs;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;

/** Takes its time, as drawing a PDF does. */
final class WriteInvoice implements ShouldQueue
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    public function handle(): void
    {
        $text = '';
        $until = microtime(true) + 0.25;
        while (microtime(true) < $until) {
            $text = hash('sha256', $text);
        }
    }
}
