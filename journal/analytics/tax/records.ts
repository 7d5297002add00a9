// What every tax question starts from: the year's profile, the lots of all accounts, and how an answer is wrapped.
import {
  billInterest,
  type BoxRules,
  type CashIncome,
  isBillName,
  ledgerIncome,
  type Lot,
  type Matched1099,
  METAL_TRUSTS,
  NO_AMOUNT,
  parseAmount,
  roundToCents,
  sumOf,
  type Problem,
  TAX_DISCLAIMER,
} from '@zorivest/domain';
import { DOLLARS, mustHaveAccount, registerOf, settingOf } from '@zorivest/records';
import { type Call, shownTime } from '@zorivest/store';
import { boxRules, unsaidBoxes } from './boxes.ts';
import { formProblems, matchForms } from './broker-forms.ts';
import { accountKinds, bookedLots, type BookedFamily, type BookedLots, type Booking } from './booked.ts';
import type { Profile } from './columns.ts';
import { inDollars, pricesInDollars } from './dollars.ts';
import { incomeOf, paidIncome, rewardIncome } from './income.ts';
import { profileOf, profilesOf, taxpayer, washRules } from './profiles.ts';
import { notCovered } from './not-covered.ts';
import { unnamedInstruments } from './unnamed.ts';
import { thisYear, todayOf, zoneOfTax } from './zones.ts';

export interface TaxRecords {
  readonly profile: Profile;
  readonly lots: readonly Lot[];
  /** The same in parts that do not touch each other. */
  readonly families: readonly BookedFamily[];
  /** In dollars, by year and instrument, of all profiles: a contract held over several ends of a year needs each. */
  readonly yearEndPrices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly boxes: BoxRules;
  /** Brokers' forms compared with the book's sales, by year. */
  readonly forms: ReadonlyMap<number, Matched1099>;
  /** Dividends, interest and rewards in dollars, outside retirement accounts. */
  readonly cash: readonly CashIncome[];
  readonly today: string;
  /** Whose days sales are dated by. */
  readonly time_zone: string;
  /** How amounts came about, where an answer has nothing more exact to say. */
  readonly convention: string;
  readonly problems: readonly Problem[];
}

/** The lots as the year's profile books them. Purchases in every account count, no matter which account is asked for. */
export async function taxRecords(call: Call, year: number): Promise<TaxRecords> {
  const today = await todayOf(call);
  return call.results.ofFew('tax book', `${year} ${today}`, async () => {
    const { profile, known } = await profileOf(call.db, year);
    const missing: Problem[] = known
      ? []
      : [
          {
            code: 'no_tax_profile',
            message: `There is no tax profile for ${year}: single, no other income and no state tax are assumed.`,
          },
        ];
    const booked = await lotsBy(call, profile);
    const { families, problems } = booked;
    const register = await registerOf(call);
    const bills = billInterest(
      booked.lots.filter(
        ({ is_bond, symbol }) =>
          is_bond === true &&
          [symbol, ...(register.find(symbol)?.names ?? []).map(({ value }) => value)].some(isBillName),
      ),
    );
    const lots = bills.paid.size === 0 ? booked.lots : booked.lots.filter((lot) => !bills.paid.has(lot));
    const profiles = await profilesOf(call.db);
    const yearEndPrices: Record<string, Record<string, number>> = {};
    for (const { tax_year, year_end_prices } of profiles)
      yearEndPrices[tax_year] = await pricesInDollars(
        call,
        new Map(Object.entries(year_end_prices).map(([symbol, price]) => [symbol, { price, currency: null }])),
        `${tax_year}-12-31`,
      );
    const kinds = await accountKinds(call);
    const isTaxed = (account: string): boolean => kinds[account] !== 'ira' && kinds[account] !== 'roth_ira';
    const paid = await paidIncome(call, isTaxed);
    const rewards = rewardIncome((await inDollars(call)).events, isTaxed);
    const cash = [...paid.cash, ...rewards.cash, ...bills.cash];
    const stated_qualified = profile.qualified_dividends;
    const income = ledgerIncome({ year, cash, lots, as_of: today, stated_qualified });
    const boxes = await boxRules(call);
    const forms = await matchForms(call, {
      lots,
      year_end_prices: yearEndPrices,
      as_of: today,
      wash: washRules(profile),
      ...boxes,
    });
    const reported = new Map([...forms.values()].flatMap((matched) => [...matched.reported]));
    const { time_zone, exception } = await zoneOfTax(call);
    const rateDay = await settingOf(call, 'tax.fx_day');
    return {
      profile,
      lots,
      families,
      yearEndPrices,
      boxes: { ...boxes, ...(reported.size > 0 && { reported }) },
      forms,
      cash,
      today,
      time_zone,
      convention: `Lot by lot, net of costs, at the rate of the ${rateDay} day.${exception}`,
      problems: [
        ...missing,
        ...(await unnamedInstruments(call, year)),
        ...problems,
        ...(await unsaidBoxes(call, lots, year)),
        ...formProblems(forms.get(year), year),
        ...paid.problems,
        ...rewards.problems,
        ...bills.problems,
        ...income.problems,
        ...(await notCovered(call, { lots, year, isTaxed })),
      ],
    };
  });
}

