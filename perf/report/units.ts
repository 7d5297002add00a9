// How the values of a comparison are written.
import { milliseconds } from '../text/format.ts';
import type { Change } from '../compare/change.ts';

export const UNITS: Readonly<Record<Change['metric'], string>> = {
  wall_ms_p50: ' median',
  wall_ms_p95: ' for 95 % of requests',
  wall_ms_p99: ' for 99 % of requests',
  statements_per_request: ' statements per request',
  rows_per_request: ' rows read per request',
  database_ms_per_request: ' in statements per request',
  bytes_per_request: ' bytes from the database per request',
  self_ms: ' own time',
  avg_time_ms: ' a run',
  runs_per_request: ' runs per request',
  total_ms_per_request: ' per request',
  runs_per_minute: ' runs per minute',
  total_ms_per_minute: ' per minute',
  mem_mb: ' MB',
  status: ' status',
};

export function valueOf({ baseline_ms: before, candidate_ms: after }: Change, value: Change['baseline']): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (before !== null || after !== null) return milliseconds(value);
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
