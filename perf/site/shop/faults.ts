// Each fault of the shop, planted, recorded and analysed: what is said first, and whether that is right.
import { analyse } from '../../analysis/run.ts';
import { isAdvice } from '../../analysis/findings/finding.ts';
import { thresholdsFrom } from '../../analysis/findings/thresholds.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Recorder } from './recordings.ts';
import { ROUTES, type ShopFault } from './shop.ts';

/** What the first finding has to be; null: none that names a cause. */
const EXPECTED = {
  none: null,
  n_plus_one: { type: 'n_plus_one', endpoint: '/shop/list' },
  missing_index: { type: 'missing_index', endpoint: '/orders' },
} as const satisfies Partial<Record<ShopFault, { readonly type: string; readonly endpoint: string } | null>>;

export type JudgedFault = keyof typeof EXPECTED;
export const JUDGED_FAULTS = Object.keys(EXPECTED) as JudgedFault[];

export interface FaultResult {
  readonly fault: JudgedFault;
  readonly isRight: boolean;
  /** What was said first, or that nothing was. */
  readonly said: string;
}

export async function recordFault(recorder: Recorder, fault: JudgedFault, samples = 5): Promise<FaultResult> {
  return judge(fault, await recorder.record(fault, { routes: ROUTES, samples, warmups: 1, prove: true }));
}

function judge(fault: JudgedFault, snapshot: Snapshot): FaultResult {
  const thresholds = thresholdsFrom(undefined);
  if (!thresholds.ok) throw new Error('the defaults are not valid');
  const { findings } = analyse(snapshot, { top_n: 5, thresholds: thresholds.thresholds, thresholdsInput: undefined });
  // How long a page takes is the machine's matter; what a finding names as a cause is not.
  const [first] = findings.filter(isAdvice);
  const expected = EXPECTED[fault];
  const proved = first?.proved ?? null;
  const said =
    first === undefined
      ? 'nothing'
      : `${first.severity} ${first.title}${proved === null ? '' : ` (proved by ${proved.where ?? proved.by})`}`;
  const isRight =
    expected === null
      ? first === undefined
      : first?.type === expected.type &&
        first.endpoint === expected.endpoint &&
        (fault !== 'missing_index' || proved !== null);
  return { fault, isRight, said };
}
