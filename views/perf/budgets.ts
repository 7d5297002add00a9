// Endpoints against their budgets: how much of each limit is used, what is over first.
import { barChart } from '@zorivest/pictures';
import { textColumn } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';

interface Check {
  readonly endpoint: string;
  readonly pattern: string;
  readonly limit: string;
  readonly allowed: number;
  readonly value: number | null;
  readonly message: string;
}
/** As `budgets_check` returns it. */
interface Answer {
  readonly normalized_snapshot_id: string;
  readonly verdict: keyof typeof VERDICTS;
  readonly summary: { readonly checked: number; readonly over: number; readonly unmeasured: number };
  readonly over: readonly Check[];
  readonly within: readonly Check[];
  readonly unmeasured: readonly Check[];
  readonly unmatched: readonly string[];
}

const VERDICTS = {
  pass: 'Within budget',
  regression: 'Over budget',
  cannot_judge: 'Not everything was measured',
} as const;

const MOST_BARS = 20;

/** Before the endpoint, which may be cut. */
const SHORT: Readonly<Record<string, string>> = {
  queries_per_request: 'queries',
  endpoint_p95_ms: 'p95',
  query_total_ms: 'query time',
  memory_mb: 'memory',
  failed_share: 'failures',
};

const columns: readonly Column<Check>[] = [
  textColumn('Endpoint', ({ endpoint }) => endpoint, { wraps: true }),
  textColumn('What was found', ({ message }) => message, { wraps: true }),
  textColumn('Limit', ({ limit }) => limit.replaceAll('_', ' ')),
  textColumn('Pattern', ({ pattern }) => pattern),
];

startView<Answer>((answer) => {
  const state = tableState();
  return (stage) => {
    const { formats, redraw } = stage;
    const { summary, over, within, unmeasured, unmatched } = answer;
    const rows = [...over, ...within, ...unmeasured];
    return [
      heading(VERDICTS[answer.verdict], `snapshot ${answer.normalized_snapshot_id.slice(0, 8)}`),
      figures([
        { name: 'Over budget', text: formats.count(summary.over), sign: -summary.over },
        { name: 'Checked', text: formats.count(summary.checked) },
        { name: 'Not measured', text: formats.count(summary.unmeasured) },
      ]),
      rows.length === 0
        ? empty('No endpoint of this snapshot has a budget.')
        : [drawUsed([...over, ...within], stage), table({ label: 'Budgets', columns, rows, state, changed: redraw })],
      unmatched.length > 0 && h('p', { class: 'note' }, `No endpoint matches ${unmatched.join(', ')}.`),
    ];
  };
});

/** A bar to the left of zero is over its limit by that amount. */
function drawUsed(checks: readonly Check[], { formats, width }: Stage): Child {
  const drawn = checks.flatMap(({ endpoint, limit, allowed, value }) =>
    value === null
      ? []
      : [{ name: `${SHORT[limit] ?? limit} ${endpoint}`, value: 1 - value / Math.max(allowed, 1e-9) }],
  );
  if (drawn.length === 0) return undefined;
  return picture(
    barChart({
      label: 'Room left of each limit; what is over is negative',
      width,
      bars: drawn.slice(0, MOST_BARS),
      format: (share) => formats.percent(share, 0),
    }),
    `Room left of each limit${drawn.length > MOST_BARS ? `, the ${MOST_BARS} tightest of ${drawn.length}` : ''}`,
  );
}
