<?php
return [
    'default' => 'mysql',
    'connections' => [
        'mysql' => [
            'driver' => 'mysql',
            'unix_socket' => getenv('SHOP_SOCKET'),
            'database' => 'shop',
            'username' => 'shop',
            'password' => '',
            'charset' => 'utf8mb4',
            'collation' => 'utf8mb4_general_ci',
            'prefix' => '',
        ],
    ],
    'migrations' => 'migrations',
];
