// Books made by chance: partial exits, reversals, shorts, options and spreads, a split, transfers, options that expire, and two
// currencies. Many of them live in one service side by side: each has accounts and instruments of its own.
import type { PositionEvent } from '@zorivest/domain';
import type { JournalClient } from '@zorivest/contract';

/** A small generator of its own (mulberry32), so that a failure can be repeated from its seed. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T; // there is at least one
  }
}

export interface BookFill {
  readonly exec_id: string;
  readonly time: string;
  readonly instrument: string;
  readonly action: 'BOT' | 'SLD';
  readonly quantity: number;
  readonly price: number;
  readonly account_id: string;
  readonly commission: number;
  readonly currency: string;
  readonly order_id?: string;
}

export interface RandomBook {
  readonly seed: number;
  readonly accounts: readonly [string, string];
  readonly fills: readonly BookFill[];
  readonly events: readonly PositionEvent[];
  /** By execution. */
  readonly tags: ReadonlyMap<string, string>;
}

const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAYS = 170;
const DAY_MS = 86_400_000;

/** Three letters for each book. */
function nameOf(seed: number): string {
  return [676, 26, 1].map((power) => String.fromCodePoint(65 + (Math.floor(seed / power) % 26))).join('');
}

export function randomBook(seed: number): RandomBook {
  const chance = new Chance(seed);
  const name = nameOf(seed);
  const accounts = [`${name}-one`, `${name}-two`] as const;
  const [call, higher] = [`${name}U 260618 C 50`, `${name}U 260618 C 55`];
  const fills: BookFill[] = [];
  const timeOn = (day: number): string =>
    new Date(FIRST_DAY + day * DAY_MS + (13 * 60 + 30 + chance.below(500)) * 60_000).toISOString();
  const fill = (one: Omit<BookFill, 'exec_id' | 'commission'>): void => {
    // Rebates, and fees below a cent.
    const commission = chance.below(8) === 0 ? -chance.below(2000) / 10_000 : chance.below(20_000) / 10_000;
    fills.push({ ...one, exec_id: `${name}${String(fills.length).padStart(3, '0')}`, commission });
  };
  for (let n = 24 + chance.below(16); n > 0; n -= 1) {
    const instrument = chance.of([`${name}U`, `${name}U`, `${name}V`, `${name}E`, `${name}E`, call]);
    const isOption = instrument === call;
    fill({
      time: timeOn(chance.below(DAYS)),
      instrument,
      action: chance.of(['BOT', 'SLD']),
      quantity: isOption ? 1 + chance.below(4) : chance.of([10, 25, 40, 100, 3, 0.5]),
      price: isOption ? (50 + chance.below(400)) / 100 : (200_000 + chance.below(300_000)) / 10_000,
      account_id: chance.of(accounts),
      currency: instrument.endsWith('E') ? 'EUR' : 'USD',
    });
  }
  // A spread that one order opens and that is closed leg by leg, days apart.
  const [opened, closed] = [chance.below(60), 61 + chance.below(80)];
  const time = timeOn(opened);
  const spread = { time, quantity: 2, account_id: accounts[0], currency: 'USD', order_id: `${name}-spread` };
  fill({ ...spread, instrument: higher, action: 'SLD', price: 1.25 });
  fill({ ...spread, instrument: `${name}U 260618 C 60`, action: 'BOT', price: 0.4 });
  const { order_id: _, ...back } = { ...spread, time: timeOn(closed) };
  fill({ ...back, instrument: higher, action: 'BOT', price: chance.below(300) / 100 });
  fill({
    ...back,
    time: timeOn(closed + chance.below(3)),
    instrument: `${name}U 260618 C 60`,
    action: 'SLD',
    price: 0.2,
  });
  const on = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  const events: PositionEvent[] = [
    { kind: 'split', id: '', instrument: `${name}U`, time: on(80), new_shares: 2, old_shares: 1 },
    {
      kind: 'transfer',
      id: '',
      instrument: `${name}V`,
      time: on(90),
      quantity: 10,
      from_account_id: accounts[0],
      to_account_id: accounts[1],
    },
    { kind: 'expiry', id: '', instrument: call, account_id: accounts[0], time: '2026-06-18' },
  ];
  const tags = new Map([0, 1, 2, 3].map(() => [chance.of(fills).exec_id, chance.of(['gap', 'fade'])] as const));
  return { seed, accounts, fills, events, tags };
}

/** The euro in dollars: every fifth day, so that the days between take the last. */
export const RATES = Array.from({ length: 60 }, (_, i) => ({
  date: new Date(FIRST_DAY + (i * 5 - 10) * DAY_MS).toISOString().slice(0, 10),
  base: 'EUR',
  quote: 'USD',
  rate: 1.05 + ((i * 37) % 97) / 1000,
}));

