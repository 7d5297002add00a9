// A web page anywhere can make a browser talk to 127.0.0.1. Two headers it cannot forge tell it apart: `Host`, which
// names the attacker's domain after DNS rebinding, and `Origin`, which names the page.

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;
const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

export function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && localHost.test(host);
}

/** No origin at all is a program, not a page. */
export function isLocalOrigin(origin: string | undefined): boolean {
  return origin === undefined || localOrigin.test(origin);
}
