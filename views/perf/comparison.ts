// Two runs compared: what became slower or faster, by how much, and whether that is more than noise.
import { barChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture, selector } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';

interface Change {
  readonly kind: string;
  readonly name: string;
  readonly metric: string;
  readonly baseline_ms: number | null;
  readonly candidate_ms: number | null;
  readonly change: number | null;
  readonly significant: boolean | null;
  readonly regression: boolean;
}
type Lists = 'regressions' | 'slower' | 'faster' | 'improvements' | 'new' | 'gone';
type Answer = Readonly<Record<Lists, readonly Change[]>> & {
  readonly baseline_snapshot_id: string;
  readonly candidate_snapshot_id: string;
  readonly has_regressions: boolean;
  readonly summary: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
  readonly failures: readonly { readonly endpoint?: string; readonly message?: string }[];
  /** What could not be judged, and so fails the gate. */
  readonly missing?: readonly { readonly message: string }[];
};

const NAMES: readonly (readonly [Lists, string])[] = [
  ['regressions', 'Regressions'],
  ['slower', 'Slower'],
  ['faster', 'Faster'],
  ['improvements', 'Improvements'],
  ['new', 'New'],
  ['gone', 'Gone'],
];

startView<Answer>((answer) => {
  const lists = NAMES.filter(([name]) => (answer[name] ?? []).length > 0);
  let chosen: Lists = lists[0]?.[0] ?? 'slower';
  const state = tableState();

  return (stage) => {
    const { formats, width, redraw, updateModel } = stage;
    const { summary, failures, notes = [], missing = [] } = answer;
    const rows = answer[chosen] ?? [];
    const drawn = rows.filter(({ change }) => change !== null).slice(0, 15);
    return [
      heading('Two runs', `${answer.baseline_snapshot_id.slice(0, 8)} → ${answer.candidate_snapshot_id.slice(0, 8)}`),
      figures([
        { name: 'Regressions', text: formats.count(summary.regressions), sign: -(summary.regressions ?? 0) },
        { name: 'Slower', text: formats.count(summary.slower) },
        { name: 'Faster', text: formats.count(summary.faster) },
        { name: 'Unchanged', text: formats.count(summary.unchanged) },
        { name: 'New and removed', text: `${summary.new ?? 0} and ${summary.gone ?? 0}` },
        { name: 'Requests now failing', text: formats.count(summary.failures), sign: -(summary.failures ?? 0) },
      ]),
      failures.length > 0 &&
        h(
          'div',
          { class: 'box problem' },
          h(
            'ul',
            {},
            failures
              .slice(0, 5)
              .map((failure) => h('li', {}, failure.message ?? failure.endpoint ?? 'a request fails')),
          ),
        ),
      missing.length > 0 &&
        h(
          'p',
          { class: 'note' },
          `Not judged: ${missing
            .slice(0, 5)
            .map(({ message }) => message)
            .join(' ')}${missing.length > 5 ? ` And ${missing.length - 5} more.` : ''}`,
        ),
      lists.length === 0
        ? empty('Nothing changed by more than the smallest change that counts.')
        : [
            h(
              'div',
              { class: 'row' },
              selector('list', 'Show', lists, chosen, (value) => {
                chosen = value as Lists;
                state.page = 0;
                updateModel(`The person looks at what is ${value} between two runs.`);
                redraw();
              }),
            ),
            drawn.length > 0 &&
              picture(
                barChart({
                  label: 'Change of each, in percent of the baseline; slower to the left',
                  width,
                  bars: drawn
                    .map(({ name, change, significant }) => ({
                      name,
                      value: -(change ?? 0),
                      note: significant === false ? 'noise?' : '',
                    }))
                    .map(({ note, ...bar }) => (note === '' ? bar : { ...bar, note })),
                  format: (value) => `${value > 0 ? '−' : '+'}${formats.plain(Math.abs(value) * 100, 0)} %`,
                }),
                'Slower to the left, faster to the right',
              ),
            table({ label: 'Changes', columns: columnsOf(stage), rows, state, changed: redraw }),
          ],
      notesOf(notes),
    ];
  };
});

const notesOf = (notes: readonly string[]): Child =>
  notes.length > 0 &&
  h(
    'div',
    { class: 'note' },
    notes.slice(0, 5).map((text) => h('p', {}, text)),
  );

const columnsOf = ({ formats }: Stage): readonly Column<Change>[] => [
  { name: 'What', text: ({ name }) => name, sort: ({ name }) => name, wraps: true },
  { name: 'Kind', text: ({ kind }) => kind.replaceAll('_', ' ') },
  {
    name: 'Before',
    text: ({ baseline_ms }) => ms(baseline_ms, formats.plain),
    sort: ({ baseline_ms }) => baseline_ms,
    align: 'right',
  },
  {
    name: 'After',
    text: ({ candidate_ms }) => ms(candidate_ms, formats.plain),
    sort: ({ candidate_ms }) => candidate_ms,
    align: 'right',
  },
  {
    name: 'Change',
    text: ({ change }) => (change === null ? '–' : `${change > 0 ? '+' : ''}${formats.plain(change * 100, 0)} %`),
    sort: ({ change }) => change,
    sign: ({ change }) => (change === null ? null : -change),
    align: 'right',
  },
  { name: 'Significant', text: ({ significant }) => (significant === null ? '–' : significant ? 'yes' : 'no') },
];

const ms = (value: number | null, plain: (value: number, most: number) => string): string =>
  value === null ? '–' : `${plain(value, value < 10 ? 2 : 0)} ms`;
