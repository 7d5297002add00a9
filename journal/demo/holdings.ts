// Long holdings: shares bought over time, one position moved in from another account, losses worth realising and
// a loss that a purchase soon after washed.
import { EURO, IRA, LONG_TERM, MARGIN, type DemoTrade, type DemoContext } from './idea.ts';
import { cents } from './market.ts';

export interface Holdings {
  readonly trades: readonly DemoTrade[];
  readonly transfer: {
    readonly instrument: string;
    readonly quantity: number;
    readonly time: string;
    readonly from_account_id: string;
    readonly to_account_id: string;
  };
}

type Order = readonly [account_id: string, instrument: string, action: 'BOT' | 'SLD', quantity: number];

export function holdings(context: DemoContext, first: number, last: number): Holdings {
  const trades: DemoTrade[] = [];
  const trade = (session: number, [account_id, instrument, action, quantity]: Order) => {
    const at = context.moment(session, 30, 360);
    const price = context.price(instrument, at);
    // A fall of a sixth would end it.
    const risk = action === 'BOT' ? { risk_amount: cents((price * quantity) / 6) } : {};
    const fill = { at, account_id, instrument, action, quantity, price, commission: 0, order_id: context.order() };
    trades.push(context.execution({ ...fill, ...risk }));
  };
  const buy = (session: number, account_id: string, instrument: string, quantity: number) =>
    trade(session, [account_id, instrument, 'BOT', quantity]);

  for (const [month, quantity] of [
    [0, 20],
    [4, 15],
    [9, 15],
    [14, 10],
  ] as const)
    buy(first + month * 21, LONG_TERM, 'KO', quantity * 4);
  buy(first + 12, LONG_TERM, 'JPM', 30);
  buy(first + 40, IRA, 'SPY', 25);
  buy(first + 160, IRA, 'QQQ', 18);
  buy(last - 70, EURO, 'SIE', 25);
  // Bought where it was dearest since, of all what has fallen furthest: what harvesting is about.
  for (const [tickers, from, to] of [
    [['XOM', 'PFE', 'TSLA', 'AAPL'], first, last - 262],
    [['PFE', 'NVDA', 'AAPL', 'MSFT'], last - 200, last - 45],
  ] as const) {
    const [ticker, session] = furthestDown(context, tickers, from, to);
    buy(session, LONG_TERM, ticker, Math.round(8000 / noon(context, ticker, session)));
  }

  // Sold at a loss and bought again eight days later: the loss waits in the new shares.
  const high = dearest(context, 'AMD', last - 150, last - 60);
  const low = cheapest(context, 'AMD', high + 5, Math.min(high + 60, last - 12));
  buy(high, LONG_TERM, 'AMD', 40);
  trade(low, [LONG_TERM, 'AMD', 'SLD', 40]);
  buy(low + 6, LONG_TERM, 'AMD', 40);

  const bought = first + 55;
  buy(bought, MARGIN, 'MSFT', 20);
  return {
    trades,
    transfer: {
      instrument: 'MSFT',
      quantity: 20,
      time: new Date(context.moment(bought + 90, 60, 90)).toISOString(),
      from_account_id: MARGIN,
      to_account_id: LONG_TERM,
    },
  };
}

function dearest(context: DemoContext, ticker: string, from: number, to: number): number {
  return extreme(context, ticker, from, to, (price, best) => price > best);
}

function cheapest(context: DemoContext, ticker: string, from: number, to: number): number {
  return extreme(context, ticker, from, to, (price, best) => price < best);
}

/** Which of these has lost most since it was dearest, and when that was. */
function furthestDown(context: DemoContext, tickers: readonly string[], from: number, to: number): [string, number] {
  const falls = tickers.map((ticker) => {
    const session = dearest(context, ticker, from, to);
    return { ticker, session, fall: noon(context, ticker, session) / context.price(ticker, context.until) };
  });
  const [worst] = falls.toSorted((a, b) => b.fall - a.fall);
  return [worst?.ticker ?? 'PFE', worst?.session ?? from];
}

const noon = (context: DemoContext, ticker: string, session: number): number =>
  context.price(ticker, context.market.sessions.opens(session) + 3 * 3_600_000);

function extreme(
  context: DemoContext,
  ticker: string,
  from: number,
  to: number,
  isBetter: (price: number, best: number) => boolean,
): number {
  const close = (session: number) => noon(context, ticker, session);
  let best = from;
  for (let session = from + 1; session <= to; session++) if (isBetter(close(session), close(best))) best = session;
  return best;
}
