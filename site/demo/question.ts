// One question by one name, whatever order its parameters stand in: what was recorded is found again by it.
export function questionOf(method: string, address: string, body: string | null): string {
  const { pathname, searchParams } = new URL(address, 'http://recorded');
  searchParams.sort();
  const query = searchParams.toString();
  return [
    method,
    query === '' ? pathname : `${pathname}?${query}`,
    ...(body === null || body === '' ? [] : [body]),
  ].join(' ');
}

/** Next to the demo's page: what was asked, and which file has the answer. */
export interface Recording {
  /** `"GET /api/v1/accounts": "200 3f2a….json"`. */
  readonly answers: Readonly<Record<string, string>>;
  /** Questions that are asked with a POST, as patterns: without an answer they are not recorded, not forbidden. */
  readonly reads: readonly string[];
}

export const RECORDING = 'recording';
export const INDEX = `${RECORDING}/index.json`;
export const NOT_RECORDED_PAGE = `${RECORDING}/not-recorded.html`;
