// An endpoint goes by several names: timings call it `/x`, a profile `GET /x`.

export function samePath(a: string, b: string): boolean {
  return withoutMethod(a) === withoutMethod(b);
}

export function withoutMethod(endpoint: string): string {
  return endpoint.replace(/^[A-Z]{3,10} (?=\/)/, '');
}
