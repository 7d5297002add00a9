// Short words for the executions of a story: buy('a', 10, 100, 9.5) at ten minutes past the open.

import type { TradeAction } from '@zorivest/vocabulary';
import type { Execution } from '../executions/index.ts';
import type { Num } from '../money/index.ts';

type More = Partial<Execution>;

export function buy(exec_id: string, minute: number, quantity: Num, price: Num, more: More = {}): Execution {
  return execution('BOT', exec_id, minute, quantity, price, more);
}

export function sell(exec_id: string, minute: number, quantity: Num, price: Num, more: More = {}): Execution {
  return execution('SLD', exec_id, minute, quantity, price, more);
}

function execution(
  action: TradeAction,
  exec_id: string,
  minute: number,
  quantity: Num,
  price: Num,
  more: More,
): Execution {
  const time = new Date(Date.UTC(2026, 0, 5, 14, 30) + minute * 60_000).toISOString().replace('.000', '');
  return { exec_id, time, instrument: 'AAPL', action, quantity, price, account_id: 'main', ...more };
}
