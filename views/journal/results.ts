// Results: the figures of an answer and, where the host forwards calls, the curve, the calendar and the distribution of
// results.
import { lineChart, monthsSheet, histogram, monthSheet } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, type Figure, figures, heading, picture, tabs } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, type Basis, basisNotes, monthText } from './_basis.ts';

type Expectancy = Partial<JournalAnswer<'analytics', 'expectancy'>>;
type Sqn = Partial<JournalAnswer<'analytics', 'sqn'>>;
type Drawdown = Partial<JournalAnswer<'analytics', 'drawdown'>>;
type Several = {
  readonly results: { readonly expectancy?: Expectancy; readonly sqn?: Sqn; readonly drawdown?: Drawdown };
};
type Answer = Basis & (Several | (Expectancy & Sqn));

/** What `page_results` answers. */
interface PageResults {
  readonly curve: JournalAnswer<'analytics', 'equityCurve'>;
  readonly spread: JournalAnswer<'analytics', 'rMultiples'>;
}

startView<Answer>((answer, { input, canCall, call, redraw }) => {
  const several = 'results' in answer ? answer.results : { expectancy: answer, sqn: answer };
  const figuresOf: Expectancy & Sqn & Drawdown = { ...several.sqn, ...several.drawdown, ...several.expectancy };
  let behind: PageResults | undefined;
  let failed = '';
  let chosen = 0;
  let month = '';
  if (canCall && figuresOf.trade_count !== 0) {
    const { metrics: _, fields: __, chart: ___, status: ____, trade_exec_id: _____, ...filter } = input;
    call('page_results', filter)
      .then((page) => (behind = page as PageResults))
      .catch((error: unknown) => (failed = (error as Error).message))
      .finally(redraw);
  }

  return (stage) => {
    const { formats, updateModel } = stage;
    const basis: Basis = figuresOf;
    if (figuresOf.trade_count === 0)
      return [heading('Results'), empty('No closed trades in this period.'), basisNotes(basis)];
    const open = (name: string, at: number) => {
      chosen = at;
      updateModel(`The person looks at the ${name.toLowerCase()} of these results (${basisSummary(basis, formats)}).`);
      redraw();
    };
    const names = ['Realised', 'Calendar', 'Spread'] as const;
    return [
      heading('Results', basisSummary(basis, formats)),
      figures(listOf(figuresOf, stage)),
      behind &&
        tabs(
          [
            { name: names[0], draw: () => drawRealised((behind as PageResults).curve, stage) },
            {
              name: names[1],
              draw: () =>
                calendar((behind as PageResults).curve, stage, month, (key) => {
                  month = key;
                  redraw();
                }),
            },
            { name: names[2], draw: () => spread((behind as PageResults).spread, stage) },
          ],
          chosen,
          (at) => open(names[at] ?? '', at),
        ),
      failed !== '' && h('p', { class: 'box problem' }, `The curve could not be loaded: ${failed}`),
      basisNotes(basis),
    ];
  };
});

function listOf(answer: Expectancy & Sqn & Drawdown, { formats }: Stage): Figure[] {
  const { money, gain, percent, plain } = formats;
  const all: (Figure | false)[] = [
    answer.total_pnl !== undefined && {
      name: 'Net result',
      text: gain(answer.total_pnl),
      sign: answer.total_pnl,
      ...(answer.currency && { note: answer.currency }),
    },
    answer.expectancy !== undefined && {
      name: 'Expectancy',
      text: gain(answer.expectancy),
      sign: answer.expectancy,
      note: 'per trade',
    },
    answer.win_rate !== undefined && {
      name: 'Win rate',
      text: percent(answer.win_rate),
      ...(answer.wins !== undefined && { note: `${answer.wins} of ${answer.trade_count ?? '–'}` }),
    },
    answer.profit_factor !== undefined && { name: 'Profit factor', text: plain(answer.profit_factor, 2) },
    answer.avg_win !== undefined && {
      name: 'Average win',
      text: money(answer.avg_win),
      ...(answer.largest_win !== undefined && { note: `best ${money(answer.largest_win)}` }),
    },
    answer.avg_loss !== undefined && {
      name: 'Average loss',
      text: money(answer.avg_loss),
      ...(answer.largest_loss !== undefined && { note: `worst ${money(answer.largest_loss)}` }),
    },
    answer.sqn !== undefined && {
      name: 'SQN',
      text: plain(answer.sqn, 2),
      ...(answer.grade && { note: answer.grade }),
    },
    answer.mean_r !== undefined &&
      answer.measure === 'R' && { name: 'Mean R', text: plain(answer.mean_r, 2), sign: answer.mean_r },
    answer.max_drawdown !== undefined && {
      name: 'Max drawdown',
      text: money(answer.max_drawdown),
      sign: answer.max_drawdown,
      note: `${plain(answer.max_drawdown_pct, 1)} %`,
    },
    answer.max_consecutive_losses !== undefined && {
      name: 'Longest losing run',
      text: formats.count(answer.max_consecutive_losses),
    },
  ];
  return all.filter((one) => one !== false);
}

