// The only way out an adapter has. A person's broker key could be used to trade: what is not listed here,
// of methods, hosts and paths, is refused before anything leaves, whether our own code asks for it, a library, or an
// answer that names another address.

/** A method, a host and a path that an adapter may ask for. */
export interface Opening {
  readonly method: 'GET' | 'POST';
  /** `*` stands for the letters, digits and dashes that a broker puts there itself. */
  readonly host: string;
  /** `{}` stands for one part of a path: an account's number, an order's id. */
  readonly path: string;
}

/** A request that is not on the list. Says what was tried, without its query, where a key may stand. */
export class ClosedDoor extends Error {
  override readonly name = 'ClosedDoor';
}

type Fetch = typeof globalThis.fetch;

/**
 * `elsewhere` is where tests play the broker: its origin takes the place of every host, and the list is enforced all the
 * same.
 */
export function openDoor(openings: readonly Opening[], fetch: Fetch, elsewhere: URL | null): Fetch {
  const listed = openings.map(({ method, host, path }) => ({
    method,
    host: pattern(host, '*', '[a-z0-9-]*'),
    path: pattern(path, '{}', "[A-Za-z0-9_.~:@$!'()*+,;=%-]+"),
  }));
  return async (input, init = {}) => {
    if (input instanceof Request) throw new ClosedDoor('a request must be given as an address and its parts');
    const url = new URL(input);
    const method = init.method ?? 'GET';
    const isOutside = url.protocol === 'https:' && url.port === '';
    const isPlayed = elsewhere !== null && url.origin === elsewhere.origin;
    const isClean = url.username === '' && url.password === '' && !HIDDEN_PATH.test(url.pathname);
    const isListed = listed.some(
      (opening) =>
        opening.method === method &&
        opening.path.test(url.pathname) &&
        (isPlayed || (isOutside && opening.host.test(url.hostname))),
    );
    if (!isListed || !isClean)
      throw new ClosedDoor(`${method} ${url.hostname}${url.pathname.slice(0, 100)} is not among what may be asked`);
    const target = elsewhere === null ? url : new URL(url.pathname + url.search, elsewhere);
    const headers = new Headers(init.headers);
    if (elsewhere !== null) headers.set('x-meant-for', url.host);
    const response = await fetch(target, { ...init, method, headers, redirect: 'manual' });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      throw new ClosedDoor(`${url.hostname} wanted to send the request elsewhere`);
    }
    return response;
  };
}

/** A slash, a backslash, a dot or an end of text that is hidden from the list, but perhaps not from the broker. */
const HIDDEN_PATH = /%(?:2f|5c|2e|00|25)|\\|\/\//i;

function pattern(text: string, hole: string, filling: string): RegExp {
  return new RegExp(
    `^${text
      .split(hole)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(filling)}$`,
  );
}

/** Where tests play a broker; only a test may say so, and only on this machine. */
export function playedAt(env: Readonly<Record<string, string | undefined>>, ...names: readonly string[]): URL | null {
  if (env['ZORIVEST_TEST'] !== '1') return null;
  const name = names.map((one) => `ZORIVEST_BROKER_URL_${one.toUpperCase()}`).find((one) => env[one] !== undefined);
  if (name === undefined) return null;
  const text = env[name] ?? '';
  if (!URL.canParse(text)) throw new ClosedDoor(`${name} is not an address`);
  const url = new URL(text);
  const isLoopback = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/.test(url.hostname);
  if (!isLoopback || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ClosedDoor(`${name} must be on this machine: http://127.0.0.1 and a port`);
  return url;
}
