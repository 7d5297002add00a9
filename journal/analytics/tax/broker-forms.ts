// Brokers' Forms 1099-B and 1099-DA: stored as they state each sale, and compared with the book's sales of their year.
import {
  coinOf,
  type Form1099Row,
  type FormInput,
  type Lot,
  match1099,
  type Matched1099,
  type Problem,
} from '@zorivest/domain';
import type { Form1099 } from '@zorivest/vocabulary';
import { mustHaveAccount, type Register, registerOf } from '@zorivest/records';
import { type Call, notFound, shownTime } from '@zorivest/store';

/** What a file states of one sale; the book's account and name of it are found when it is compared. */
export interface StatedSale extends Omit<Form1099Row, 'form' | 'account_id' | 'instrument'> {
  readonly instrument?: string;
  readonly cusip?: string;
}

export interface NewForm {
  readonly account_id: string;
  readonly tax_year: number;
  readonly form: Form1099;
  readonly file_name: string | null;
  readonly sales: readonly StatedSale[];
}

/** A corrected form takes the place of the one before. */
export async function storeBrokerForm(
  call: Call,
  { sales, ...facts }: NewForm,
): Promise<{ id: number; replaced: boolean }> {
  await mustHaveAccount(call.db, facts.account_id);
  return call.write(async ({ db, audit }) => {
    const before = await db
      .selectFrom('broker_forms')
      .select('id')
      .where('account_id', '=', facts.account_id)
      .where('tax_year', '=', facts.tax_year)
      .where('form', '=', facts.form)
      .executeTakeFirst();
    if (before !== undefined) await db.deleteFrom('broker_forms').where('id', '=', before.id).execute();
    const { id } = await db
      .insertInto('broker_forms')
      .values({ ...facts, sales: JSON.stringify(sales), imported_at: call.now().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    audit({
      resource: 'broker_form',
      id: String(id),
      ...(before !== undefined && { before: { id: before.id } }),
      after: { id, ...facts, sales: sales.length },
    });
    return { id, replaced: before !== undefined };
  });
}

export async function forgetBrokerForm(call: Call, id: number): Promise<void> {
  await call.write(async ({ db, audit }) => {
    const before = await db.selectFrom('broker_forms').selectAll().where('id', '=', id).executeTakeFirst();
    if (before === undefined) throw notFound('form', String(id));
    await db.deleteFrom('broker_forms').where('id', '=', id).execute();
    const { sales, ...facts } = before;
    audit({ resource: 'broker_form', id: String(id), before: { ...facts, sales: listOf(sales).length } });
  });
}

/** Written by `storeBrokerForm`. */
function listOf(sales: string): StatedSale[] {
  return JSON.parse(sales) as StatedSale[];
}

export async function brokerForms({ db }: Pick<Call, 'db'>, year: number, accountId?: string) {
  const forms = await db.selectFrom('broker_forms').selectAll().where('tax_year', '=', year).orderBy('id').execute();
  return forms
    .filter(({ account_id }) => accountId === undefined || account_id === accountId)
    .map(({ id, sales, imported_at, ...form }) => ({
      form_id: id,
      ...form,
      sales: listOf(sales).length,
      imported_at: shownTime(imported_at),
    }));
}

/** Each year that has forms, compared with its sales. */
export async function matchForms(
  call: Call,
  input: Omit<FormInput, 'year'>,
): Promise<ReadonlyMap<number, Matched1099>> {
  const forms = await call.db.selectFrom('broker_forms').selectAll().orderBy('id').execute();
  if (forms.length === 0) return new Map();
  const register = await registerOf(call);
  const years = Map.groupBy(forms, ({ tax_year }) => tax_year);
  return new Map(
    [...years].map(([year, own]) => {
      const rows = own.flatMap(({ form, account_id, sales }) => {
        const nameOf = namesIn(input.lots, account_id, register);
        return listOf(sales).map((sale): Form1099Row => ({ ...sale, form, account_id, instrument: nameOf(sale) }));
      });
      return [year, match1099({ ...input, year }, rows)];
    }),
  );
}

/** What the book calls what a form names; null where nothing it sold in the account is called so. */
function namesIn(lots: readonly Lot[], account: string, register: Register): (sale: StatedSale) => string | null {
  const own = [...new Set(lots.filter((lot) => lot.account_id === account).map(({ symbol }) => symbol))];
  const symbols = new Set(own);
  const coins = new Map(
    lots.filter(({ treatment }) => treatment === 'digital_asset').map(({ symbol }) => [coinOf(symbol), symbol]),
  );
  const byId = new Map(own.map((symbol) => [register.idOf(symbol), symbol]));
  return ({ instrument, cusip, sold }) => {
    for (const name of [instrument, cusip]) {
      if (name === undefined) continue;
      if (symbols.has(name)) return name;
      const found = byId.get(register.idOf(name, sold)) ?? coins.get(name);
      if (found !== undefined && symbols.has(found)) return found;
    }
    return null;
  };
}

/** What a person has to look at before the forms can be filed. */
export function formProblems(matched: Matched1099 | undefined, year: number): Problem[] {
  const open = (matched?.differences ?? []).filter(
    ({ kind, taken }) => !taken && kind !== 'wash' && kind !== 'basis' && kind !== 'sold',
  );
  if (open.length === 0) return [];
  return [
    {
      code: 'form_1099_differs',
      message: `${open.length === 1 ? 'One sale' : `${open.length} sales`} of ${year} differ between the brokers’ Forms 1099 and the book: \`zorivest tax 1099 ${year}\`, or the app's page of the tax year, names each with its row.`,
      ids: open.flatMap(({ lot_ids }) => lot_ids),
    },
  ];
}
