// The shop's database, and the shop itself on PHP's own web server: for tests and recordings that need real requests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Running } from '../servers.ts';

export const ROUTES = [
  '/',
  '/health',
  '/shop/list',
  '/product/5',
  '/search?q=lamp',
  '/cart',
  '/orders',
  '/order/7',
  '/customer',
  '/report',
  '/tmpl',
  '/login',
  '/feed',
] as const;

export type ShopFault = 'none' | 'n_plus_one' | 'missing_index' | 'one_query_more' | 'slower' | 'remote_call';

/** The indexes that a release without them lacks. */
export const INDEXES = [
  {
    name: 'orders_status',
    table: 'orders',
    sql: 'CREATE INDEX orders_status ON orders (status, created_at)',
  },
  { name: 'customers_email', table: 'customers', sql: 'CREATE INDEX customers_email ON customers (email)' },
] as const;

/** What the shop needs on this machine; empty when all is there. */
/** `isProfiled`: its requests are to be profiled by Xdebug. */
export function missingForShop(engine: 'mysql' | 'postgres' = 'mysql', isProfiled = false): string[] {
  const needed = {
    '/usr/bin/php': 'php-cli',
    ...(engine === 'mysql'
      ? { '/usr/sbin/mariadbd': 'mariadb-server' }
      : { '/usr/bin/pg_createcluster': 'postgresql' }),
  };
  const absent = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  const modules = absent.length > 0 ? '' : spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout;
  const extensions = {
    ...(engine === 'mysql' ? { pdo_mysql: 'php-mysql' } : { pdo_pgsql: 'php-pgsql' }),
    ...(isProfiled ? { xdebug: 'php-xdebug' } : {}),
  };
  const unloaded = Object.entries(extensions).filter(([module]) => !new RegExp(`^${module}$`, 'm').test(modules));
  return [...absent, ...(absent.length === 0 ? unloaded.map(([, name]) => name) : [])];
}

const SIZES = { products: 3000, orders: 40_000, customers: 8000, reviews: 12_000 };

/** Tables and invented rows, the same every time. Numbers come from a sequence, so that both servers can make them. */
export function shopSql(engine: 'mysql' | 'postgres', sizes = SIZES): string {
  const id = engine === 'mysql' ? 'INT PRIMARY KEY' : 'INTEGER PRIMARY KEY';
  const text = (name: string) => `${name} VARCHAR(120) NOT NULL`;
  const from = (n: number) =>
    engine === 'mysql' ? `(SELECT seq AS n FROM seq_1_to_${n}) s` : `(SELECT generate_series(1, ${n}) AS n) s`;
  const minutes = (expression: string) =>
    engine === 'mysql'
      ? `TIMESTAMPADD(MINUTE, ${expression}, '2026-01-01 00:00:00')`
      : `TIMESTAMP '2026-01-01 00:00:00' + (${expression}) * INTERVAL '1 minute'`;
  return [
    `CREATE TABLE categories (id ${id}, ${text('name')})`,
    `CREATE TABLE suppliers (id ${id}, ${text('name')})`,
    `CREATE TABLE products (id ${id}, ${text('name')}, price INT NOT NULL, category_id INT NOT NULL, supplier_id INT NOT NULL)`,
    `CREATE INDEX products_category ON products (category_id)`,
    `CREATE INDEX products_name ON products (name)`,
    `CREATE TABLE customers (id ${id}, ${text('email')})`,
    `CREATE TABLE orders (id ${id}, customer_id INT NOT NULL, status VARCHAR(20) NOT NULL, total INT NOT NULL, created_at TIMESTAMP NOT NULL)`,
    `CREATE INDEX orders_customer ON orders (customer_id)`,
    `CREATE TABLE order_items (id ${id}, order_id INT NOT NULL, product_id INT NOT NULL)`,
    `CREATE INDEX order_items_order ON order_items (order_id)`,
    `CREATE TABLE reviews (id ${id}, product_id INT NOT NULL, ${text('author')}, stars INT NOT NULL)`,
    `CREATE INDEX reviews_product ON reviews (product_id)`,
    ...INDEXES.map(({ sql }) => sql),
    `INSERT INTO categories SELECT n, CONCAT('Category ', n) FROM ${from(12)}`,
    `INSERT INTO suppliers SELECT n, CONCAT('Supplier ', n) FROM ${from(80)}`,
    `INSERT INTO products SELECT n, CONCAT('lamp ', n % 97, ' ', n), 100 + n % 900, 1 + n % 12, 1 + n % 80 FROM ${from(sizes.products)}`,
    `INSERT INTO customers SELECT n, CONCAT('customer', n, '@example.org') FROM ${from(sizes.customers)}`,
    `INSERT INTO orders SELECT n, 1 + n % ${sizes.customers}, CASE WHEN n % 50 = 0 THEN 'open' ELSE 'sent' END, n % 700, ${minutes('n * 6')} FROM ${from(sizes.orders)}`,
    `INSERT INTO order_items SELECT n, 1 + n % ${sizes.orders}, 1 + n % ${sizes.products} FROM ${from(sizes.orders)}`,
    `INSERT INTO reviews SELECT n, 1 + n % ${sizes.products}, CONCAT('Reader ', n % 40), n % 6 FROM ${from(sizes.reviews)}`,
  ]
    .map((sql) => `${sql};`)
    .join('\n');
}

export interface ShopOptions {
  readonly dsn: string;
  readonly user: string;
  readonly password?: string;
  readonly fault: ShopFault;
  /** The server that the fault `remote_call` asks. */
  readonly partner?: string;
  /** Where Xdebug writes a profile of each request with its trigger; absent: Xdebug is not loaded. */
  readonly traces?: string;
}

export async function startShop(options: ShopOptions): Promise<Running & { readonly url: string }> {
  const port = await freePort();
  const xdebug =
    options.traces === undefined
      ? ['-d', 'xdebug.mode=off']
      : [
          '-d',
          'xdebug.mode=profile',
          '-d',
          'xdebug.start_with_request=trigger',
          '-d',
          `xdebug.output_dir=${options.traces}`,
          '-d',
          'xdebug.profiler_output_name=cachegrind.out.%t.%p.%R',
        ];
  const child = spawn('php', [...xdebug, '-S', `127.0.0.1:${port}`, join(import.meta.dirname, 'index.php')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      SHOP_DSN: options.dsn,
      SHOP_USER: options.user,
      SHOP_PASSWORD: options.password ?? '',
      SHOP_FAULT: options.fault,
      SHOP_PARTNER: options.partner ?? '',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 20_000;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the shop did not start');
    await sleep(50);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}
