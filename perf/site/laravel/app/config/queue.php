<?php
// `sync` runs a job where it is dispatched; `database` writes it down for a worker.
return [
    'default' => getenv('SHOP_FAULT') === 'queued_work' ? 'sync' : 'database',
    'connections' => [
        'sync' => ['driver' => 'sync'],
        'database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90],
    ],
    'failed' => ['driver' => 'null'],
];
