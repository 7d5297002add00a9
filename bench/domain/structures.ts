import {
  calendarIn,
  convert,
  DAY_MS,
  dayText,
  type Execution,
  type PositionEvent,
  Rates,
  roundTrips,
  structuresOf,
} from '@zorivest/domain';
import type { Area } from './area.ts';

const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
type CurrencyExecution = Execution & { readonly currency: string };

const STRIKES = ['P 540', 'P 550', 'C 650', 'C 660'] as const;

export const structureAreas: readonly Area[] = [
  {
    name: 'converted, matched and joined: three currencies, one condor in a hundred, 100 events',
    alternative: true,
    prepare: ({ executions }) => {
      const { mixed, events } = mixedBook(executions);
      const rates = ratesOfTheYear();
      const dayOf = calendarIn('America/New_York');
      if (dayOf === null) throw new Error('New York has no calendar here');
      return () => {
        const dollars = convert(mixed, events, { currency: 'USD', rates, dayOf });
        return structuresOf(roundTrips(dollars.executions, { events: dollars.events }).round_trips, mixed);
      };
    },
    peer: ({ executions }) => {
      return () => structuresOf(roundTrips(executions).round_trips, executions);
    },
    peerName: 'as many executions of shares in one currency (limit 1.5)',
  },
];

/** A euro in dollars and pounds, every day: dollars are as the ECB quotes them, pounds are crossed. */
function ratesOfTheYear(): Rates {
  const rows = Array.from({ length: 380 }, (_, i) => {
    const row = { date: dayText(Date.UTC(2024, 11, 28) + i * DAY_MS), base: 'EUR', source: 'bench' };
    return [
      { ...row, quote: 'USD', rate: (1.05 + (i % 97) / 1000).toFixed(4) },
      { ...row, quote: 'GBP', rate: (0.83 + (i % 89) / 1000).toFixed(5) },
    ];
  });
  return new Rates(rows.flat());
}

/** The same number of executions: eight of every hundred open and close an iron condor, the rest is in three currencies. */
function mixedBook(executions: readonly Execution[]): { mixed: CurrencyExecution[]; events: PositionEvent[] } {
  const currencyOf = new Map<string, string>();
  const mixed = executions.map((execution, i): CurrencyExecution => {
    const [hundred, place] = [Math.floor(i / 100), i % 100];
    if (place < 8) return leg(executions[hundred * 100] ?? execution, hundred, place);
    let currency = currencyOf.get(execution.instrument);
    if (currency === undefined)
      currencyOf.set(execution.instrument, (currency = CURRENCIES[currencyOf.size % CURRENCIES.length] ?? 'USD'));
    return { ...execution, currency };
  });
  const symbols = [...currencyOf.keys()].slice(0, 100);
  const events = symbols.map((instrument, i): PositionEvent => {
    const event = { id: `event-${i}`, instrument, time: '2025-06-02' };
    if (i % 4 === 0) return { ...event, kind: 'split', new_shares: 2, old_shares: 1 };
    if (i % 4 === 1) return { ...event, kind: 'return_of_capital', amount_per_share: 0.1 };
    const spun = { new_instrument: `${instrument}-S`, new_shares: 1, old_shares: 4 };
    if (i % 4 === 2) return { ...event, ...spun, kind: 'spin_off', allocation: 0.2 };
    return { ...event, kind: 'symbol_change', new_instrument: `${instrument}-N` };
  });
  return { mixed, events };
}

/** The first four places open a condor, the next four close it. */
function leg({ account_id, time }: Execution, hundred: number, place: number): CurrencyExecution {
  const [strike, isOpening] = [place % 4, place < 4];
  const isBought = (strike === 0 || strike === 3) === isOpening;
  return {
    exec_id: `condor-${hundred}-${place}`,
    account_id,
    time,
    instrument: `SPY ${260_101 + (hundred % 28)} ${STRIKES[strike]}`,
    action: isBought ? 'BOT' : 'SLD',
    quantity: 1,
    price: isOpening ? 1.5 : 1.25,
    commission: 0.65,
    multiplier: 100,
    order_id: `${hundred}-${isOpening ? 'open' : 'close'}`,
    currency: 'USD',
  };
}
