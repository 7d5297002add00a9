// A week of trading on one page: how it compares with the week before, its days, best and worst, rules, mistakes, three questions.
import { barChart } from '@zorivest/pictures';
import { mistakeName, nameTrade, nameWeek } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import { type Figure, figures, heading, picture } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';

type Answer = JournalAnswer<'week', 'get'>;
type Trade = NonNullable<Answer['best']>;

startView<Answer>((answer) => {
  const state = tableState(null);
  return (stage) => {
    const { formats, width, redraw } = stage;
    const { week, from, to, days, best, worst, mistakes, plans, questions } = answer;
    return [
      heading(nameWeek(week), `${formats.day(from)} – ${formats.day(to)}${answer.is_over ? '' : ' · not over yet'}`),
      figures(figuresOf(answer, stage)),
      days.length > 0 &&
        picture(
          barChart({
            label: 'Net result of each day',
            width,
            bars: days.map(({ day, pnl, trade_count }) => ({
              name: formats.day(day),
              value: pnl,
              note: `n ${trade_count}`,
            })),
            format: formats.short,
          }),
          'By day',
        ),
      best !== null && describeTrade('Best', best, stage),
      worst !== null && worst.trip_id !== best?.trip_id && describeTrade('Worst', worst, stage),
      mistakes.by_category.length > 0 && [
        h('h2', {}, `Mistakes: ${formats.count(mistakes.count)}, costing ${formats.money(mistakes.total_cost)}`),
        table({
          label: 'Mistakes',
          rows: mistakes.by_category,
          state,
          changed: redraw,
          columns: [
            { name: 'Mistake', text: ({ category }) => mistakeName(category) },
            { name: 'Times', text: ({ count }) => formats.count(count), align: 'right' },
            { name: 'Cost', text: ({ cost }) => formats.money(cost), align: 'right' },
          ],
        }),
      ],
      plans.planned + plans.unplanned > 0 &&
        h(
          'p',
          {},
          `${formats.count(plans.planned)} planned, ${formats.gain(plans.planned_pnl)}; ${formats.count(plans.unplanned)} not planned, ${formats.gain(plans.unplanned_pnl)}.`,
        ),
      h('h2', {}, 'Three questions'),
      h(
        'ol',
        {},
        questions.map((question) => h('li', {}, question)),
      ),
    ];
  };
});

function figuresOf(answer: Answer, { formats }: Stage): Figure[] {
  const { net_pnl, before, r, rated, trade_count, win_rate, adherence, open_risk, currency } = answer;
  return [
    {
      name: 'Net result',
      text: formats.gain(net_pnl),
      sign: net_pnl,
      note: `${formats.gain(before.net_pnl)} the week before${currency ? `, ${currency}` : ''}`,
    },
    ...(r === null
      ? []
      : [{ name: 'R', text: formats.multiple(r), sign: r, note: `${formats.count(rated)} with a known risk` }]),
    { name: 'Trades', text: formats.count(trade_count), note: `${formats.count(before.trade_count)} the week before` },
    ...(win_rate === null ? [] : [{ name: 'Win rate', text: formats.percent(win_rate, 0) }]),
    ...(adherence.share === null ? [] : [{ name: 'Rules followed', text: formats.percent(adherence.share, 0) }]),
    { name: 'Open risk now', text: formats.money(open_risk) },
  ];
}

const describeTrade = (name: string, { instrument, direction, pnl, r, closed_at }: Trade, { formats }: Stage): Child =>
  h(
    'section',
    { class: 'box' },
    h('h2', {}, `${name}: ${nameTrade({ instrument })} ${direction === 'BOT' ? 'long' : 'short'}`),
    h(
      'p',
      {},
      [
        formats.gain(pnl),
        ...(r === null ? [] : [formats.multiple(r)]),
        ...(closed_at === null ? [] : [formats.day(closed_at)]),
      ].join(' · '),
    ),
  );
