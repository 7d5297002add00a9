// What every tax question starts from: the year's profile, the lots of all accounts, and how an answer is wrapped.
import {
  type AccountKind,
  type CashIncome,
  cents,
  ledgerIncome,
  type Lot,
  parseFixed,
  type Problem,
  section988,
  TAX_DISCLAIMER,
  type TaxLotOptions,
  taxLots,
  calendarIn,
  convert,
  DAY_MS,
  type DayOf,
  MissingRates,
  moneyAt,
  rateOn,
  settlementDay,
} from '@zorivest/domain';
import { allAccounts, mustHaveAccount } from '../accounts/repository.ts';
import type { Call } from '../core/call.ts';
import { today } from '../core/day.ts';
import { type MarketService, NoProvider } from '../market/service.ts';
import { positionEvents } from '../positions/events.ts';
import { ratesOf } from '../fx/rates.ts';
import { DOLLARS, positionsOf } from '../positions/positions.ts';
import { settingOf } from '../settings/read.ts';
import { shownTime } from '../store/index.ts';
import type { BookExecution } from '../trades/columns.ts';
import { instrumentsOf } from '../trades/repository.ts';
import type { Profile } from './columns.ts';
import { profileOf, profilesOf, taxpayer, washRules } from './profiles.ts';

export interface TaxBook {
  readonly profile: Profile;
  readonly lots: readonly Lot[];
  /** By year and instrument, of all profiles: a contract held over several ends of a year needs each. */
  readonly yearEndPrices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Dividends and interest in dollars, outside retirement accounts. */
  readonly cash: readonly CashIncome[];
  readonly today: string;
  readonly problems: readonly Problem[];
}

/** The lots as the year's profile books them. Purchases in every account count, whoever asks. */
export async function taxBook(call: Call, year: number): Promise<TaxBook> {
  return call.results.of(`tax book ${year}`, async () => {
    const { profile, known } = await profileOf(call.db, year);
    const missing: Problem[] = known
      ? []
      : [
          {
            code: 'no_tax_profile',
            message: `There is no tax profile for ${year}: single, no other income and no state tax are assumed.`,
          },
        ];
    const { lots, problems } = await lotsBy(call, profile);
    const profiles = await profilesOf(call.db);
    const yearEndPrices = Object.fromEntries(profiles.map((one) => [one.tax_year, one.year_end_prices]));
    const ledger = await cashIncome(call);
    const today = todayOf(call);
    const income = ledgerIncome({ year, cash: ledger.cash, lots, as_of: today });
    return {
      profile,
      lots,
      yearEndPrices,
      cash: ledger.cash,
      today,
      problems: [...missing, ...problems, ...ledger.problems, ...income.problems],
    };
  });
}

/** The lots as each year's profile books its sales: what an earlier return said stands. */
async function lotsBy(call: Call, profile: Profile) {
  const choices = await call.db.selectFrom('lot_choices').selectAll().execute();
  const chosen = Object.fromEntries(choices.map((row) => [row.sell_exec_id, JSON.parse(row.buy_exec_ids) as string[]]));
  // Named lots come first and the rest in order: that is what specific_id does.
  const naming = (method: Profile['default_cost_basis']) =>
    method === 'fifo' && choices.length > 0 ? ('specific_id' as const) : method;
  const profiles = await profilesOf(call.db);
  const methods_by_year = Object.fromEntries(
    [...profiles, profile].map(({ tax_year, default_cost_basis }) => [tax_year, naming(default_cost_basis)]),
  );
  return lotsWith(call, profile, { method: naming('fifo'), methods_by_year, chosen_lots: chosen });
}

/** First in, first out, whatever was chosen: what choosing is measured against. */
export function fifoLots(call: Call, profile: Profile) {
  return lotsWith(call, profile, { method: 'fifo' });
}

async function lotsWith(
  call: Call,
  profile: Profile,
  booking: Pick<TaxLotOptions, 'method' | 'methods_by_year' | 'chosen_lots'>,
) {
  const { executions: all } = await positionsOf(call);
  const dollars = convert(all, await positionEvents(call.db), {
    currency: DOLLARS,
    rates: await ratesOf(call),
    ...(await fxDays(call)),
  });
  const executions = dollars.executions.filter(({ exec_id }) => !dollars.missing.has(exec_id));
  const { lots, problems } = taxLots(executions, {
    ...booking,
    accounts: await accountKinds(call),
    events: dollars.events,
    section_475: profile.section_475_elected,
    // Digital assets are no securities: their losses know no wash sale.
    digital_assets: await instrumentsOf(call.db, 'CRYPTO'),
    ...(profile.section_1256_roots !== null && { section_1256_roots: profile.section_1256_roots }),
  });
  return { lots, problems: [...notInDollars(all, dollars.missing), ...dollars.problems, ...problems] };
}

/** Whose rate turns an amount into dollars: that of the trade day, or of the day it settled. */
async function fxDays(call: Call): Promise<{ dayOf: DayOf; rateDay?: (day: number) => number }> {
  const dayOf = calendarIn('America/New_York');
  if (dayOf === null) throw new Error('New York has no calendar here');
  return (await settingOf(call, 'tax.fx_day')) === 'trade' ? { dayOf } : { dayOf, rateDay: settlementDay };
}

/** A return is in dollars: what no rate of its day turns into them cannot be on it. */
function notInDollars(executions: readonly BookExecution[], missing: ReadonlySet<string>): Problem[] {
  const foreign = executions.filter(({ exec_id }) => missing.has(exec_id));
  if (foreign.length === 0) return [];
  const currencies = [...new Set(foreign.map(({ currency }) => currency))].toSorted();
  return [
    {
      code: 'not_in_dollars',
      message: `${foreign.length} executions in ${currencies.join(', ')} are left out: a tax figure needs them in US dollars at the rate of their day.`,
      ids: foreign.map(({ exec_id }) => exec_id),
    },
  ];
}

