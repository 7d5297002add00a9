// Saved mappings of columns, for the files of brokers and banks that no format knows.
import type { ClientOutput, contract } from '@zorivest/contract';
import type { BankMapping, ImportProfile } from '@zorivest/imports';
import { type Call, type Db, notFound, withoutUndefined } from '@zorivest/store';

/** As the contract let them in, by whose files they are for. */
interface Profiles {
  broker: Omit<ClientOutput<typeof contract.imports.saveProfile>, 'name'>;
  bank: Omit<ClientOutput<typeof contract.banking.saveProfile>, 'name'>;
}

export async function listProfiles<K extends keyof Profiles>(db: Db, kind: K) {
  const rows = await db.selectFrom('import_profiles').selectAll().where('kind', '=', kind).orderBy('name').execute();
  return rows.map(({ name, profile }) => ({ name, ...(JSON.parse(profile) as Profiles[K]) }));
}

export function saveProfile<K extends keyof Profiles>(call: Call, kind: K, name: string, profile: Profiles[K]) {
  return call.write(async ({ db, audit }) => {
    const row = { profile: JSON.stringify(profile), updated_at: call.now().toISOString() };
    await db
      .insertInto('import_profiles')
      .values({ kind, name, ...row })
      .onConflict((clash) => clash.columns(['kind', 'name']).doUpdateSet(row))
      .execute();
    audit({ resource: 'import_profile', id: name, after: { kind, ...profile } });
    return { name, ...profile };
  });
}

export function removeProfile(call: Call, kind: keyof Profiles, name: string): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const gone = await db
      .deleteFrom('import_profiles')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw notFound(`${kind} profile`, name);
    audit({ resource: 'import_profile', id: name, before: { kind } });
  });
}

async function findProfile<K extends keyof Profiles>(db: Db, kind: K, name: string): Promise<Profiles[K]> {
  const row = await db
    .selectFrom('import_profiles')
    .select('profile')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw notFound(`${kind} profile`, name);
  return JSON.parse(row.profile) as Profiles[K];
}

export async function brokerProfile(db: Db, name: string): Promise<ImportProfile> {
  const { columns, costs, signed_quantity, decimal_mark, date_order, ...rest } = await findProfile(db, 'broker', name);
  const { side_words, asset_class, currency, time_zone } = rest;
  return {
    name,
    columns,
    costs,
    signedQuantity: signed_quantity,
    decimalMark: decimal_mark,
    dateOrder: date_order,
    ...withoutUndefined({ sideWords: side_words, assetClass: asset_class, currency, timeZone: time_zone }),
  };
}

export async function bankProfile(db: Db, name: string): Promise<BankMapping> {
  const { columns, kind, invert_sign, decimal_mark, date_order, currency } = await findProfile(db, 'bank', name);
  return {
    name,
    columns: withoutUndefined(columns),
    kind,
    invert: invert_sign,
    ...withoutUndefined({ decimalMark: decimal_mark, dateOrder: date_order, currency }),
  };
}
