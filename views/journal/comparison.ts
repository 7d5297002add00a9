// The rule of a playbook compared with its trader: where the difference comes from, and how much of it could be chance.
import { barChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { dayColumn, dayText, gainColumn, textColumn } from '../page/columns.ts';
import { type Child, h } from '../page/dom.ts';
import { convention, empty, figures, heading, picture } from '../page/parts.ts';
import { type Column, table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Comparison = JournalAnswer<'playbooks', 'compare'>;
/** Without a playbook of that name the tool answers with those there are. */
type Answer = Comparison | { readonly playbooks: readonly string[] };
type Trade = Comparison['trades'][number];

const PARTS = [
  ['not_taken', 'Not taken'],
  ['outside', 'Outside the rule'],
  ['timing', 'Timing'],
  ['size', 'Size'],
] as const;

const LENGTHS: Readonly<Record<string, string>> = {
  '1d': 'daily bars',
  '5m': 'bars of 5 minutes',
  '1m': 'bars of a minute',
};

const WHAT = { matched: 'Both', not_taken: 'Rule only', outside: 'Trader only' } as const;

const columnsOf = (stage: Stage, isMatched: boolean): readonly Column<Trade>[] => {
  const { formats } = stage;
  const amount = (name: string, of: (trade: Trade) => number | null) => gainColumn<Trade>(name, of, formats.gain);
  return [
    textColumn<Trade>('Instrument', ({ instrument }) => nameTrade({ instrument }), { wraps: true }),
    amount('Trader', ({ trader }) => trader),
    amount('Rule', ({ rule }) => rule),
    dayColumn<Trade>('Day', ({ day }) => day, dayText(stage)),
    textColumn<Trade>('Who', ({ what }) => WHAT[what], { speaks: true }),
    // Only where both took a trade is there something to take apart.
    ...(isMatched
      ? [amount('Entry', ({ entry }) => entry), amount('Exit', ({ exit }) => exit), amount('Size', ({ size }) => size)]
      : []),
  ];
};

startView<Answer>((answer) => {
  const state = tableState(3);
  return (stage): Child => {
    const { formats, width, redraw } = stage;
    if ('playbooks' in answer)
      return [
        heading('Rule vs. trader'),
        empty(
          answer.playbooks.length === 0
            ? 'There is no playbook yet.'
            : `Say which playbook: ${answer.playbooks.join(', ')}.`,
        ),
      ];
    const { n, parts, intervals, currency } = answer;
    const between = (part: (typeof PARTS)[number][0]): string | undefined => {
      if (intervals === null) return undefined;
      const [low, high] = intervals[part] ?? [];
      return low === undefined || high === undefined
        ? 'too few trades to say'
        : `${formats.short(low)} to ${formats.short(high)}`;
    };
    return [
      heading(
        `${answer.name}: rule vs. trader`,
        `${n.days} days · ${LENGTHS[answer.interval] ?? answer.interval} · ${currency}`,
      ),
      figures([
        { name: 'Rule', text: formats.money(answer.rule), sign: answer.rule, note: `${n.rule} trades` },
        { name: 'Trader', text: formats.money(answer.trader), sign: answer.trader, note: `${n.trader} trades` },
        { name: 'Difference', text: formats.gain(answer.difference), sign: answer.difference },
      ]),
      picture(
        barChart({
          label: 'Where the difference comes from',
          width,
          bars: PARTS.map(([part, name]) => {
            const note = between(part);
            return { name, value: parts[part], ...(note !== undefined && { note }) };
          }),
          format: formats.short,
        }),
        intervals === null
          ? 'No confidence intervals: they need at least twenty days, and trades of both rule and trader.'
          : 'Next to each: 95 % confidence interval, days resampled in blocks.',
      ),
      ...answer.missing.map(({ instrument, reason }) => h('p', { class: 'note' }, `${instrument}: ${reason}.`)),
      answer.trades.length > 0 &&
        table({
          label: 'Trades',
          columns: columnsOf(
            stage,
            answer.trades.some(({ what }) => what === 'matched'),
          ),
          rows: answer.trades,
          state,
          changed: redraw,
        }),
      convention(answer.convention),
    ];
  };
});