async function accountKinds({ db }: Call): Promise<Record<string, AccountKind>> {
  return Object.fromEntries(
    (await allAccounts(db)).flatMap(
      ({ account_id, account_type, is_tax_advantaged, is_spousal }): [string, AccountKind][] => {
        if (account_type === 'ira' || account_type === '401k' || is_tax_advantaged === 1) return [[account_id, 'ira']];
        return is_spousal === 1 ? [[account_id, 'spouse']] : [];
      },
    ),
  );
}

/** What the ledger says was paid; in retirement accounts it is not taxed. */
async function cashIncome(call: Call): Promise<{ cash: CashIncome[]; problems: Problem[] }> {
  const rows = await call.db
    .selectFrom('bank_transactions')
    .select(['id', 'account_id', 'date', 'amount', 'currency', 'category', 'symbol', 'fx_rate', 'fx_currency'])
    .where('category', 'in', ['dividend', 'interest'])
    .orderBy('date')
    .orderBy('id')
    .execute();
  const kinds = await accountKinds(call);
  const taxed = rows.filter(({ account_id }) => kinds[account_id] !== 'ira');
  const rates = await ratesOf(call);
  const wanting = new MissingRates(DOLLARS);
  const cash = taxed.flatMap((row): CashIncome[] => {
    const { id, account_id, date, amount, category, symbol } = row;
    const day = Date.parse(date.slice(0, 10)) / DAY_MS;
    const rate = rateOn(row, day, DOLLARS, rates);
    if (rate === null) {
      wanting.add(row.currency, day, `transaction-${id}`);
      return [];
    }
    const kind = category === 'interest' ? ('interest' as const) : ('dividend' as const);
    return [{ id: `transaction-${id}`, account_id, date, amount: moneyAt(amount, rate), symbol, kind }];
  });
  const foreign = taxed.length - cash.length;
  const message = `${foreign} dividends and interest payments in other currencies are left out: a tax figure needs them in US dollars at the rate of their day.`;
  return {
    cash,
    problems: foreign === 0 ? [] : [{ code: 'income_not_in_dollars', message }, ...wanting.problems()],
  };
}

/** What came in besides gains: from the ledger, and from currency positions that were closed. */
export function incomeOf({ profile, lots, cash, today }: TaxBook, accountId?: string) {
  const year = profile.tax_year;
  const only = accountId === undefined ? {} : { account_id: accountId };
  const ledger = ledgerIncome({ year, cash, lots, as_of: today, ...only });
  const currency = section988(lots, year, profile.section_988, accountId);
  return {
    shown: {
      qualified_dividends: ledger.qualified_dividends,
      other_dividends: ledger.other_dividends,
      interest: ledger.interest,
      section_988: currency.gain_loss,
    },
    dated: [...ledger.dated, ...currency.dated],
  };
}

function sumOf(...amounts: readonly number[]): number {
  return cents(amounts.reduce((sum, amount) => sum + (parseFixed(amount) ?? 0n), 0n));
}

/** The parts most questions hand to the domain. */
export function inputOf(book: TaxBook, accountId?: string) {
  const { profile, lots, yearEndPrices } = book;
  const { shown } = incomeOf(book, accountId);
  return {
    ...taxpayer(profile),
    qualifiedDividends: sumOf(profile.qualified_dividends, shown.qualified_dividends),
    otherIncome: sumOf(shown.other_dividends, shown.interest, shown.section_988),
    lots,
    year_end_prices: yearEndPrices,
    wash: washRules(profile),
    ...(accountId !== undefined && { account_id: accountId }),
  };
}

/** The book of a year, after the account asked about has been looked up. */
export async function askedBook(
  call: Call,
  asked: { tax_year?: number | undefined; account_id?: string | undefined },
): Promise<TaxBook> {
  if (asked.account_id !== undefined) await mustHaveAccount(call.db, asked.account_id);
  return taxBook(call, asked.tax_year ?? call.now().getUTCFullYear());
}

/** The payload at the top and under `data`, with the disclaimer and the moment. */
export function answer<T extends { readonly problems: readonly Problem[] }>(
  call: Call,
  book: Pick<TaxBook, 'problems'>,
  payload: T,
) {
  const { problems: own, ...figures } = payload;
  const problems = [...book.problems, ...own].map(({ code, message, ids }) => ({
    code,
    message,
    ...(ids !== undefined && { ids: ids.slice(0, 100) }),
  }));
  return {
    ...figures,
    problems,
    disclaimer: TAX_DISCLAIMER,
    computed_at: shownTime(call.now().toISOString()),
    data: { ...figures },
  };
}

const MOST_TICKERS = 100;

/** Current prices of what is open, from whoever can be asked; a ticker nobody knows is simply missing. */
export async function currentPrices(
  market: MarketService,
  signal: AbortSignal,
  lots: readonly Lot[],
): Promise<Record<string, number>> {
  const open = lots.filter((lot) => lot.sold === undefined || lot.acquired === '');
  const tickers = [...new Set(open.filter((lot) => lot.option === undefined).map((lot) => lot.symbol))];
  const prices: Record<string, number> = {};
  for (const ticker of tickers.filter((symbol) => /^[A-Z0-9.^=-]{1,20}$/.test(symbol)).slice(0, MOST_TICKERS)) {
    try {
      const [quote] = await market.get('quote', { ticker }, { signal });
      if (quote !== undefined) prices[ticker] = quote.price;
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      // Nobody is set up: asking for the next ticker would end the same way.
      if (error.reasons.length === 0) return prices;
    }
  }
  return prices;
}

export function todayOf(call: Call): string {
  return today(call.now());
}