/** The lots as each year's profile books its sales: what an earlier return stated stands. */
async function lotsBy(call: Call, profile: Profile) {
  const choices = await call.db.selectFrom('lot_choices').selectAll().execute();
  const chosen = Object.fromEntries(choices.map((row) => [row.sell_exec_id, JSON.parse(row.buy_exec_ids) as string[]]));
  // Named lots come first and the rest in order: that is what specific_id does.
  const naming = (method: Profile['default_cost_basis']) =>
    method === 'fifo' && choices.length > 0 ? ('specific_id' as const) : method;
  const profiles = await profilesOf(call.db);
  const method = naming('fifo');
  // Only years that differ: then the lots of two years without a word on it are the same ones.
  const different = [...profiles, profile]
    .map(({ tax_year, default_cost_basis }) => [tax_year, naming(default_cost_basis)] as const)
    .filter(([, own]) => own !== method);
  return lotsWith(call, profile, {
    method,
    ...(different.length > 0 && { methods_by_year: Object.fromEntries(different) }),
    ...(choices.length > 0 && { chosen_lots: chosen }),
  });
}

/** First in, first out, whatever was chosen: what choosing is measured against. */
export function fifoLots(call: Call, profile: Profile) {
  return lotsWith(call, profile, { method: 'fifo' });
}

function lotsWith(call: Call, profile: Profile, booking: Booking): Promise<BookedLots> {
  return bookedLots(call, {
    ...booking,
    section_475: profile.section_475_elected,
    ...(profile.section_1256_roots !== null && { section_1256_roots: profile.section_1256_roots }),
  });
}

function addDollars(...amounts: readonly number[]): number {
  return roundToCents(sumOf(amounts.map((amount) => parseAmount(amount) ?? NO_AMOUNT)));
}

/** The parts most questions hand to the domain. */
export function inputOf(records: TaxRecords, accountId?: string) {
  const { profile, lots, yearEndPrices, today } = records;
  const { shown, elsewhere } = incomeOf(records, accountId);
  return {
    ...taxpayer(profile),
    qualifiedDividends: addDollars(elsewhere, shown.qualified_dividends),
    otherIncome: addDollars(shown.other_dividends, shown.interest, shown.rewards, shown.section_988),
    lots,
    year_end_prices: yearEndPrices,
    as_of: today,
    wash: washRules(profile),
    collectibles: profile.collectibles ?? METAL_TRUSTS,
    ...records.boxes,
    ...(accountId !== undefined && { account_id: accountId }),
  };
}

/** The book of a year, after the account asked about has been looked up. */
export async function askedTaxRecords(
  call: Call,
  asked: { tax_year?: number | undefined; account_id?: string | undefined },
): Promise<TaxRecords> {
  if (asked.account_id !== undefined) await mustHaveAccount(call.db, asked.account_id);
  return taxRecords(call, asked.tax_year ?? (await thisYear(call)));
}

/** Tax sees legs, in dollars, by years; an answer about another time names it. */
function basisOf({ profile, time_zone, convention }: Pick<TaxRecords, 'profile' | 'time_zone' | 'convention'>) {
  return { unit: 'leg', currency: DOLLARS, period: String(profile.tax_year), time_zone, convention };
}

/** The payload at the top and under `data`, with what its figures are of, the disclaimer and the moment. */
export function answer<T extends { readonly problems: readonly Problem[] }>(
  call: Call,
  records: Pick<TaxRecords, 'problems' | 'profile' | 'time_zone' | 'convention'>,
  payload: T,
) {
  const { problems: own, ...figures } = { ...basisOf(records), ...payload };
  const problems = [...records.problems, ...own].map(({ code, message, ids }) => ({
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
