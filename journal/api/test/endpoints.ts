/** Which endpoints of the contract were really asked, and for which tool: read off the requests themselves. */
import { contract, listEndpoints } from '@zorivest/contract';

interface RecordedRequest {
  readonly endpoint: string;
  /** The MCP tool that asked, where one did. */
  readonly tool: string | null;
}

interface RecordedEndpoints {
  /** To be used in place of the given fetch. */
  readonly fetch: typeof globalThis.fetch;
  /** What was asked and answered with success. */
  readonly asked: readonly RecordedRequest[];
}

const PREFIX = '/api/v1/';

/** Endpoints whose path says more go first: `/trades/summary` is not a trade called summary. */
const patterns = listEndpoints(contract)
  .map(({ id, endpoint: { method, path } }) => ({
    id,
    method,
    open: path.split('{').length,
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  .toSorted((a, b) => a.open - b.open);

function endpointAt(method: string, url: string): string | undefined {
  const { pathname } = new URL(url);
  if (!pathname.startsWith(PREFIX)) return undefined;
  const path = pathname.slice(PREFIX.length - 1);
  return patterns.find((one) => one.method === method && one.path.test(path))?.id;
}

export function recordEndpoints(fetch: typeof globalThis.fetch): RecordedEndpoints {
  const asked: RecordedRequest[] = [];
  return {
    asked,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const request = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) };
      const endpoint = answer.ok ? endpointAt(request.method, request.url) : undefined;
      if (endpoint !== undefined) asked.push({ endpoint, tool: new Headers(init?.headers).get('x-zorivest-tool') });
      return answer;
    },
  };
}
