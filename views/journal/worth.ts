// What the accounts are worth and why: the value at the end of every day, and the bridge from the first to the last.
import { barChart, lineChart } from '@zorivest/pictures';
import { dayColumn, dayText, gainColumn, textColumn } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { convention, empty, figures, heading, picture, problems } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import { accountNames } from './_accounts.ts';
import type { JournalAnswer } from './_answer.ts';

type Whole = JournalAnswer<'worth', 'netWorth'>;
type Bridge = NonNullable<Whole['bridge']>;
type Row = NonNullable<Whole['rows']>[number];
/** A tool returns some of the days; `page_worth` returns all. */
type Evening = Pick<Whole['series'][number], 'date' | 'value'> & { readonly gaps?: readonly string[] };
type Answer = Omit<Whole, 'series'> & { readonly series: readonly Evening[] };

/** In the order they add up in, each with its sign. */
const LINES: readonly (readonly [of: keyof Bridge, name: string, sign: 1 | -1])[] = [
  ['deposits', 'Deposits', 1],
  ['withdrawals', 'Withdrawals', -1],
  ['transfers', 'Transfers', 1],
  ['realised', 'Realised results', 1],
  ['unrealised_change', 'Unrealised change', 1],
  ['dividends', 'Dividends', 1],
  ['interest', 'Interest', 1],
  ['fees', 'Account fees', -1],
  ['withholding', 'Tax withheld', -1],
  ['fx', 'Currencies', 1],
  ['other', 'Other', 1],
];

startView<Answer>((answer, begun) => {
  const { input, canCall, call, redraw } = begun;
  const accountName = answer.rows === undefined ? String : accountNames(begun);
  let { series } = answer;
  let failed = '';
  const state = tableState();
  if (canCall && series.length > 1) {
    const { rows: _, ...stretch } = input;
    call('page_worth', stretch)
      .then((page) => (series = (page as Whole).series))
      .catch((error: unknown) => (failed = (error as Error).message))
      .finally(redraw);
  }
  return (stage) => {
    const { formats } = stage;
    const { bridge, bridge_reason, currency, oldest_price_days: oldest } = answer;
    const [first, last] = [series[0], series.at(-1)];
    if (first === undefined || last === undefined)
      return [heading('Net worth'), empty('The period has no closing day.'), problems(answer.problems)];
    const isKnown = typeof first.value === 'number' && typeof last.value === 'number';
    const change = isKnown ? Number(last.value) - Number(first.value) : null;
    return [
      heading('Net worth', `${formats.day(answer.from)} – ${formats.day(answer.to)} · ${currency}`),
      figures([
        { name: 'Value', text: formats.money(last.value), note: `at the end of ${formats.day(last.date)}` },
        { name: 'Change', text: formats.gain(change), sign: change },
        ...(oldest === null || oldest === undefined
          ? []
          : [{ name: 'Oldest price', text: oldest === 0 ? 'of that day' : `${formats.count(oldest)} days old` }]),
      ]),
      series.some(({ value }) => typeof value === 'number') && series.length > 1 && curve(series, currency, stage),
      failed !== '' && h('p', { class: 'note' }, `Not every day could be loaded: ${failed}`),
      bridge === null || bridge === undefined
        ? empty(bridge_reason ?? 'There is no bridge.')
        : drawBridge(bridge, currency, stage),
      answer.rows !== undefined &&
        table({
          label: 'Entries behind this figure',
          columns: [
            textColumn<Row>('What', describe, { wraps: true }),
            gainColumn<Row>(currency, ({ amount }) => amount, formats.gain),
            dayColumn<Row>('Day', ({ date }) => date, dayText(stage)),
            textColumn<Row>('Account', ({ account_id }) => accountName(account_id), { speaks: true }),
          ],
          rows: answer.rows,
          state,
          changed: redraw,
        }),
      problems(answer.problems),
      convention(answer.convention),
    ];
  };
});

/** Most texts name their instrument, which is not repeated. */
const describe = ({ text, instrument }: Row): string =>
  instrument === null || text?.includes(instrument) ? (text ?? '–') : [instrument, text ?? ''].join(' ').trim();

function curve(series: readonly Evening[], currency: string, { formats, width }: Stage): Child {
  const gaps = series.filter(({ value }) => value === null || value === undefined).length;
  return picture(
    lineChart({
      label: `Value in ${currency} by evening, from ${formats.money(series[0]?.value)} to ${formats.money(series.at(-1)?.value)}`,
      width,
      height: 220,
      lines: [
        {
          name: 'Value',
          points: series.map(({ date, value }) => [Date.parse(date), value ?? Number.NaN] as const),
          tone: 'first',
        },
      ],
      format: formats.short,
    }),
    gaps === 0 ? 'Cash and positions, every evening' : `${formats.count(gaps)} evenings without a price are left open`,
  );
}

function drawBridge(bridge: Bridge, currency: string, { formats, width }: Stage): Child {
  const moved = LINES.map(([of, name, sign]) => ({ name, value: sign * bridge[of] })).filter(
    ({ value }) => value !== 0,
  );
  return [
    h('h2', {}, 'From start to end'),
    moved.length === 0
      ? empty('Nothing changed it.')
      : picture(
          barChart({
            label: `What changed it, in ${currency}`,
            width,
            bars: moved,
            format: (value) => formats.gain(value),
          }),
          `${formats.money(bridge.start)} at the start, ${formats.money(bridge.end)} at the end`,
        ),
  ];
}
