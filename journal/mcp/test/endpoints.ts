/** Which endpoints of the contract were really asked, and by which tool: read off the requests themselves. */
import { contract, listEndpoints } from '@zorivest/contract';

interface RecordedEndpoints {
  /** To be given to a server in place of the fetch it would use. */
  readonly fetch: typeof globalThis.fetch;
  /** The endpoints a tool asked and got an answer from, sorted. */
  askedBy(tool: string): readonly string[];
}

const PREFIX = '/api/v1';

/** Endpoints whose path says more go first: `/trades/summary` is not a trade called summary. */
const patterns = listEndpoints(contract)
  .map(({ id, endpoint: { method, path } }) => ({
    id,
    method,
    open: path.split('{').length,
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.open - b.open);

function endpointAt(method: string, url: string): string | undefined {
  const path = new URL(url).pathname.replace(PREFIX, '');
  return patterns.find((one) => one.method === method && one.path.test(path))?.id;
}

export function recordEndpoints(fetch: typeof globalThis.fetch): RecordedEndpoints {
  const asked = new Map<string, Set<string>>();
  return {
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const tool = new Headers(init?.headers).get('x-zorivest-tool');
      const id = endpointAt(init?.method ?? 'GET', input instanceof Request ? input.url : String(input));
      if (tool !== null && id !== undefined && answer.ok) asked.set(tool, (asked.get(tool) ?? new Set()).add(id));
      return answer;
    },
    askedBy: (tool) => [...(asked.get(tool) ?? [])].toSorted(),
  };
}
