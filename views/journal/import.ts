// What a file contained and what happened to its rows; where something is unclear, what to check before anything is stored.
import { shareStrip } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { figures, heading, picture } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { importSource, nameTrade } from '@zorivest/vocabulary';
import type { JournalAnswer } from './_answer.ts';
import { humanName } from './_basis.ts';

type Answer = JournalAnswer<'imports', 'brokerCsv'>;
type Sample = NonNullable<Answer['review']>['samples'][number];

/** A short name is initials: `qif`. */
const formatName = (format: string): string =>
  format.length <= 4 ? format.toUpperCase() : humanName(importSource(format));

const OUTCOMES = [
  ['imported', 'New', 'first'],
  ['cash_imported', 'Movements of cash', 'first'],
  ['events_imported', 'Events', 'first'],
  ['duplicates', 'Duplicates', 'second'],
  ['updated', 'Corrected', 'third'],
  ['look_alikes', 'Look alike', 'third'],
  ['skipped', 'Left out', 'quiet'],
  ['flagged', 'To look at', 'third'],
  ['invalid', 'Unreadable', 'loss'],
] as const;

startView<Answer>((answer) => {
  const [samples, faults] = [tableState(), tableState()];
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { review, needs_review, warnings, errors } = answer;
    const counted = OUTCOMES.flatMap(([of, name, tone]) => (answer[of] > 0 ? [{ name, value: answer[of], tone }] : []));
    const state = needs_review
      ? 'Nothing was stored yet'
      : answer.preview
        ? 'A preview: nothing was stored'
        : answer.status === 'success'
          ? 'Imported'
          : humanName(answer.status);
    return [
      heading('Import', [state, formatName(answer.detected_format)].join(' · ')),
      figures([
        // What is not stored is not imported, and before it was looked at nothing is counted but its rows.
        ...(needs_review
          ? []
          : [
              { name: answer.preview ? 'New' : 'Imported', text: formats.count(answer.imported) },
              { name: 'Duplicates', text: formats.count(answer.duplicates) },
            ]),
        { name: 'Rows', text: formats.count(answer.total_rows) },
        { name: 'Unreadable', text: formats.count(answer.invalid), sign: -answer.invalid },
      ]),
      answer.reason !== '' && h('p', { class: 'quiet' }, answer.reason),
      needs_review && review !== null && drawReview(review, stage, samples),
      !needs_review &&
        counted.length > 0 &&
        picture(shareStrip({ label: 'Rows by outcome', width, parts: counted, format: formats.count })),
      warnings.length > 0 &&
        h(
          'div',
          { class: 'box' },
          h(
            'ul',
            {},
            warnings.slice(0, 10).map((text) => h('li', {}, text)),
          ),
        ),
      errors.length > 0 && [
        h('h2', {}, 'Rows that could not be read'),
        table({
          label: 'Rows that could not be read',
          rows: errors,
          state: faults,
          changed: redraw,
          id: 'faults',
          columns: [
            { name: 'Row', text: ({ row }) => formats.count(row) },
            { name: 'Why', text: ({ message }) => message, wraps: true },
          ],
        }),
      ],
      answer.look_alike_fills.length > 0 &&
        h(
          'p',
          { class: 'box problem' },
          `${answer.look_alike_fills.length} rows look like trades the book has from elsewhere; decide about them in the app.`,
        ),
    ];
  };
});

/** What the person is asked to approve. They approve it in the chat; this page cannot. */
function drawReview(
  review: NonNullable<Answer['review']>,
  { redraw, formats }: Stage,
  state: ReturnType<typeof tableState>,
): Child {
  return [
    h(
      'div',
      { class: 'box problem' },
      h('p', {}, 'Check this first; the file is imported once you approve it in the chat.'),
      h(
        'ul',
        {},
        review.unclear.map((text) => h('li', {}, text)),
      ),
    ),
    h('h2', {}, 'Which column is what'),
    h(
      'p',
      {},
      Object.entries(review.columns).map(([field, column]) => [
        h('span', { class: 'tag' }, `${column} → ${field}`),
        ' ',
      ]),
    ),
    h('h2', {}, 'The first rows'),
    table<Sample>({
      label: 'The first rows, as in the file and as interpreted',
      rows: review.samples,
      state,
      changed: redraw,
      id: 'samples',
      columns: [
        { name: 'Row', text: ({ row }) => String(row) },
        {
          name: 'In the file',
          text: ({ before }) =>
            Object.values(before)
              .filter((cell) => cell !== '')
              .join(' · '),
          wraps: true,
        },
        { name: 'Interpreted as', text: ({ after }) => describeRow(after, formats), wraps: true },
      ],
    }),
  ];
}

function describeRow(after: Sample['after'], formats: Stage['formats']): string {
  const { reason, action, quantity, instrument, price, time } = after as Record<string, string | number | undefined>;
  if (reason !== undefined) return `left out: ${reason}`;
  if (instrument === undefined)
    return Object.entries(after)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ');
  const when = typeof time === 'string' ? `, ${formats.moment(time)}` : '';
  return `${action === 'SLD' ? 'sold' : 'bought'} ${quantity ?? ''} ${nameTrade({ instrument: String(instrument) })} at ${price ?? ''}${when}`;
}
