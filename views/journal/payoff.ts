// What an option structure pays at expiry, over the price of its underlying.
import { lineChart } from '@zorivest/pictures';
import { nameTrade } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import { empty, figures, heading, picture, problems } from '../page/parts.ts';
import { table, tableState } from '../page/table.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { type Fields, numberIn } from './_fields.ts';
import { worthToday } from './_option-worth.ts';

type Answer = JournalAnswer<'analytics', 'optionsStrategy'>;

interface Now {
  /** The price of the underlying. */
  readonly spot: number;
  /** By instrument, for the open legs. */
  readonly prices: ReadonlyMap<string, number>;
}

startView<Answer>((answer, { canCall, call, redraw: again }) => {
  let now: Now | undefined;
  const ask = async (): Promise<void> => {
    const spot = numberIn(((await call('get_stock_quote', { ticker: answer.underlying })) as Fields)['price']);
    if (spot === undefined) return;
    now = { spot, prices: new Map() };
    again();
    // The legs of an expired structure have no price of today.
    if (answer.legs.some(({ expiry }) => expiry !== null && Date.parse(`${expiry}T23:00:00Z`) < Date.now())) return;
    const { items } = (await call('list_positions', {})) as { readonly items: readonly Fields[] };
    const known = items.flatMap(({ instrument, price }) => {
      const value = numberIn(price);
      return value === undefined ? [] : [[String(instrument), value] as const];
    });
    now = { spot, prices: new Map(known) };
    again();
  };
  // Without a provider the curve at expiry stands alone.
  if (canCall && answer.underlying) ask().catch(() => {});
  return (stage) => drawPayoff(answer, now, stage);
});

function drawPayoff(answer: Answer, now: Now | undefined, stage: Stage): Child {
  const today = now?.spot;
  const { formats, width, redraw, updateModel } = stage;
  const { legs, breakeven_prices, max_profit, max_loss, net_debit_credit } = answer;
  const payoff = aroundStrikes(answer);
  const worthNow = now && curveToday(answer, now);
  let pointed = '';
  const reading = h('p', { class: 'quiet', role: 'status' }, 'Move along the price to read what it pays there.');
  const [lowest, highest] = [payoff[0]?.price ?? 0, payoff.at(-1)?.price ?? 0];
  const read = (price: number) => {
    const pays = at(payoff, price);
    const brings = worthNow === undefined ? '' : `, and closed today it would bring ${formats.gain(worthNow(price))}`;
    pointed = `At ${formats.price(Math.round(price * 100) / 100)} it pays ${formats.gain(pays)}${brings}.`;
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
      { name: 'Max profit', text: max_profit === null ? 'unlimited' : formats.gain(max_profit), sign: 1 },
      { name: 'Max loss', text: max_loss === null ? 'unlimited' : formats.gain(max_loss), sign: -1 },
      { name: net_debit_credit < 0 ? 'Paid' : 'Received', text: formats.money(Math.abs(net_debit_credit)) },
      { name: 'Break-even', text: breakeven_prices.map((price) => formats.price(price)).join(' and ') || '–' },
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
                  name: 'At expiry',
                  points: payoff.map(({ price, pnl }) => [price, pnl] as const),
                  tone: 'first',
                  fill: { to: 0, as: 'gain and loss' },
                },
                ...(worthNow === undefined
                  ? []
                  : [
                      {
                        name: 'Today',
                        points: payoff.map(({ price }) => [price, worthNow(price)] as const),
                        tone: 'third' as const,
                      },
                    ]),
              ],
              rules: [
                // The figure above names them: next to today's price there is no room for both.
                ...breakeven_prices.map((price) => ({ at: { x: price }, name: '' })),
                ...(today === undefined || today < lowest || today > highest
                  ? []
                  : [{ at: { x: today }, name: `today ${formats.price(today)}`, tone: 'third' as const }]),
              ],
              format: formats.short,
              formatX: (value) => formats.plain(value, 2),
            }),
            worthNow === undefined
              ? 'Result at expiry over the price of the underlying'
              : 'Result over the price of the underlying; today at the volatility today’s prices imply',
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
        { name: 'Leg', text: ({ instrument }) => nameTrade({ instrument }), wraps: true },
        {
          name: 'Position',
          text: ({ quantity }) => `${quantity > 0 ? 'long' : 'short'} ${formats.plain(Math.abs(quantity))}`,
        },
        { name: 'Price', text: ({ price }) => formats.price(price), align: 'right' },
      ],
    }),
    problems(answer.problems),
  ];
}

/** What a point of a leg is worth follows from what was paid for all of them together. */
function curveToday(answer: Answer, { spot, prices }: Now): ((price: number) => number) | undefined {
  const { legs, net_debit_credit } = answer;
  const paid = legs.reduce((sum, { right, quantity, price }) => sum + (right === 'stock' ? 0 : quantity * price), 0);
  const shares = legs.reduce((sum, { right, quantity, price }) => sum + (right === 'stock' ? quantity * price : 0), 0);
  const unit = paid === 0 ? Number.NaN : -(net_debit_credit + shares) / paid;
  return worthToday(
    legs,
    legs.map(({ instrument }) => prices.get(instrument)),
    { spot, now: Date.now(), unit: Number.isFinite(unit) ? Math.round(unit) : 100 },
  );
}

/** The part of the curve in which something happens: as far beyond the outer strikes as they are apart. */
function aroundStrikes({ payoff, legs }: Answer): Answer['payoff'] {
  const strikes = legs.flatMap(({ strike }) => (strike === null ? [] : [strike]));
  if (strikes.length === 0) return payoff;
  const [low, high] = [Math.min(...strikes), Math.max(...strikes)];
  const room = Math.max(high - low, 0.08 * high);
  return payoff.filter(({ price }) => price >= low - room && price <= high + room);
}

/** Linear interpolation: a payoff at expiry is linear between its points. */
function at(payoff: Answer['payoff'], price: number): number {
  const after = payoff.findIndex((point) => point.price >= price);
  const [from, to] = [payoff[after - 1], payoff[after]];
  if (to === undefined) return payoff.at(-1)?.pnl ?? 0;
  if (from === undefined || to.price === from.price) return to.pnl;
  return from.pnl + ((price - from.price) / (to.price - from.price)) * (to.pnl - from.pnl);
}
