// What the boxes of Form 8949 follow: what each account's broker reports, and what was stated of single lots.
import type { BoxRules, Lot, Problem } from '@zorivest/domain';
import type { FormBox } from '@zorivest/vocabulary';
import { allAccounts, DOLLARS } from '@zorivest/records';
import type { Call } from '@zorivest/store';

/** What was stated of a lot wins over what is known of its account. */
export async function boxRules({ db }: Pick<Call, 'db'>): Promise<Omit<Required<BoxRules>, 'reported'>> {
  const accounts = await allAccounts(db);
  const stated = await db.selectFrom('lot_boxes').select(['lot_id', 'box']).execute();
  return {
    reports_basis: Object.fromEntries(
      accounts.flatMap(({ account_id, reports_basis }) =>
        reports_basis === null ? [] : [[account_id, reports_basis]],
      ),
    ),
    boxes: Object.fromEntries(stated.map(({ lot_id, box }) => [lot_id, box])),
  };
}

/** An account in other money is likely abroad, where no broker sends a Form 1099-B; it is asked and not guessed. */
export async function unsaidBoxes({ db }: Pick<Call, 'db'>, lots: readonly Lot[], year: number): Promise<Problem[]> {
  const abroad = (await allAccounts(db)).filter(
    ({ reports_basis, currency }) => reports_basis === null && currency !== DOLLARS,
  );
  if (abroad.length === 0) return [];
  const ids = new Set(abroad.map(({ account_id }) => account_id));
  const sold = new Set(
    lots
      .filter((lot) => (lot.side === 'short' ? lot.acquired : (lot.sold ?? '')).startsWith(`${year}-`))
      .map((lot) => lot.account_id ?? ''),
  );
  const asked = [...ids].filter((id) => sold.has(id));
  if (asked.length === 0) return [];
  const names = abroad.filter(({ account_id }) => sold.has(account_id)).map(({ name }) => name);
  return [
    {
      code: 'reports_basis_unsaid',
      message: `Sales in ${names.join(', ')} stand in boxes A and D of Form 8949, as if a broker of the United States had reported them. Say what is so in the app, under Accounts, or by \`zorivest account edit ${asked[0]} --reports-basis no_1099\`.`,
      ids: asked,
    },
  ];
}

export async function setBox(call: Call, lotId: string, box: FormBox | null): Promise<void> {
  await call.write(async ({ db, audit }) => {
    const before = await db.selectFrom('lot_boxes').select('box').where('lot_id', '=', lotId).executeTakeFirst();
    if (box === null) await db.deleteFrom('lot_boxes').where('lot_id', '=', lotId).execute();
    else {
      const row = { box, set_at: call.now().toISOString() };
      await db
        .insertInto('lot_boxes')
        .values({ lot_id: lotId, ...row })
        .onConflict((known) => known.column('lot_id').doUpdateSet(row))
        .execute();
    }
    audit({
      resource: 'tax_lot',
      id: lotId,
      ...(before !== undefined && { before: { lot_id: lotId, box: before.box } }),
      ...(box !== null && { after: { lot_id: lotId, box } }),
    });
  });
}
