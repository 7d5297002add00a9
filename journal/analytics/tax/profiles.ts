// One profile per year: who is taxed, and what besides the trades decides what a gain costs.
import { contract, type HandlerInput } from '@zorivest/contract';
import type { TaxProfile, WashSaleOptions } from '@zorivest/domain';
import { type Call, conflict, type Db, notFound, route, withoutUndefined } from '@zorivest/store';
import { type Profile, profileColumns } from './columns.ts';
import { thisYear } from './zones.ts';

const blank: Omit<Profile, 'tax_year'> = {
  filing_status: 'single',
  state_tax_rate: 0,
  state: null,
  agi_estimate: 0,
  qualified_dividends: 0,
  aged_or_blind: 0,
  withholding: 0,
  prior_year_tax: null,
  prior_year_agi: null,
  capital_loss_carryforward: 0,
  long_carryforward: 0,
  wash_sale_method: 'conservative',
  default_cost_basis: 'fifo',
  include_drip_wash_detection: true,
  include_spousal_accounts: true,
  section_475_elected: false,
  state_brackets: null,
  state_deduction: 0,
  section_1256_roots: null,
  collectibles: null,
  section_988: 'ordinary',
  year_end_prices: {},
};

async function find(db: Db, year: number): Promise<Profile | null> {
  const row = await db.selectFrom('tax_profiles').selectAll().where('tax_year', '=', year).executeTakeFirst();
  return row === undefined ? null : profileColumns.show(row);
}

/** Newest year first. */
export async function profilesOf(db: Db): Promise<Profile[]> {
  return (await db.selectFrom('tax_profiles').selectAll().orderBy('tax_year', 'desc').execute()).map((row) =>
    profileColumns.show(row),
  );
}

async function mustFind(db: Db, year: number): Promise<Profile> {
  const profile = await find(db, year);
  if (profile === null) throw notFound('tax profile for', year);
  return profile;
}

/** The year's profile, or a blank one and `known: false`: figures then say what they assume. */
export async function profileOf(db: Db, year: number): Promise<{ profile: Profile; known: boolean }> {
  const profile = await find(db, year);
  return { profile: profile ?? { ...blank, tax_year: year }, known: profile !== null };
}

/** A rate of 0 is what a new profile starts with: with a state it says nothing about that state's tax. */
function stateOf({ state, state_brackets, state_tax_rate, state_deduction }: Profile): Pick<TaxProfile, 'state'> {
  if (state_brackets !== null) return { state: { brackets: state_brackets, deduction: state_deduction } };
  if (state_tax_rate > 0) return { state: { flat: state_tax_rate, deduction: state_deduction } };
  return state === null ? {} : { state: { named: state } };
}

/** As the domain takes it. */
export function taxpayer(profile: Profile): TaxProfile {
  return {
    year: profile.tax_year,
    status: profile.filing_status,
    wages: profile.agi_estimate,
    qualifiedDividends: profile.qualified_dividends,
    shortCarryforward: profile.capital_loss_carryforward,
    longCarryforward: profile.long_carryforward,
    agedOrBlind: profile.aged_or_blind,
    ...stateOf(profile),
  };
}

export function washRules(profile: Profile): WashSaleOptions {
  const conservative = profile.wash_sale_method === 'conservative';
  return {
    spouse: profile.include_spousal_accounts,
    reinvested: profile.include_drip_wash_detection,
    options_replace_stock: conservative,
    option_series: conservative ? 'same_underlying' : 'exact',
  };
}

type Change = HandlerInput<typeof contract.taxProfiles.update>['body'];

/** The first change of a year makes its profile. */
function changeProfile(call: Call, year: number, change: Change): Promise<Profile> {
  return call.write(async ({ db, audit }) => {
    const { profile: before, known } = await profileOf(db, year);
    const after: Profile = { ...before, ...withoutUndefined(change) };
    const row = profileColumns.store(after);
    await db
      .insertInto('tax_profiles')
      .values(row)
      .onConflict((one) => one.column('tax_year').doUpdateSet(row))
      .execute();
    audit({ resource: 'tax_profile', id: after.tax_year, ...(known && { before }), after });
    return after;
  });
}

export const taxProfileRoutes = [
  route(contract.taxProfiles.list, (_, { db }) => profilesOf(db)),
  route(contract.taxProfiles.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      if ((await find(db, body.tax_year)) !== null)
        throw conflict(`there is a tax profile for ${body.tax_year} already; change it with PUT`);
      const profile: Profile = { ...blank, ...withoutUndefined(body) };
      await db.insertInto('tax_profiles').values(profileColumns.store(profile)).execute();
      audit({ resource: 'tax_profile', id: profile.tax_year, after: profile });
      return profile;
    }),
  ),
  route(contract.taxProfiles.get, ({ params }, { db }) => mustFind(db, params.year)),
  route(contract.taxProfiles.update, ({ params, body }, call) => changeProfile(call, params.year, body)),
  route(contract.taxProfiles.current, async (_, call) => (await profileOf(call.db, await thisYear(call))).profile),
  route(contract.taxProfiles.updateCurrent, async ({ body }, call) => changeProfile(call, await thisYear(call), body)),
  route(contract.taxProfiles.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await mustFind(db, params.year);
      await db.deleteFrom('tax_profiles').where('tax_year', '=', params.year).execute();
      audit({ resource: 'tax_profile', id: params.year, before });
    }),
  ),
] as const;
