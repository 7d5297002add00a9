// What an option structure pays at expiry, over the price of what it is written on.
import { lineChart } from '@zorivest/pictures';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture, problems } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { type Fields, numberIn } from './_fields.ts';

type Answer = JournalAnswer<'analytics', 'optionsStrategy'>;

startView<Answer>((answer, { canCall, call, redraw: again }) => {
  let today: number | undefined;
  if (canCall && answer.underlying)
    call('get_stock_quote', { ticker: answer.underlying })
      .then((quote) => (today = numberIn((quote as Fields)['price'])))
      // Without a provider the curve stands alone.
      .catch(() => {})
      .finally(again);
  return (stage) => drawPayoff(answer, today, stage);
});

function drawPayoff(answer: Answer, today: number | undefined, stage: Stage): Child {
  const { formats, width, redraw, updateModel } = stage;
  const { legs, breakeven_prices, max_profit, max_loss, net_debit_credit } = answer;
  const payoff = aroundStrikes(answer);
  let pointed = '';
  const reading = h('p', { class: 'quiet', role: 'status' }, 'Move along the price to read what it pays there.');
  const [lowest, highest] = [payoff[0]?.price ?? 0, payoff.at(-1)?.price ?? 0];
  const read = (price: number) => {
    const pays = at(payoff, price);
    pointed = `At ${formats.price(Math.round(price * 100) / 100)} it pays ${formats.gain(pays)}.`;
    reading.textContent = pointed;
    reading.className = pays < 0 ? 'loss' : 'gain';
  };
  return [
    heading(
      answer.name,
      [
        answer.underlying ?? '',
        ...new Set(legs.flatMap(({ expiry }) => (expiry === null ? [] : [formats.day(expiry)]))),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    ),
    figures([
      { name: net_debit_credit < 0 ? 'Paid' : 'Received', text: formats.money(Math.abs(net_debit_credit)) },
      { name: 'Most it can win', text: max_profit === null ? 'unlimited' : formats.gain(max_profit), sign: 1 },
      { name: 'Most it can lose', text: max_loss === null ? 'unlimited' : formats.gain(max_loss), sign: -1 },
      { name: 'Breaks even at', text: breakeven_prices.map((price) => formats.price(price)).join(' and ') || '–' },
    ]),
    payoff.length < 2
      ? empty('Its legs expire on different days, so what it pays depends on more than a price.')
      : [
          picture(
            lineChart({
              label: `Result at expiry by price: at most ${max_profit === null ? 'unlimited' : formats.money(max_profit)}, at least ${max_loss === null ? 'unlimited' : formats.money(max_loss)}`,
              width,
              height: 240,
              lines: [
                {
                  name: 'Result',
                  points: payoff.map(({ price, pnl }) => [price, pnl] as const),
                  tone: 'first',
                  fill: { to: 0, as: 'gain and loss' },
                },
              ],
              rules: [
                ...breakeven_prices.map((price) => ({ at: { x: price }, name: formats.price(price) })),
                ...(today === undefined || today < lowest || today > highest
                  ? []
                  : [{ at: { x: today }, name: `today ${formats.price(today)}`, tone: 'third' as const }]),
              ],
              format: formats.short,
              formatX: (value) => formats.plain(value, 2),
            }),
            'Result at expiry over the price of the underlying',
          ),
          h(
            'label',
            {},
            h('span', { class: 'quiet' }, 'Price at expiry'),
            h('input', {
              type: 'range',
              id: 'price',
              min: lowest,
              max: highest,
              step: (highest - lowest) / 200,
              value: today ?? (lowest + highest) / 2,
              oninput: ({ target }) => read(Number((target as HTMLInputElement).value)),
              onchange: () => updateModel(`${answer.name}: ${pointed}`),
            }),
          ),
          reading,
        ],
    h('h2', {}, 'Legs'),
    table({
      label: 'Legs',
      rows: legs,
      state: tableState(),
      changed: redraw,
      columns: [
        { name: 'Leg', text: ({ instrument }) => instrument },
        {
          name: 'Position',
          text: ({ quantity }) => `${quantity > 0 ? 'long' : 'short'} ${formats.plain(Math.abs(quantity))}`,
        },
        { name: 'Kind', text: ({ right }) => right },
        { name: 'Strike', text: ({ strike }) => formats.plain(strike), align: 'right' },
        { name: 'Price', text: ({ price }) => formats.price(price), align: 'right' },
      ],
    }),
    problems(answer.problems),
  ];
}

/** The part of the curve in which something happens: as far beyond the outer strikes as they are apart. */
function aroundStrikes({ payoff, legs }: Answer): Answer['payoff'] {
  const strikes = legs.flatMap(({ strike }) => (strike === null ? [] : [strike]));
  if (strikes.length === 0) return payoff;
  const [low, high] = [Math.min(...strikes), Math.max(...strikes)];
  const room = Math.max(high - low, 0.08 * high);
  return payoff.filter(({ price }) => price >= low - room && price <= high + room);
}

/** Straight between the points that are known: a payoff at expiry is. */
function at(payoff: Answer['payoff'], price: number): number {
  const after = payoff.findIndex((point) => point.price >= price);
  const [from, to] = [payoff[after - 1], payoff[after]];
  if (to === undefined) return payoff.at(-1)?.pnl ?? 0;
  if (from === undefined || to.price === from.price) return to.pnl;
  return from.pnl + ((price - from.price) / (to.price - from.price)) * (to.pnl - from.pnl);
}
