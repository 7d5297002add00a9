/** Messages that no client should send, and some that one may: the same ones for the same seed. */

export type Random = () => number;

/** mulberry32: small, fast, and the same everywhere. */
export function seedRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = <T>(random: Random, from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];

const METHODS = [
  'echo',
  'list_notes',
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'no/such',
  '__proto__',
  'constructor',
  '',
] as const;

const SCALARS = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '',
  'echo',
  '2025-11-25',
  '2026-07-28',
  '1900-01-01',
  '\u0000\uD800',
  '{{}}',
  'é漢🜨',
] as const;

const KEYS = ['name', 'arguments', 'message', 'uri', '_meta', 'requestId', '__proto__', 'cursor', 'ref', 'x'] as const;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Any JSON value, not very deep. */
function value(random: Random, depth = 0): unknown {
  const kind = random();
  if (depth > 3 || kind < 0.6) return pick(random, SCALARS);
  if (kind < 0.75) return Array.from({ length: Math.floor(random() * 4) }, () => value(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: Math.floor(random() * 4) }, () => [pick(random, KEYS), value(random, depth + 1)]),
  );
}

/** Something like a request: often right, often not. */
function request(random: Random): Record<string, unknown> {
  const method = random() < 0.9 ? pick(random, METHODS) : value(random);
  const sound = random() < 0.5;
  const params = sound
    ? { name: 'echo', arguments: { message: 'x' }, message: 'x', ...(random() < 0.3 ? { _meta: META } : {}) }
    : value(random);
  return {
    ...(random() < 0.95 ? { jsonrpc: '2.0' } : {}),
    // Ids come back again and again, and are not always ids.
    ...(random() < 0.8 ? { id: random() < 0.9 ? Math.floor(random() * 50) : value(random) } : {}),
    ...(random() < 0.97 ? { method } : { result: value(random) }),
    ...(random() < 0.9 ? { params } : {}),
  };
}

/** One text to send; may be anything but a whole line end, so that it stays one message in either framing. */
export function nonsense(random: Random): string {
  const kind = random();
  if (kind < 0.55) return JSON.stringify(request(random));
  if (kind < 0.65) return JSON.stringify(Array.from({ length: Math.floor(random() * 5) }, () => request(random)));
  if (kind < 0.75) {
    const whole = JSON.stringify(request(random));
    return whole.slice(0, Math.max(1, Math.floor(random() * whole.length)));
  }
  if (kind < 0.82) return JSON.stringify(request(random)) + JSON.stringify(request(random));
  if (kind < 0.88) return JSON.stringify(value(random)) ?? 'null';
  if (kind < 0.9) return `${'['.repeat(200)}${']'.repeat(Math.floor(random() * 400))}`;
  if (kind < 0.91) return `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"message":"${'y'.repeat(20_000)}"}}`;
  const bytes = Array.from({ length: 1 + Math.floor(random() * 60) }, () => Math.floor(random() * 256));
  return String.fromCharCode(...bytes).replaceAll(/[\r\n]/g, ' ');
}
