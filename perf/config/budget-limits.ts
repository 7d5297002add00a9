// What may be asked of an endpoint in `mcp-perf.yaml`: upper bounds by route pattern.
import { z } from 'zod';

export const LIMITS = {
  queries_per_request: 'statements while one request is served, on average',
  endpoint_p95_ms: '95 % of the successful requests take at most this long',
  query_total_ms: 'time in statements while one request is served, on average',
  memory_mb: 'the most memory one request used',
  failed_share: 'share of requests that fail (5xx, no answer); 0 unless a budget says otherwise',
} as const;

export type Limit = keyof typeof LIMITS;

const bound = z.number().nonnegative();
const shape = Object.fromEntries(
  Object.entries(LIMITS).map(([name, meaning]) => [name, bound.optional().describe(meaning)]),
) as Record<Limit, z.ZodOptional<z.ZodNumber>>;

export const budgetsSchema = z.record(
  z.string().regex(/^[/*]/, 'a route pattern begins with / or *'),
  z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `unknown limit ${issue.keys.join(', ')}; the limits are ${Object.keys(LIMITS).join(', ')}`
          : undefined,
    })
    .refine((limits) => Object.keys(limits).length > 0, 'sets no limit'),
);

export type Budgets = z.output<typeof budgetsSchema>;
