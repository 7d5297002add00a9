// What a broker was set up with.
import type { Selectable } from 'kysely';
import { settingOf } from '@zorivest/records';
import {
  type Call,
  conflict,
  type Database,
  type Db,
  Fault,
  seal,
  sealedFor,
  type Sealer,
  unseal,
  type Unsealer,
} from '@zorivest/store';
import type { BrokerAdapter, Credentials } from './client/adapter.ts';
import { brokersFor } from './registry.ts';

export type Config = Selectable<Database['broker_configs']>;
export type Reading = Pick<Call, 'db' | 'results'>;

/** The broker of a demo book. */
export interface DemoParts {
  readonly demoBroker: BrokerAdapter;
}

export const listAdapters = async (call: Reading, { demoBroker }: DemoParts) =>
  brokersFor((await settingOf(call, 'book.demo')) === 'true' ? demoBroker : null);

export async function adapterOf(call: Reading, parts: DemoParts, brokerId: string): Promise<BrokerAdapter> {
  const brokers = await listAdapters(call, parts);
  const adapter = brokers.find(({ id }) => id === brokerId);
  if (!adapter)
    throw new Fault(
      404,
      `there is no broker ${JSON.stringify(brokerId)}; there are ${brokers.map(({ id }) => id).join(', ')}`,
    );
  return adapter;
}

export function configOf(db: Db, brokerId: string): Promise<Config | undefined> {
  return db.selectFrom('broker_configs').selectAll().where('broker_id', '=', brokerId).executeTakeFirst();
}

export async function requireConfig(db: Db, brokerId: string): Promise<Config> {
  const config = await configOf(db, brokerId);
  if (!config)
    throw conflict(
      `the broker ${brokerId} is not set up: give its credentials and account with \`zorivest broker set ${brokerId}\``,
    );
  return config;
}

/** Null when they cannot be opened: the book came from elsewhere without them. */
export function openCredentials(parts: Unsealer, adapter: BrokerAdapter, config: Config): Credentials | null {
  if (adapter.settings.length === 0) return {};
  const { broker_id, credentials } = config;
  const opened = credentials === null ? null : unseal(parts, sealedFor.brokerCredentials(broker_id), credentials);
  return opened === null ? null : (JSON.parse(opened) as Credentials); // sealed by the function below
}

export function sealCredentials(parts: Sealer, brokerId: string, credentials: Credentials): string {
  return seal(parts, sealedFor.brokerCredentials(brokerId), JSON.stringify(credentials));
}

/** A broker's message may repeat what was sent to it. */
export function withoutSecrets(text: string, { settings }: BrokerAdapter, credentials: Credentials): string {
  const open = new Set(settings.filter(({ secret }) => !secret).map(({ name }) => name));
  let clean = text;
  for (const [name, value] of Object.entries(credentials))
    if (!open.has(name) && value.length >= 4)
      for (const form of new Set([value, encodeURIComponent(value)])) clean = clean.replaceAll(form, '…');
  return clean;
}