function drawRealised({ points, currency, days }: PageResults['curve'], { formats, width }: Stage): Child {
  const times = points.time.map((time) => formats.zoned(Date.parse(time)));
  const at = (values: readonly number[]) => times.map((time, i) => [time, values[i] ?? Number.NaN] as const);
  if (times.length === 0) return empty('No trade has closed yet, so there is no curve.');
  return [
    picture(
      lineChart({
        label: `Realised results in ${currency} after each closed trade, from zero`,
        width,
        height: 220,
        lines: [
          {
            name: 'Realised',
            points: at(points.equity),
            tone: 'first',
            fill: { to: 0, as: 'gain and loss' },
          },
        ],
        format: formats.short,
      }),
      'Realised results after each closed trade',
    ),
    picture(
      lineChart({
        label: `Drawdown in ${currency}, from the previous high`,
        width,
        height: 130,
        lines: [{ name: 'Drawdown', points: at(points.drawdown), tone: 'loss', fill: { to: 0, as: 'tone' } }],
        format: formats.short,
      }),
      `Below the previous high; ${formats.count(days.length)} trading days`,
    ),
  ];
}

/** Room for two side by side. */
const TWO_MONTHS = 480;

function calendar(
  { days, currency }: PageResults['curve'],
  { formats, width }: Stage,
  month: string,
  open: (month: string) => void,
): Child {
  const values = days.map(({ day, pnl, trade_count, win_rate }) => {
    const n = trade_count === 1 ? 'One trade' : `${formats.count(trade_count)} trades`;
    const won = win_rate === null ? [] : [`${formats.percent(win_rate, 0)} won`];
    return {
      day,
      value: pnl,
      tooltip: [formats.day(day), formats.gain(pnl), [n, ...won].join(', ')].join('\n'),
      below: [[n, ...won].join(' · '), n, String(trade_count)],
    };
  });
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].toSorted().toReversed();
  const shown = month === '' ? (months[0] ?? '') : month;
  return [
    h(
      'div',
      { class: 'row' },
      months.slice(0, 12).map((name) =>
        h(
          'button',
          {
            class: 'button',
            type: 'button',
            id: `month-${name}`,
            'aria-pressed': String(name === shown),
            onclick: () => open(name),
          },
          monthText(name),
        ),
      ),
    ),
    picture(
      monthSheet({
        label: `Results by day of ${monthText(shown)} in ${currency}`,
        width,
        month: shown,
        days: values,
        format: formats.short,
        weekends: 'where something happened',
      }),
    ),
    // One below the other, twelve months would be longer than what a chat shows.
    width >= TWO_MONTHS &&
      picture(
        monthsSheet({ label: `Results by month in ${currency}`, width, days: values, format: formats.short }),
        'The months, day by day',
      ),
  ];
}

function spread({ trades, mean_r, best_r, worst_r }: PageResults['spread'], { formats, width }: Stage): Child {
  if (trades.length === 0) return empty('No trade has a recorded risk or stop, so there are no R multiples.');
  return [
    figures([
      { name: 'Mean', text: `${formats.plain(mean_r, 2)} R`, sign: mean_r },
      { name: 'Best', text: `${formats.plain(best_r, 2)} R`, sign: best_r },
      { name: 'Worst', text: `${formats.plain(worst_r, 2)} R`, sign: worst_r },
    ]),
    picture(
      histogram({
        label: 'Distribution of results, in R',
        width,
        height: 200,
        values: trades.map(({ r }) => r),
        format: (value) => `${formats.plain(value, 2)} R`,
      }),
      `${formats.count(trades.length)} trades whose risk is known, in units of what was risked`,
    ),
  ];
}