/** What net worth needs: prices every fifth day, cash that was stated for one account or for both, and money that moved. */
async function recordWorth(api: JournalClient, { seed, accounts, fills }: RandomBook): Promise<void> {
  const chance = new Chance(seed + 1_000_000);
  const dateAt = (day: number): string => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  const prices = [...new Set(fills.map(({ instrument }) => instrument))].flatMap((instrument) =>
    Array.from({ length: 38 }, (_, i) => ({
      date: dateAt(i * 5 - 10),
      instrument,
      price: (100 + chance.below(500_000)) / 10_000,
    })),
  );
  await api.worth.putPrices({ body: { prices } });
  const [one, two] = accounts;
  await api.worth.stateCash({ body: { account_id: one, balance: chance.below(1_000_000) / 100, date: dateAt(-10) } });
  if (seed % 2 === 0) {
    await api.worth.stateCash({ body: { account_id: two, balance: 500.55, date: dateAt(40) } });
    await api.worth.stateCash({ body: { account_id: two, currency: 'EUR', balance: 80, date: dateAt(-3) } });
  }
  const row = (day: number, amount: number, category: 'deposit' | 'withdrawal' | 'dividend' | 'transfer_in') => ({
    date: dateAt(day),
    amount,
    description: `${category} ${day}`,
    category,
  });
  const amount = 1 + chance.below(90_000) / 100;
  await api.banking.submit({
    body: {
      account_id: one,
      transactions: [
        row(chance.below(DAYS), 1234.56, 'deposit'),
        row(chance.below(DAYS), -77.77, 'withdrawal'),
        row(chance.below(DAYS), 3.21, 'dividend'),
        { ...row(100, -amount, 'transfer_in'), category: 'transfer_out' },
      ],
    },
  });
  await api.banking.submit({
    body: {
      account_id: two,
      transactions: [row(102, amount, 'transfer_in'), row(55, 40.4, 'dividend')],
    },
  });
}

const COLUMNS = (
  'exec_id time instrument action quantity price account_id commission currency multiplier asset_class root time_known ' +
  'order_id routing risk_amount fx_rate fx_currency realized_pnl fees isin notes'
).split(' ');

/** The fills as the journal's own table has them; `more` are cells that they do not have. */
export function tradesTable(
  fills: readonly BookFill[],
  more: (fill: BookFill, at: number) => Readonly<Record<string, string | number>> = () => ({}),
): Uint8Array {
  const rows = fills.map((fill, at) => {
    const kind = fill.instrument.includes(' ')
      ? { multiplier: 100, asset_class: 'OPTION' }
      : { multiplier: 1, asset_class: 'EQUITY' };
    const cells: Readonly<Record<string, string | number | boolean | undefined>> = {
      ...kind,
      time_known: true,
      realized_pnl: 0,
      ...fill,
      ...more(fill, at),
    };
    return COLUMNS.map((name) => cells[name] ?? '').join(',');
  });
  return new TextEncoder().encode(`${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`);
}

/** Records books, the fills of all by one import: a write each would take longer than all questions. */
export async function recordBooks(api: JournalClient, books: readonly RandomBook[]): Promise<RandomBook[]> {
  for (const account_id of books.flatMap(({ accounts }) => accounts))
    await api.accounts.create({ body: { account_id, name: account_id, account_type: 'broker' } });
  const fills = books.flatMap((book) => book.fills);
  const { imported } = await api.imports.brokerCsv({
    body: { account_id: books[0]?.accounts[0] ?? '', file: { bytes: tradesTable(fills), name: 'trades.csv' } },
  });
  if (imported !== fills.length) throw new Error(`${imported} of ${fills.length} fills were imported`);
  const recorded: RandomBook[] = [];
  for (const book of books) recorded.push(await recordRest(api, book));
  return recorded;
}

/** What is no fill. The events with the ids that the service gave them. */
async function recordRest(api: JournalClient, book: RandomBook): Promise<RandomBook> {
  await recordWorth(api, book);
  const events: PositionEvent[] = [];
  for (const { id: _, ...event } of book.events) {
    const body = event as Parameters<JournalClient['positionEvents']['create']>[0]['body']; // the kinds above are recorded so
    const { id } = await api.positionEvents.create({ body });
    events.push({ ...event, id: `event-${id}` });
  }
  for (const [exec_id, tag] of book.tags)
    await api.reports.create({
      params: { exec_id },
      body: { setup_quality: 'B', execution_quality: 'B', followed_plan: true, tags: [tag] },
    });
  return { ...book, events };
}
