/** A policy is shown, logged and stored in the clear: a secret pasted into one is refused, not kept. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_-]{20,}/, 'an API key'],
  [/\bzrv_sk_[A-Za-z0-9_-]{10,}/, 'a Zorivest key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bghp_[A-Za-z0-9]{36}\b/, 'a GitHub token'],
  [/\bBearer\s+[A-Za-z0-9._~+/-]{16,}/i, 'a bearer token'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
];

export function secretIn(text: string): string | null {
  return SECRETS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
