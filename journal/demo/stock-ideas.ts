// Stocks and index futures: swing and day trades with a stop and a target, let out of hand now and then.
import { cents } from './market.ts';
import { EURO, IRA, MARGIN, type DemoIdea, type DemoTrade, type DemoContext } from './idea.ts';
import { findSecurity } from './securities.ts';
import { MINUTE } from './session.ts';

const TRADED = ['AAPL', 'MSFT', 'NVDA', 'AMD', 'TSLA', 'JPM', 'XOM', 'SPY', 'QQQ', 'IWM'] as const;

interface Setup {
  readonly instrument: string;
  readonly account_id: string;
  readonly strategy: string;
  readonly session: number;
  /** Sessions it is held at most; 0 closes it on the same day. */
  readonly patience: number;
  /** What a day moves, as a fraction. */
  readonly volatility: number;
  readonly risk: number;
  readonly multiplier: number;
  readonly commission: (quantity: number) => number;
  readonly mayBeShort: boolean;
}

export function swing(context: DemoContext, session: number): DemoIdea {
  const { random } = context;
  const instrument = random.pick(TRADED);
  return follow(context, {
    ...stock(instrument),
    account_id: random.chance(0.2) ? IRA : MARGIN,
    strategy: random.pick(['pullback', 'breakout', 'trend following']),
    session,
    patience: random.whole(2, 14),
    risk: random.between(180, 420),
    mayBeShort: random.chance(0.4),
  });
}

export function dayTrade(context: DemoContext, session: number): DemoIdea {
  const { random } = context;
  return follow(context, {
    ...stock(random.pick(TRADED)),
    account_id: MARGIN,
    strategy: random.pick(['opening range', 'gap fade', 'vwap reclaim']),
    session,
    patience: 0,
    risk: random.between(120, 260),
    mayBeShort: true,
  });
}

export function indexFuture(context: DemoContext, session: number): DemoIdea {
  return follow(context, {
    instrument: '/MES',
    account_id: MARGIN,
    strategy: 'index momentum',
    session,
    patience: 0,
    volatility: 0.009,
    risk: context.random.between(120, 300),
    multiplier: 5,
    commission: (quantity) => 0.62 * quantity,
    mayBeShort: true,
  });
}

export function euroSwing(context: DemoContext, session: number): DemoIdea {
  return follow(context, {
    ...stock(context.random.pick(['SAP', 'SIE'])),
    account_id: EURO,
    strategy: 'pullback',
    session,
    patience: context.random.whole(4, 18),
    risk: context.random.between(150, 300),
    commission: () => 3.5,
    mayBeShort: false,
  });
}

function stock(instrument: string) {
  return {
    instrument,
    volatility: findSecurity(instrument)?.volatility ?? 0.015,
    multiplier: 1,
    commission: () => 1,
  };
}

/** Entered, then followed through the market hour by hour until the stop, the target or the end of patience. */
function follow(context: DemoContext, setup: Setup): DemoIdea {
  const { random, market } = context;
  const { instrument, account_id, multiplier, session } = setup;
  const opened = context.moment(session, 8, setup.patience === 0 ? 120 : 360);
  const entry = context.price(instrument, opened);
  const last =
    setup.patience === 0 ? market.sessions.opens(session) + 385 * MINUTE : context.moment(session + setup.patience);
  // A decent trader is right a little more often than not.
  const goesUp = context.price(instrument, Math.min(last, context.until)) > entry;
  const rightly = random.chance(0.56);
  const sign = setup.mayBeShort ? (goesUp === rightly ? 1 : -1) : 1;
  const scale = setup.patience === 0 ? 0.6 : 1.3;
  const distance = Math.max(entry * setup.volatility * scale * random.between(0.8, 1.5), 0.05);
  const stop = cents(entry - sign * distance);
  const target = cents(entry + sign * distance * random.between(1.4, 2.6));
  const holdsOn = random.chance(0.07);
  const quantity = Math.max(1, Math.round(setup.risk / (distance * multiplier)));
  const leaves = exitOf(context, { instrument, opened, last, sign, stop, target, holdsOn });
  const order = (at: number, price: number, action: 'BOT' | 'SLD', opening: boolean): DemoTrade[] => {
    const order_id = context.order();
    const first = quantity >= 50 && random.chance(0.35) ? Math.round(quantity * 0.4) : quantity;
    return [first, quantity - first]
      .filter((part) => part > 0)
      .map((part, index) =>
        context.execution({
          at: at + index * 2000,
          instrument,
          account_id,
          action,
          quantity: part,
          price: price + index * 0.01,
          commission: (setup.commission(quantity) * part) / quantity,
          order_id,
          ...(multiplier === 1 ? { routing: account_id === MARGIN ? 'pfof' : 'dma' } : { multiplier }),
          ...(opening ? { risk_amount: cents(part * distance * multiplier) } : {}),
        }),
      );
  };
  const [enter, leave] = sign > 0 ? (['BOT', 'SLD'] as const) : (['SLD', 'BOT'] as const);
  const trades = order(opened, entry, enter, true);
  if (leaves !== null) trades.push(...order(leaves.at, leaves.price, leave, false));
  return {
    trades,
    strategy: setup.strategy,
    ticker: instrument,
    direction: sign > 0 ? 'long' : 'short',
    entry,
    stop,
    target,
    pnl: leaves === null ? 0 : cents((leaves.price - entry) * sign * quantity * multiplier),
    isOpen: leaves === null,
  };
}

interface DemoHolding {
  readonly instrument: string;
  readonly opened: number;
  readonly last: number;
  readonly sign: number;
  readonly stop: number;
  readonly target: number;
  /** Moved the stop: leaves only at the end. */
  readonly holdsOn: boolean;
}

function exitOf(context: DemoContext, { instrument, opened, last, sign, stop, target, holdsOn }: DemoHolding) {
  const { sessions } = context.market;
  const step = 15 * MINUTE;
  for (let at = opened + step; at < Math.min(last, context.until); at += step) {
    const opens = sessions.opens(sessions.count(at) - 1);
    if (at - opens > 389 * MINUTE) continue;
    const price = context.price(instrument, at);
    if ((price - target) * sign >= 0 || (!holdsOn && (price - stop) * sign <= 0)) return { at, price };
  }
  return last < context.until ? { at: last, price: context.price(instrument, last) } : null;
}
