// Options bought, spread, and sold as iron condors, one of which is rolled. Premiums follow the underlying.
import { cents } from './market.ts';
import { MARGIN, type DemoIdea, type DemoTrade, type DemoContext } from './idea.ts';
import { DAY } from './session.ts';

interface Leg {
  readonly instrument: string;
  readonly action: 'BOT' | 'SLD';
}

const turn = (action: Leg['action']) => (action === 'BOT' ? 'SLD' : 'BOT');

/** The Friday some weeks after a moment, as `YYMMDD`. */
function expiry(at: number, weeks: number): string {
  const start = new Date(at + weeks * 7 * DAY);
  const friday = new Date(start.getTime() + ((5 - start.getUTCDay() + 7) % 7) * DAY);
  return friday.toISOString().slice(2, 10).replaceAll('-', '');
}

/** The legs in one order. */
function order(
  context: DemoContext,
  legs: readonly Leg[],
  at: number,
  quantity: number,
  order_id = context.order(),
): DemoTrade[] {
  return legs.map(({ instrument, action }) =>
    context.execution({
      at,
      instrument,
      account_id: MARGIN,
      action,
      quantity,
      price: Math.max(0.01, context.price(instrument, at)),
      commission: 0.65 * quantity,
      order_id,
    }),
  );
}

const reverse = (legs: readonly Leg[]): Leg[] =>
  legs.map(({ instrument, action }) => ({ instrument, action: turn(action) }));

function result(trades: readonly DemoTrade[]): number {
  return cents(
    trades.reduce((sum, { action, price, quantity }) => sum + (action === 'BOT' ? -1 : 1) * price * quantity * 100, 0),
  );
}

interface Shape {
  readonly legs: readonly Leg[];
  readonly strategy: string;
  readonly ticker: string;
  readonly direction: DemoIdea['direction'];
  readonly spot: number;
  readonly stop: number;
  readonly target: number;
}

/** Opened in one order, closed in another some sessions later; what has not come to its end is still open. */
function holdIdea(context: DemoContext, { legs, spot, ...shape }: Shape, opened: number, session: number): DemoIdea {
  const quantity = context.random.whole(1, 3);
  const trades = order(context, legs, opened, quantity);
  const closes = context.moment(session + context.random.whole(4, 16));
  const isOpen = closes >= context.until;
  if (!isOpen) trades.push(...order(context, reverse(legs), closes, quantity));
  return { ...shape, trades, entry: spot, pnl: isOpen ? 0 : result(trades), isOpen };
}

export function longOption(context: DemoContext, session: number): DemoIdea {
  const { random } = context;
  const ticker = random.pick(['AAPL', 'NVDA', 'AMD', 'TSLA', 'SPY', 'QQQ']);
  const at = context.moment(session);
  const spot = context.price(ticker, at);
  const later = context.price(ticker, Math.min(at + 12 * DAY, context.until));
  const call = later > spot === random.chance(0.58);
  const instrument = `${ticker} ${expiry(at, 6)} ${call ? 'C' : 'P'} ${Math.round(spot / 5) * 5}`;
  const shape: Shape = {
    legs: [{ instrument, action: 'BOT' }],
    strategy: 'directional option',
    ticker,
    direction: call ? 'long' : 'short',
    spot,
    stop: cents(spot * (call ? 0.96 : 1.04)),
    target: cents(spot * (call ? 1.07 : 0.93)),
  };
  return holdIdea(context, shape, at, session);
}

export function callSpread(context: DemoContext, session: number): DemoIdea {
  const ticker = context.random.pick(['AAPL', 'MSFT', 'NVDA', 'JPM', 'SPY']);
  const at = context.moment(session);
  const spot = context.price(ticker, at);
  const strike = Math.round(spot / 5) * 5;
  const name = (at_: number) => `${ticker} ${expiry(at, 5)} C ${at_}`;
  const shape: Shape = {
    legs: [
      { instrument: name(strike), action: 'BOT' },
      { instrument: name(strike + 10), action: 'SLD' },
    ],
    strategy: 'bull call spread',
    ticker,
    direction: 'long',
    spot,
    stop: cents(spot * 0.97),
    target: strike + 10,
  };
  return holdIdea(context, shape, at, session);
}

function condorLegs(ticker: string, middle: number, until: string): Leg[] {
  const leg = (right: 'P' | 'C', strike: number, action: Leg['action']): Leg => ({
    instrument: `${ticker} ${until} ${right} ${strike}`,
    action,
  });
  return [
    leg('P', middle - 30, 'BOT'),
    leg('P', middle - 20, 'SLD'),
    leg('C', middle + 20, 'SLD'),
    leg('C', middle + 30, 'BOT'),
  ];
}

export function ironCondor(context: DemoContext, session: number): DemoIdea {
  const ticker = context.random.pick(['SPY', 'QQQ']);
  const at = context.moment(session);
  const spot = context.price(ticker, at);
  const middle = Math.round(spot / 5) * 5;
  const shape: Shape = { ...condor(ticker, middle), legs: condorLegs(ticker, middle, expiry(at, 5)), spot };
  return holdIdea(context, shape, at, session);
}

const condor = (ticker: string, middle: number) => ({
  strategy: 'iron condor',
  ticker,
  direction: 'short' as const,
  stop: middle + 30,
  target: middle,
});

/** A condor that one order closes to open the next month's around the price of the day. */
export function rolledCondor(context: DemoContext, session: number): DemoIdea {
  const ticker = 'SPY';
  const [opened, rolled, closed] = [0, 12, 24].map((later) => context.moment(session + later)) as [
    number,
    number,
    number,
  ];
  const middleAt = (at: number) => Math.round(context.price(ticker, at) / 5) * 5;
  const first = condorLegs(ticker, middleAt(opened), expiry(opened, 5));
  const second = condorLegs(ticker, middleAt(rolled), expiry(rolled, 6));
  const roll = context.order();
  const quantity = 2;
  const trades = [
    ...order(context, first, opened, quantity),
    ...order(context, reverse(first), rolled, quantity, roll),
    ...order(context, second, rolled, quantity, roll),
    ...order(context, reverse(second), closed, quantity),
  ];
  const spot = context.price(ticker, opened);
  return { ...condor(ticker, middleAt(opened)), trades, entry: spot, pnl: result(trades), isOpen: false };
}
