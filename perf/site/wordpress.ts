// Debian's WordPress with invented content: a shop's list of parts with its suppliers, and its orders.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, type Database, folderFor } from './servers.ts';

/** What is wrong with a release; `clean` has nothing wrong with it. */
export const FAULTS = ['clean', 'n_plus_one', 'missing_index', 'opcache_off', 'release_500'] as const;
export type Fault = (typeof FAULTS)[number];

const DEBIAN = '/usr/share/wordpress';
const POSTS = 45;
const ORDERS = 60_000;
const CUSTOMERS = 3000;

export function installWordpress(folder: string, database: Database): string {
  const root = folderFor(join(folder, 'www'), account('www-data'));
  cpSync(DEBIAN, root, { recursive: true, dereference: true, filter: (path) => !path.endsWith('/wp-config.php') });
  database.run(
    "CREATE DATABASE parts CHARACTER SET utf8mb4; CREATE USER 'site'@'localhost' IDENTIFIED BY 'site'; GRANT ALL ON parts.* TO 'site'@'localhost';",
  );
  writeFileSync(join(root, 'wp-config.php'), config(database.socket));
  mkdirSync(join(root, 'wp-content/themes/parts'), { recursive: true });
  writeTheme(root, 'clean');
  php(root, install);
  database.run(tables(), 'parts');
  return root;
}

function config(socket: string): string {
  return `<?php
define('DB_NAME', 'parts');
define('DB_USER', 'site');
define('DB_PASSWORD', 'site');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
if (isset($_SERVER['HTTP_HOST'])) {
  define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
  define('WP_SITEURL', 'http://' . $_SERVER['HTTP_HOST']);
}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}

function php(root: string, code: string): void {
  const done = spawnSync('php', ['-d', 'xdebug.mode=off', '-d', 'memory_limit=512M'], {
    cwd: root,
    input: code,
    encoding: 'utf8',
    env: { ...process.env, XDEBUG_MODE: 'off' },
  });
  if (done.status !== 0 || done.stdout.includes('Fatal error')) throw new Error(`php: ${done.stdout}${done.stderr}`);
}

const install = `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require 'wp-load.php';
require 'wp-admin/includes/upgrade.php';
function wp_new_blog_notification() {}
wp_install('Parts', 'keeper', 'keeper@example.invalid', true, '', 'keeper');
switch_theme('parts');
for ($i = 1; $i <= ${POSTS}; $i++) {
  wp_insert_post(['post_title' => "Part $i", 'post_content' => "A part with number $i, made of steel.", 'post_status' => 'publish', 'post_author' => 1]);
}
`;

/** Suppliers, one for each post, and orders by a fixed rule: the same on every machine. */
function tables(): string {
  const orders: string[] = [];
  for (let from = 0; from < ORDERS; from += 2000) {
    const rows = Array.from({ length: 2000 }, (_, i) => {
      const n = from + i;
      return `(${(n * 7919) % CUSTOMERS},${(n * 31) % 500},'2026-01-01' + INTERVAL ${n % 300} DAY,'order ${n}')`;
    });
    orders.push(`INSERT INTO shop_orders (customer_id, amount, placed_at, note) VALUES ${rows.join(',')};`);
  }
  return `CREATE TABLE shop_suppliers (post_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(80) NOT NULL) ENGINE=InnoDB;
INSERT INTO shop_suppliers SELECT ID, CONCAT('Supplier ', ID) FROM wp_posts;
CREATE TABLE shop_orders (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id INT UNSIGNED NOT NULL, amount INT NOT NULL, placed_at DATE NOT NULL, note VARCHAR(40) NOT NULL) ENGINE=InnoDB;
${orders.join('\n')}
CREATE INDEX by_customer ON shop_orders (customer_id, placed_at);
ANALYZE TABLE shop_orders;
`;
}

/** Makes the site what the release with this fault would be. */
export function release(root: string, database: Database, fault: Fault): void {
  writeTheme(root, fault);
  const indexed = database.run(
    "SELECT COUNT(*) FROM information_schema.statistics WHERE table_name = 'shop_orders' AND index_name = 'by_customer'",
  );
  const wanted = fault !== 'missing_index';
  if (wanted && indexed.trim() === '0')
    database.run('CREATE INDEX by_customer ON shop_orders (customer_id, placed_at)', 'parts');
  if (!wanted && indexed.trim() !== '0') database.run('DROP INDEX by_customer ON shop_orders', 'parts');
}

function writeTheme(root: string, fault: Fault): void {
  const theme = join(root, 'wp-content/themes/parts');
  writeFileSync(join(theme, 'style.css'), '/*\nTheme Name: Parts\n*/\n');
  writeFileSync(join(theme, 'functions.php'), functions(fault));
  writeFileSync(
    join(theme, 'index.php'),
    `<?php
if (isset($_GET['orders'])) {
  parts_orders((int) $_GET['orders']);
} else {
  parts_list(get_posts(['numberposts' => 40]));
}
`,
  );
}

function functions(fault: Fault): string {
  const list =
    fault === 'n_plus_one'
      ? `  foreach ($posts as $post) {
    $name = $wpdb->get_var($wpdb->prepare('SELECT name FROM shop_suppliers WHERE post_id = %d', $post->ID));
    echo '<li>' . esc_html($post->post_title . ' by ' . $name) . '</li>';
  }`
      : `  $ids = implode(',', array_map(fn($post) => (int) $post->ID, $posts));
  $names = array_column($wpdb->get_results("SELECT post_id, name FROM shop_suppliers WHERE post_id IN ($ids)"), 'name', 'post_id');
  foreach ($posts as $post) {
    echo '<li>' . esc_html($post->post_title . ' by ' . $names[$post->ID]) . '</li>';
  }`;
  const orders = fault === 'release_500' ? "  throw new RuntimeException('no such column');\n" : '';
  return `<?php
function parts_list($posts) {
  global $wpdb;
${list}
}
function parts_orders($customer) {
  global $wpdb;
${orders}  $rows = $wpdb->get_results($wpdb->prepare('SELECT id, amount, note FROM shop_orders WHERE customer_id = %d ORDER BY placed_at DESC LIMIT 20', $customer));
  foreach ($rows as $row) {
    echo '<li>' . esc_html($row->note) . '</li>';
  }
}
`;
}
