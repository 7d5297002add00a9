// A web page anywhere can make a browser talk to 127.0.0.1. Headers it cannot forge tell it apart: `Host`, which names the
// attacker's domain after DNS rebinding, `Origin`, which names the page, and `Sec-Fetch-Site`, which says how far away the
// page is. Another program on this machine that serves pages is as foreign as any: only our own origin is ours.
import type { IncomingHttpHeaders } from 'node:http';

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && localHost.test(host);
}

/** Whether a program, our own page, or the page that is being developed (`--dev-origin`) asks. No origin at all is a program. */
export function mayAsk(
  headers: IncomingHttpHeaders,
  devOrigin: string | undefined,
  scheme: 'http' | 'https' = 'http',
): boolean {
  const { host, origin } = headers;
  if (origin !== undefined && origin === devOrigin) return true;
  if (origin !== undefined && origin.toLowerCase() !== `${scheme}://${host?.toLowerCase()}`) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** An origin as browsers write it; throws on anything else. */
export function readOrigin(text: string): string {
  const { origin, protocol } = URL.canParse(text) ? new URL(text) : { origin: 'null', protocol: '' };
  if (origin === 'null' || !/^https?:$/.test(protocol) || text.replace(/\/$/, '') !== origin) {
    throw new Error(`--dev-origin must be the origin of a page, such as http://localhost:5173, not ${text}`);
  }
  return origin;
}
