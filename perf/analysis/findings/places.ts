// Which endpoint a class of statements belongs to: named only where nothing else is possible.
import { withoutMethod } from '../../model/endpoint.ts';
import type { QueryRow } from './rows.ts';

export interface Places {
  /** The one endpoint, or the one that certainly has more than half of the class's time; null where none has. */
  readonly endpoint: string | null;
  /** All it may be, the costliest first. */
  readonly endpoints: readonly string[];
  /** ` All of it in requests to /shop.`, or nothing where no request is known. */
  readonly sentence: string;
}

const MOST_NAMED = 5;

export function placesOf({ endpoints: links, query_total_time_ms: total }: QueryRow): Places {
  const endpoints = links
    .toSorted((a, b) => b.certain.total_time_ms - a.certain.total_time_ms || b.total_time_ms - a.total_time_ms)
    .map(({ endpoint }) => endpoint);
  const [first] = endpoints;
  if (first === undefined) return { endpoint: null, endpoints, sentence: '' };
  if (new Set(endpoints.map(withoutMethod)).size === 1)
    return { endpoint: first, endpoints, sentence: ` In requests to ${first}.` };
  const most = links.find(({ certain }) => certain.total_time_ms > total / 2);
  if (most !== undefined)
    return { endpoint: most.endpoint, endpoints, sentence: ` Most of it in requests to ${most.endpoint}.` };
  const named = endpoints.slice(0, MOST_NAMED).join(', ');
  const more = endpoints.length > MOST_NAMED ? ` and ${endpoints.length - MOST_NAMED} more` : '';
  const sentence = links.some(({ attribution }) => attribution.shared > 0)
    ? ` In requests to ${named}${more}: they were served at the same time, and the log does not show which.`
    : ` In requests to ${named}${more}, none of which has most of it.`;
  return { endpoint: null, endpoints, sentence };
}

/** As a finding says it: one endpoint, or those it may be. */
export function placeFields({ endpoint, endpoints }: Places): {
  readonly endpoint: string | null;
  readonly endpoints?: readonly string[];
} {
  return { endpoint, ...(endpoint === null && endpoints.length > 0 ? { endpoints } : {}) };
}
