// What came in besides gains: dividends and interest of the ledger, rewards in kind, currency results.
import {
  type CashIncome,
  DAY_MS,
  dayText,
  ledgerIncome,
  type Lot,
  MissingRates,
  moneyAt,
  type PositionEvent,
  type Problem,
  rateOn,
  section988,
} from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { DOLLARS, ratesOf, type Register, registerOf } from '@zorivest/records';
import type { Profile } from './columns.ts';
import { writtenDay } from './zones.ts';

/** What the ledger says was paid, each at the rate of its day; in retirement accounts it is not taxed. */
export async function paidIncome(
  call: Call,
  isTaxed: (accountId: string) => boolean,
): Promise<{ cash: CashIncome[]; problems: Problem[] }> {
  const rows = await call.db
    .selectFrom('bank_transactions')
    .select([
      'id',
      'account_id',
      'date',
      'amount',
      'currency',
      'category',
      'symbol',
      'qualified',
      'fx_rate',
      'fx_currency',
    ])
    .where('category', 'in', ['dividend', 'interest'])
    .orderBy('date')
    .orderBy('id')
    .execute();
  const rates = await ratesOf(call);
  const register = await registerOf(call);
  const wanting = new MissingRates(DOLLARS);
  const taxed = rows.filter(({ account_id }) => isTaxed(account_id));
  const cash = taxed.flatMap((row): CashIncome[] => {
    const { account_id, date, amount, category, symbol } = row;
    const id = `transaction-${row.id}`;
    const day = Date.parse(date.slice(0, 10)) / DAY_MS;
    const rate = rateOn(row, day, DOLLARS, rates);
    if (rate === null) {
      wanting.add(row.currency, day, id);
      return [];
    }
    const kind = category === 'interest' ? 'interest' : 'dividend';
    const qualified = row.qualified === null ? null : row.qualified === 1;
    return [
      {
        id,
        account_id,
        date,
        amount: moneyAt(amount, rate),
        symbol,
        kind,
        qualified,
        ...instrumentOf(register, symbol, date),
      },
    ];
  });
  const left = taxed.length - cash.length;
  if (left === 0) return { cash, problems: [] };
  const message = `${left} dividends and interest payments in other currencies are left out: a tax figure needs them in US dollars at the rate of their day.`;
  return { cash, problems: [{ code: 'income_not_in_dollars', message }, ...wanting.problems()] };
}

function instrumentOf(register: Register, symbol: string | null, date: string): { instrument_id?: string } {
  const found = symbol === null || register.isEmpty ? null : register.find(symbol, date.slice(0, 10));
  return found === null ? {} : { instrument_id: found.id };
}

/** Staking, airdrops, interest in kind: income at what they were worth when they came. */
export function rewardIncome(
  events: readonly PositionEvent[],
  isTaxed: (accountId: string) => boolean,
): { cash: CashIncome[]; problems: Problem[] } {
  const rewards = events.filter((event) => event.kind === 'reward').filter(({ account_id }) => isTaxed(account_id));
  const worthless = rewards.filter(({ value }) => value === undefined);
  return {
    cash: rewards.flatMap(({ id, account_id, time, instrument, value, rate = 1 }): CashIncome[] => {
      if (value === undefined) return [];
      const date = dayText((writtenDay(time) ?? 0) * DAY_MS);
      return [{ id, account_id, date, amount: moneyAt(value, Number(rate)), symbol: instrument, kind: 'reward' }];
    }),
    problems:
      worthless.length === 0
        ? []
        : [
            {
              code: 'reward_without_value',
              message: `${worthless.length} rewards are in no income, and cost nothing, because their value was not stated: \`zorivest event answer <id> --value …\`, or in the app.`,
              ids: worthless.map(({ id }) => id),
            },
          ],
  };
}

interface IncomeInput {
  readonly profile: Pick<Profile, 'tax_year' | 'section_988' | 'qualified_dividends'>;
  readonly lots: readonly Lot[];
  readonly cash: readonly CashIncome[];
  readonly today: string;
}

/** What came in besides gains: from the ledger, as rewards, and from currency positions that were closed. */
export function incomeOf({ profile, lots, cash, today }: IncomeInput, accountId?: string) {
  const year = profile.tax_year;
  const only = accountId === undefined ? {} : { account_id: accountId };
  const stated_qualified = profile.qualified_dividends;
  const ledger = ledgerIncome({ year, cash, lots, as_of: today, stated_qualified, ...only });
  const currency = section988(lots, year, profile.section_988, accountId);
  return {
    /** Stated in the profile and in no row: it has no day. */
    elsewhere: ledger.stated_elsewhere,
    shown: {
      qualified_dividends: ledger.qualified_dividends,
      other_dividends: ledger.other_dividends,
      interest: ledger.interest,
      rewards: ledger.rewards,
      section_988: currency.gain_loss,
    },
    dated: [...ledger.dated, ...currency.dated],
  };
}
