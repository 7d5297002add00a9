// An endpoint goes by several names: timings call it `/x`, a profile `GET /x`.

export function samePath(a: string, b: string): boolean {
  return withoutMethod(a) === withoutMethod(b);
}

export function withoutMethod(endpoint: string): string {
  return endpoint.replace(/^[A-Z]{3,10} (?=\/)/, '');
}

/** SPX names a profiled command by its line (`artisan migrate`); everything a visitor asks for has a path. */
export function isShellCommand(endpoint: string): boolean {
  return !/^(?:[A-Z]{3,20} )?(?:\/|[a-z]+:\/\/)/.test(endpoint);
}
