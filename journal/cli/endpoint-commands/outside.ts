// Who the journal talks to outside: mail, brokers, providers. Secrets come from the prompt or stdin, never from options.
import { UserError } from '../output.ts';
import { accountMap, readMapping } from './accounts-named.ts';
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { field, listOf } from './fields.ts';
import { tabulate } from './show.ts';

const outcome = ({ success, message }: { success: boolean; message: string }) =>
  success ? `It works: ${message}` : `It does not work: ${message}`;

type Broker = Answer<'brokers.list'>[number];

function statusOf({ last_run, progress, ...broker }: Broker) {
  return {
    ...broker,
    changed:
      last_run === null
        ? null
        : `${last_run.imported} fills, ${last_run.cash_imported} payments, ${last_run.events_imported} events`,
    holds: last_run === null ? null : describeReconciliation(last_run.reconciliation),
    running: progress === null ? null : `${progress.pages} pages, ${progress.rows} rows`,
  };
}

type Reconciliation = NonNullable<Broker['last_run']>['reconciliation'];

/** Whether the book has what the broker says it holds. */
function describeReconciliation(accounts: Reconciliation): string {
  if (accounts.length === 0) return 'not stated';
  return accounts
    .map(({ account_id, date, status, open, checked }) =>
      status === 'open'
        ? `${account_id}: ${open} of ${checked} figures differ (${date})`
        : `${account_id}: as the broker says (${date})`,
    )
    .join('; ');
}

type SyncResult = Answer<'brokers.sync'>;

function sayWhen(brokerId: string, schedule: string): string {
  if (schedule === 'off') return `\`zorivest broker sync ${brokerId}\` fetches them.`;
  return schedule === 'after_close'
    ? "It is synced automatically after New York's close."
    : `It is synced automatically every ${schedule.slice(0, -1)} hours.`;
}

const FATES = ['trades', 'events', 'cash', 'known', 'changed', 'asked', 'unreadable'] as const;

/** Every row that came, once, and what needs the person. */
function describeSync({ broker_id, status, rows, errors, warnings, run_id, reconciliation }: SyncResult): string {
  const open = rows.asked + rows.unreadable;
  const done =
    status === 'partial'
      ? 'stopped before its end'
      : open === 0
        ? 'done'
        : open === 1
          ? 'done, 1 row needs you'
          : `done, ${open} rows need you`;
  const fates = FATES.filter((name) => rows[name] > 0).map((name) => `${rows[name]} ${name}`);
  return [
    `${broker_id}: ${done}. ${rows.read} rows${fates.length === 0 ? '' : `: ${fates.join(', ')}`} (run ${run_id})`,
    ...rows.left_out.map(({ count, reason }) => `  ${count} left out: ${reason}`),
    ...errors.map(({ row, message }) => `  row ${row}: ${message}`),
    ...warnings.map((text) => `  ${text}`),
    ...reconciliation.flatMap(describeHeld),
  ].join('\n');
}

/** The broker's holdings compared with the book: one line where they agree, else each difference with its cause. */
function describeHeld(held: SyncResult['reconciliation'][number]): string[] {
  const { account_id, checked, differences } = held;
  const same = `  ${account_id}: all ${checked} figures the broker states agree with the book`;
  if (differences.length === 0) return checked === 0 ? [] : [same];
  return [
    `  ${account_id}: ${held.open} of the ${checked} figures the broker states differ from the book`,
    ...differences.flatMap(({ kind, subject, stated, book, cause, act, open }) => [
      `    ${open ? '' : 'explained: '}${kind} ${subject}: broker ${stated}, book ${book ?? 'none'}. ${cause ?? ''}`,
      ...(act === null || !open ? [] : [`      ${act}`]),
    ]),
  ];
}

