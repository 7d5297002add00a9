// The drawdown so far and simulated ones: how deep, how likely, how many losses in a row.
import { barChart, lineChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { basisSummary, basisNotes } from './_basis.ts';

type Answer = JournalAnswer<'analytics', 'drawdown'>;

startView<Answer>((answer) => (stage) => {
  const { formats } = stage;
  if (answer.trade_count === 0)
    return [heading('Drawdown'), empty('No closed trades to draw from.'), basisNotes(answer)];
  return [
    heading('Drawdown', basisSummary(answer, formats)),
    figures([
      {
        name: 'Max drawdown',
        text: formats.money(answer.max_drawdown),
        sign: answer.max_drawdown,
        note: `${formats.plain(answer.max_drawdown_pct, 1)} %`,
      },
      { name: 'Current drawdown', text: formats.money(answer.current_drawdown), sign: answer.current_drawdown },
      {
        name: 'Median, simulated',
        text: `${formats.plain(answer.max_drawdown_median, 1)} %`,
        note: 'half of the paths fell further',
      },
      {
        name: '95th percentile',
        text: `${formats.plain(answer.max_drawdown_percentiles?.p95, 1)} %`,
        note: 'or deeper',
      },
      { name: 'Risk of ruin', text: formats.percent(answer.risk_of_ruin) },
      {
        name: 'Risk per trade',
        text: answer.recommended_risk_pct === null ? '–' : `${formats.plain(answer.recommended_risk_pct, 2)} %`,
        note: 'suggested',
      },
    ]),
    fan(answer, stage),
    depths(answer, stage),
    streaks(answer, stage),
    basisNotes(answer),
  ];
});

/** How the simulated paths spread, trade by trade, from the equity there is now; in percent of it where none is known. */
function fan(
  { equity_fan: spread, equity_percentiles: ends, path_length, simulations_run, simulated_from: start }: Answer,
  { formats, width }: Stage,
): Child {
  if (spread === null || ends === null || simulations_run === 0) return undefined;
  const at = (multiple: number) => (start === null ? 100 * multiple : multiple * start);
  const formatMultiple = (multiple: number) =>
    start === null ? formats.percent(multiple, 0) : formats.money(at(multiple));
  const between = (low: readonly number[], high: readonly number[]) =>
    spread.trades.map((trade, i) => [trade, at(low[i] ?? NaN), at(high[i] ?? NaN)] as const);
  return [
    h('h2', {}, `The next ${formats.count(path_length)} trades, by ${formats.count(simulations_run)} simulated paths`),
    picture(
      lineChart({
        label: `Equity after ${path_length} simulated trades: nine paths in ten end between ${formatMultiple(ends.p5)} and ${formatMultiple(ends.p95)}, half between ${formatMultiple(ends.p25)} and ${formatMultiple(ends.p75)}`,
        width,
        height: 220,
        lines: [
          {
            name: 'median',
            points: spread.trades.map((trade, i) => [trade, at(spread.p50[i] ?? NaN)] as const),
            tone: 'first',
          },
        ],
        bands: [
          { name: '9 in 10', points: between(spread.p5, spread.p95), tone: 'quiet' },
          { name: 'half', points: between(spread.p25, spread.p75), tone: 'first' },
        ],
        rules: [{ at: { y: at(1) }, name: 'today' }],
        format: start === null ? (value) => `${formats.short(value)} %` : formats.short,
        formatX: (value) => formats.count(value),
      }),
      start === null ? 'Trades from now; equity in percent of the start' : 'Trades from now',
    ),
  ];
}

function depths({ probability_table }: Answer, { formats, width }: Stage): Child {
  const rows = probability_table.filter(({ probability }, i) => i < 2 || probability > 0);
  return [
    h('h2', {}, 'Chance of a drawdown of at least'),
    picture(
      barChart({
        label: 'Share of simulated paths that fell at least that far',
        width,
        bars: rows.map(({ drawdown_pct, probability }) => ({
          name: `${formats.plain(drawdown_pct, 0)} %`,
          value: probability,
        })),
        format: (value) => formats.percent(value),
        tone: 'loss',
      }),
    ),
  ];
}

function streaks({ losing_streak_table }: Answer, { formats, width }: Stage): Child {
  return [
    h('h2', {}, 'How likely losses in a row'),
    picture(
      barChart({
        label: 'Chance of at least one run of that many losses',
        width,
        bars: losing_streak_table.map(({ length, probability }) => ({ name: `${length} losses`, value: probability })),
        format: (value) => formats.percent(value),
        tone: 'loss',
      }),
    ),
  ];
}
