<?php
// A shop of thirteen routes for recordings and tests. What it does is fixed: the same request always sends the same
// statements. SHOP_FAULT plants one fault; SHOP_DSN names the database (mysql: or pgsql:), SHOP_USER its user, SHOP_PARTNER
// the address of a slow server that one fault asks.
declare(strict_types=1);

final class Shop
{
    public function __construct(private ?PDO $db, private string $fault)
    {
    }

    /** One connection for each request, as PHP has it without persistent ones. */
    private function db(): PDO
    {
        return $this->db ??= new PDO(getenv('SHOP_DSN'), getenv('SHOP_USER') ?: 'root', getenv('SHOP_PASSWORD') ?: '', [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_EMULATE_PREPARES => true,
        ]);
    }

    private function rows(string $sql, array $values = []): array
    {
        $statement = $this->db()->prepare($sql);
        $statement->execute($values);
        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    private function isFault(string $name): bool
    {
        return $this->fault === $name;
    }

    public function home(): array
    {
        return [$this->rows('SELECT id, name FROM categories ORDER BY name'),
            $this->rows('SELECT id, name, price FROM products ORDER BY id DESC LIMIT 8')];
    }

    /** The health check of a load balancer: no database. */
    public function health(): array
    {
        return ['ok' => true];
    }

    public function listProducts(): array
    {
        $products = $this->rows('SELECT id, name, price, supplier_id FROM products WHERE category_id = ? LIMIT 60', [3]);
        if ($this->isFault('n_plus_one')) {
            foreach ($products as &$product) {
                $product['supplier'] = $this->supplierOf((int) $product['supplier_id']);
            }
            return $products;
        }
        $ids = array_values(array_unique(array_column($products, 'supplier_id')));
        $marks = implode(', ', array_fill(0, count($ids), '?'));
        $this->rows("SELECT id, name FROM suppliers WHERE id IN ($marks)", $ids);
        return $products;
    }

    private function supplierOf(int $id): array
    {
        return $this->rows('SELECT name FROM suppliers WHERE id = ?', [$id]);
    }

    public function product(int $id): array
    {
        $found = $this->rows('SELECT * FROM products WHERE id = ?', [$id]);
        $reviews = $this->rows('SELECT author, stars FROM reviews WHERE product_id = ? ORDER BY id', [$id]);
        if ($this->isFault('one_query_more')) {
            $this->rows('SELECT COUNT(*) FROM reviews WHERE product_id = ?', [$id]);
        }
        return [$found, $reviews];
    }

    public function search(): array
    {
        return $this->rows("SELECT id, name FROM products WHERE name LIKE ? ORDER BY name LIMIT 20", ['lamp%']);
    }

    public function cart(): array
    {
        if ($this->isFault('remote_call')) {
            $this->deliveryTimes();
        }
        return $this->rows('SELECT id, name, price FROM products WHERE id IN (1, 2, 3)');
    }

    /** Asked of a partner's server while the visitor waits. */
    private function deliveryTimes(): array
    {
        return json_decode(file_get_contents(getenv('SHOP_PARTNER')), true);
    }

    public function orders(): array
    {
        return $this->rows(
            'SELECT o.id, o.total, c.email FROM orders o JOIN customers c ON c.id = o.customer_id '
            . 'WHERE o.status = ? AND o.created_at > ? ORDER BY o.created_at DESC LIMIT 20',
            ['open', '2026-06-20 00:00:00'],
        );
    }

    public function order(int $id): array
    {
        return [$this->rows('SELECT * FROM orders WHERE id = ?', [$id]),
            $this->rows('SELECT * FROM order_items WHERE order_id = ?', [$id])];
    }

    public function customer(): array
    {
        return $this->rows('SELECT id, email FROM customers WHERE email = ?', ['customer77@example.org']);
    }

    public function report(): array
    {
        return $this->rows('SELECT status, COUNT(*) AS n, SUM(total) AS total FROM orders GROUP BY status');
    }

    /** Pure PHP: a page that takes its time in code. */
    public function template(): array
    {
        $rounds = $this->isFault('slower') ? 240 : 200;
        $text = '';
        for ($i = 0; $i < $rounds; $i++) {
            for ($j = 0; $j < 220; $j++) {
                $text = substr(hash('sha256', $text . htmlspecialchars("<li>$i.$j</li>")), 0, 40);
            }
        }
        return [$text];
    }

    public function login(): array
    {
        return $this->rows('SELECT id FROM customers WHERE id = ?', [7]);
    }

    /** Answers with 404 by design: a page that is not there must not become the shop's fault. */
    public function missing(): array
    {
        http_response_code(404);
        return [];
    }
}

$path = parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH) ?: '/';
$shop = new Shop(null, getenv('SHOP_FAULT') ?: 'none');
header('content-type: application/json');
echo json_encode(match (true) {
    $path === '/' => $shop->home(),
    $path === '/health' => $shop->health(),
    $path === '/shop/list' => $shop->listProducts(),
    $path === '/search' => $shop->search(),
    $path === '/cart' => $shop->cart(),
    $path === '/orders' => $shop->orders(),
    $path === '/customer' => $shop->customer(),
    $path === '/report' => $shop->report(),
    $path === '/tmpl' => $shop->template(),
    $path === '/login' => $shop->login(),
    $path === '/feed' => $shop->search(),
    preg_match('~^/product/(\d+)$~', $path, $found) === 1 => $shop->product((int) $found[1]),
    preg_match('~^/order/(\d+)$~', $path, $found) === 1 => $shop->order((int) $found[1]),
    default => $shop->missing(),
});