export const outside: readonly CommandSpec[] = [
  command('mail.update', {
    name: 'mail set',
    summary: 'the mail server reports are sent through (stdin: the passphrase, then the password, a line each)',
    example: 'zorivest mail set --provider-preset gmail --username me@example.com --from-email me@example.com',
    without: ['password'],
    perform: async (input, { ask, secret }) => {
      const password = await secret('Password of the mail server (empty keeps the old one)');
      return ask({ ...input, ...(password !== undefined && { password }) });
    },
    shown: () =>
      'Mail is set up; `zorivest mail test` tries it. The password is stored encrypted and never shown again.',
  }),
  command('mail.test', {
    name: 'mail test',
    summary: 'sign in to the mail server and sign out again',
    example: 'zorivest mail test',
    shown: outcome,
  }),
  command('brokers.list', {
    name: 'broker list',
    summary: 'brokers whose fills the journal can fetch',
    example: 'zorivest broker list --include-available',
    shown: (brokers) =>
      tabulate(
        brokers.map((one) => ({ ...one, supports: one.supports.join(' ') })),
        ['broker_id', 'name', 'environment', 'seen_live', 'supports', 'status', 'account_id', 'last_sync'],
      ),
  }),
  command('brokers.configure', {
    name: 'broker set',
    summary: 'set a broker up (stdin: the passphrase, then each credential, a line each; an empty one stays as it is)',
    example: 'zorivest broker set alpaca_paper --account main --schedule after_close',
    places: ['broker_id'],
    without: ['credentials'],
    also: () => [
      field('accounts', 'Where a login has several: each as the broker names it, = and an account of the book', {
        type: 'list',
      }),
    ],
    perform: async ({ accounts, ...input }, { client, ask, secret, say, json }) => {
      const mapping = listOf(accounts).reduce<Readonly<Record<string, string>>>(
        (before, text) => readMapping(text, before),
        {},
      );
      const known = await client.brokers.list({ query: { include_available: true } });
      const broker = known.find(({ broker_id }) => broker_id === input['broker_id']);
      if (!broker) {
        throw new UserError(
          `there is no broker ${String(input['broker_id'])}; one of ${known.map((one) => one.broker_id).join(', ')}`,
        );
      }
      if (broker.notice !== null && !json) say(broker.notice);
      const isNew = broker.status === 'not_configured';
      const credentials: Record<string, string> = {};
      for (const { name, description, optional } of broker.settings) {
        const value = (await secret(`${name} (${description}${optional ? '; may be left empty' : ''})`)) ?? '';
        if (value !== '') credentials[name] = value;
        else if (isNew && !optional)
          throw new UserError(
            `${name} is missing: stdin has one line for each of ${broker.settings.map((one) => one.name).join(', ')}, the passphrase first`,
          );
      }
      return ask({
        ...input,
        ...(Object.keys(credentials).length > 0 && { credentials }),
        ...(Object.keys(mapping).length > 0 && { accounts: accountMap(await client.accounts.list({}), mapping) }),
      });
    },
    shown: ({ broker_id, name, account_id, schedule, consent_url }) =>
      [
        `${name} is set up: its fills go to ${account_id}. ${sayWhen(broker_id, schedule)}`,
        ...(consent_url === null
          ? []
          : [
              `Give your consent in a browser: ${consent_url}`,
              `Then \`zorivest broker set ${broker_id}\` again, with the address the browser ended at.`,
            ]),
      ].join('\n'),
  }),
  command('brokers.sync', {
    name: 'broker sync',
    summary: 'fetch what is new from a broker',
    example: 'zorivest broker sync alpaca_paper',
    places: ['broker_id'],
    shown: describeSync,
  }),
  command('brokers.list', {
    name: 'broker status',
    summary:
      'when each broker was last synced and is synced next, what changed, whether the book agrees, running syncs',
    example: 'zorivest broker status',
    without: ['include_available'],
    shown: (brokers) =>
      tabulate(brokers.map(statusOf), [
        'broker_id',
        'status',
        'last_sync',
        'next_sync',
        'changed',
        'holds',
        'running',
        'consent_ends',
        'last_error',
      ]),
  }),
  command('brokers.cancel', {
    name: 'broker cancel',
    summary: 'stop a running sync; what it has fetched is stored',
    example: 'zorivest broker cancel alpaca_paper',
    places: ['broker_id'],
    shown: ({ broker_id, was_running }) =>
      was_running ? `The sync of ${broker_id} is being stopped.` : `No sync of ${broker_id} is running.`,
  }),
  command('market.providers', {
    name: 'provider list',
    summary: 'market-data providers and whether they are connected',
    example: 'zorivest provider list',
    shown: ['provider_name', 'display_name', 'is_enabled', 'has_api_key', 'needs_api_key', 'last_test_status', 'note'],
  }),
  command('market.configureProvider', {
    name: 'provider set',
    summary: 'give a market-data provider its API key (stdin: the passphrase, the key and the secret, a line each)',
    example: 'zorivest provider set finnhub',
    places: ['name'],
    without: ['api_key', 'api_secret', 'is_enabled'],
    also: () => [
      field('key', 'Leave the key as it is with --no-key', { type: 'flag' }),
      field('secret', 'It also has a secret', { type: 'flag' }),
      field('enable', 'Use it from now on', { type: 'flag' }),
      field('disable', 'Do not use it', { type: 'flag' }),
    ],
    perform: async ({ key, secret: hasSecret, enable, disable, ...input }, { ask, secret }) => {
      const askFor = async (label: string) => {
        const value = await secret(label);
        if (value === undefined)
          throw new UserError(`${label} is missing: stdin has one line for each, the passphrase first`);
        return value;
      };
      const name = String(input['name']);
      return ask({
        ...input,
        ...(key !== false && { api_key: await askFor(`API key of ${name}`) }),
        ...(hasSecret === true && { api_secret: await askFor(`API secret of ${name}`) }),
        ...((enable === true || disable === true) && { is_enabled: enable === true }),
      });
    },
    shown: (_, { name, key }) =>
      key === false
        ? `${String(name)} is set.`
        : `${String(name)} is set; the key is stored encrypted and never shown again.`,
  }),
  command('market.testProvider', {
    name: 'provider test',
    summary: 'test a provider with one real request',
    example: 'zorivest provider test finnhub',
    places: ['name'],
    shown: outcome,
  }),
];
