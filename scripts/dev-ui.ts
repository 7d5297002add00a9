// `npm run -w journal/ui dev`: the web app, built again at every change and reloaded, in front of a running service.
// The service is at http://127.0.0.1:8765 unless ZORIVEST_API_URL says otherwise.
import { readFileSync, watch } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buildBrowser, wireOf, type WireSource } from './browser.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'journal/ui/dist');
const service = new URL(process.env.ZORIVEST_API_URL ?? 'http://127.0.0.1:8765');
const port = Number(process.env.PORT ?? 5173);

const wire = wireOf((await import(join(root, 'journal/contract/dist/index.js'))) as WireSource);
const waiting = new Set<ServerResponse>();

async function rebuild(): Promise<void> {
  const started = performance.now();
  try {
    await buildBrowser(root, wire);
    console.log(`built in ${Math.round(performance.now() - started)} ms`);
    for (const page of waiting) page.end('data: reload\n\n');
    waiting.clear();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/** Asked by the page itself: it reloads when this ends. */
const RELOAD = `new EventSource('/dev/changes').onmessage = () => location.reload();`;

/** Forwarded without an origin, as from a program: the service accepts no other origin than its own. */
function proxy(from: IncomingMessage, to: ServerResponse): void {
  const { origin: _origin, ...headers } = from.headers;
  const asked = request(new URL(from.url ?? '/', service), {
    method: from.method,
    headers: { ...headers, host: service.host, 'sec-fetch-site': 'same-origin' },
  });
  asked.on('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  asked.on('error', () => to.writeHead(502).end('the service does not answer; start it with `zorivest up`'));
  from.pipe(asked);
}

function serve(from: IncomingMessage, to: ServerResponse): void {
  const { pathname } = new URL(from.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/api/')) return proxy(from, to);
  if (pathname === '/dev/changes') {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    waiting.add(to);
    return void to.on('close', () => waiting.delete(to));
  }
  if (pathname === '/dev/reload.js') return void to.writeHead(200, { 'content-type': 'text/javascript' }).end(RELOAD);
  try {
    if (!pathname.startsWith('/assets/')) {
      const page = readFileSync(join(dist, 'index.html'), 'utf8');
      const body = page.replace('</head>', '<script type="module" src="/dev/reload.js"></script></head>');
      return void to.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    }
    const type = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
    return void to.writeHead(200, { 'content-type': type }).end(readFileSync(join(dist, pathname)));
  } catch {
    return void to.writeHead(404).end();
  }
}

await rebuild();
let timer: NodeJS.Timeout | undefined;
for (const folder of ['journal/ui', 'pictures'])
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || file.startsWith('dist')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), 100);
  });
createServer(serve).listen(port, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${port}, in front of ${service.origin}`);
});
