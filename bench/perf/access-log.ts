// An access log of nginx with the time of each request, the same on every machine: routes with ids, queries, a few errors.
import { closeSync, openSync, writeSync } from 'node:fs';
import { numbers } from './numbers.ts';

const ROUTES = [
  '/',
  '/shop/list',
  '/product/{n}',
  '/order/{n}',
  '/search?q=lamp&page={n}',
  '/cart',
  '/api/v2/items/{n}/reviews',
];
const MONTH = 'Nov';

/** Writes about the given number of bytes. */
export function writeAccessLog(path: string, bytes: number): void {
  const next = numbers(53);
  const file = openSync(path, 'w');
  let seconds = 0;
  let written = 0;
  const two = (value: number) => String(value).padStart(2, '0');
  while (written < bytes) {
    const lines: string[] = [];
    for (let i = 0; i < 5000; i++) {
      if (next() % 200 === 0) seconds++;
      const time = `${two(15 + (Math.floor(seconds / 86_400) % 14))}/${MONTH}/2026:${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)} +0000`;
      const route = ROUTES[next() % ROUTES.length]!.replace('{n}', String(next() % 50_000));
      const status = next() % 300 === 0 ? 500 : next() % 40 === 0 ? 404 : 200;
      lines.push(
        `10.0.${next() % 250}.${next() % 250} - - [${time}] "GET ${route} HTTP/1.1" ${status} ${500 + (next() % 60_000)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36" 0.${String(next() % 1000).padStart(3, '0')}\n`,
      );
    }
    written += writeSync(file, lines.join(''));
  }
  closeSync(file);
}
