// Plants, records and analyses each fault of the shop, and checks the first finding.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyse } from '../../analysis/run.ts';
import { type Finding, isAdvice } from '../../analysis/findings/finding.ts';
import { thresholdsFrom } from '../../analysis/findings/thresholds.ts';
import type { ChangeMetric } from '../../compare/change.ts';
import { compareSnapshots } from '../../compare/compare.ts';
import { samePath } from '../../model/endpoint.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Recorder } from './recordings.ts';
import { ROUTES, type ShopFault } from './shop.ts';

/** Detected in one recording alone: what the first finding that names a cause has to be. */
interface ExpectedCause {
  readonly type: string;
  readonly endpoint: string;
  readonly isProved?: boolean;
  /** The code that a profile names. */
  readonly caller?: string;
}

/**
 * Detected only in comparison with the repaired shop: one query more, or a fifth more time, is no fault without a baseline. `among`
 * are the metrics of its kind; where counts are compared, times depend on the machine.
 */
interface ExpectedRegression {
  readonly metric: ChangeMetric;
  readonly endpoint: string;
  readonly among: readonly ChangeMetric[];
  readonly samples: number;
}

const COUNTS = ['runs_per_request', 'statements_per_request', 'rows_per_request', 'bytes_per_request'] as const;

/** Null: no finding names a cause. */
const EXPECTED = {
  none: null,
  n_plus_one: { type: 'n_plus_one', endpoint: '/shop/list', caller: 'Shop::supplierOf' },
  missing_index: { type: 'missing_index', endpoint: '/orders', isProved: true },
  remote_call: { type: 'remote_calls', endpoint: '/cart' },
  one_query_more: { metric: 'runs_per_request', endpoint: '/product/5', among: COUNTS, samples: 5 },
  slower: { metric: 'wall_ms_p50', endpoint: '/tmpl', among: ['wall_ms_p50'], samples: 30 },
} as const satisfies Readonly<Record<ShopFault, ExpectedCause | ExpectedRegression | null>>;

export const JUDGED_FAULTS = Object.keys(EXPECTED) as ShopFault[];

/** Whether a loaded machine may hide it: then only a calm one can judge. */
export function needsCalm(fault: ShopFault): boolean {
  return fault === 'slower';
}

export interface FaultResult {
  readonly fault: ShopFault;
  readonly isRight: boolean;
  /** The first finding, or that there was none. */
  readonly summary: string;
}

export async function recordFault(recorder: Recorder, fault: ShopFault): Promise<FaultResult> {
  const expected: ExpectedCause | ExpectedRegression | null = EXPECTED[fault];
  if (expected !== null && 'metric' in expected) {
    const options = { routes: ROUTES, samples: expected.samples, warmups: 1 };
    const repaired = await recorder.record('none', options);
    return judgeRegression(fault, expected, repaired, await recorder.record(fault, options));
  }
  const traces = mkdtempSync(join(tmpdir(), 'perf-traces-'));
  return judgeCause(
    fault,
    expected,
    await recorder.record(fault, { routes: ROUTES, samples: 5, warmups: 1, prove: true, traces }),
  );
}

function judgeCause(fault: ShopFault, expected: ExpectedCause | null, snapshot: Snapshot): FaultResult {
  // How long a page takes depends on the machine; what a finding names as a cause does not.
  const [first] = causesIn(snapshot);
  if (expected === null || first === undefined)
    return { fault, isRight: expected === null && first === undefined, summary: sentenceOf(first) };
  const isRight =
    first.type === expected.type &&
    samePath(first.endpoint ?? '', expected.endpoint) &&
    (expected.isProved !== true || first.proved !== null) &&
    (expected.caller === undefined || first.impact_summary.includes(expected.caller));
  return { fault, isRight, summary: sentenceOf(first) };
}

function judgeRegression(
  fault: ShopFault,
  { metric, endpoint, among }: ExpectedRegression,
  repaired: Snapshot,
  snapshot: Snapshot,
): FaultResult {
  const found = compareSnapshots([repaired], [snapshot]).regressions.filter((one) => among.includes(one.metric));
  const [first] = found;
  const changes = found.map((one) => `${one.endpoint}: ${one.metric} ${one.baseline} → ${one.candidate}`).join('; ');
  // A single recording shows no cause that could be named.
  const causes = causesIn(snapshot);
  return {
    fault,
    isRight: first?.metric === metric && first.endpoint === endpoint && causes.length === 0,
    summary: [changes || 'nothing', ...causes.map((cause) => sentenceOf(cause))].join('; '),
  };
}

function causesIn(snapshot: Snapshot): Finding[] {
  const thresholds = thresholdsFrom(undefined);
  if (!thresholds.ok) throw new Error('the defaults are not valid');
  const { findings } = analyse(snapshot, { top_n: 5, thresholds: thresholds.thresholds, thresholdsInput: undefined });
  return findings.filter(isAdvice);
}

function sentenceOf(finding: Finding | undefined): string {
  if (finding === undefined) return 'nothing';
  const { proved = null } = finding;
  return `${finding.severity} ${finding.title}${proved === null ? '' : ` (proved by ${proved.where ?? proved.by})`}`;
}
