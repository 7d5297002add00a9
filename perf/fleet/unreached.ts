// Explains why an HTTP request got no response: an invalid certificate, which the user can fix, or an unreachable server.

const certificateFaults: readonly (readonly [RegExp, string])[] = [
  [/EXPIRED|NOT_YET_VALID/, 'shows a certificate that is not valid today'],
  [/ALTNAME/, 'shows a certificate of another name'],
  [
    /CERT|ISSUER|LEAF_SIGNATURE/,
    "shows a certificate that this machine does not trust: set NODE_EXTRA_CA_CERTS to its authority's file",
  ],
];

export function whyUnreached(url: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const fault = certificateFaults.find(([pattern]) => pattern.test(code));
  return `${url} ${fault?.[1] ?? 'cannot be reached'}`;
}
