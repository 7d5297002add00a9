// Who the journal talks to outside: mail, brokers, providers. Secrets come from the prompt or stdin, never from options.
import { UserError } from '../output.ts';
import type { Act } from './act.ts';
import { field } from './fields.ts';

const outcome = ({ success, message }: { success: boolean; message: string }) =>
  success ? `It works: ${message}` : `It does not work: ${message}`;

export const outside: readonly Act[] = [
  {
    name: 'mail set',
    summary: 'the mail server reports are sent through (stdin: the passphrase, then the password, a line each)',
    example: 'zorivest mail set --provider-preset gmail --username me@example.com --from-email me@example.com',
    endpoint: 'mail.update',
    without: ['password'],
    perform: async (input, { ask, secret }) => {
      const password = await secret('Password of the mail server (empty keeps the old one)');
      return ask({ ...input, ...(password !== undefined && { password }) });
    },
    shown: () =>
      'Mail is set up; `zorivest mail test` tries it. The password is stored encrypted and never shown again.',
  },
  {
    name: 'mail test',
    summary: 'sign in to the mail server and sign out again',
    example: 'zorivest mail test',
    endpoint: 'mail.test',
    shown: outcome,
  },
  {
    name: 'broker list',
    summary: 'brokers the journal can fetch fills from',
    example: 'zorivest broker list --include-available',
    endpoint: 'brokers.list',
    shown: ['broker_id', 'name', 'environment', 'status', 'account_id', 'last_sync', 'last_error'],
  },
  {
    name: 'broker set',
    summary: 'set a broker up (stdin: the passphrase, then each credential, a line each)',
    example: 'zorivest broker set alpaca_paper --account main',
    endpoint: 'brokers.configure',
    places: ['broker_id'],
    without: ['credentials'],
    perform: async (input, { client, ask, secret }) => {
      const known = await client.brokers.list({ query: { include_available: true } });
      const broker = known.find(({ broker_id }) => broker_id === input['broker_id']);
      if (!broker) {
        throw new UserError(
          `there is no broker ${String(input['broker_id'])}; one of ${known.map((one) => one.broker_id).join(', ')}`,
        );
      }
      const credentials: Record<string, string> = {};
      for (const { name, description } of broker.settings) {
        const value = await secret(`${name} (${description})`);
        if (value === undefined)
          throw new UserError(
            `${name} is missing: stdin has one line for each of ${broker.settings.map((one) => one.name).join(', ')}, the passphrase first`,
          );
        credentials[name] = value;
      }
      return ask({ ...input, credentials });
    },
    shown: ({ name, account_id }: { name: string; account_id: string }) =>
      `${name} is set up: its fills go to ${account_id}. \`zorivest broker sync\` fetches them.`,
  },
  {
    name: 'broker sync',
    summary: 'fetch new fills from a broker',
    example: 'zorivest broker sync alpaca_paper',
    endpoint: 'brokers.sync',
    places: ['broker_id'],
    shown: ['status', 'imported', 'cash_imported', 'duplicates_skipped', 'updated', 'warnings', 'run_id'],
  },
  {
    name: 'provider list',
    summary: 'market-data providers and whether they are connected',
    example: 'zorivest provider list',
    endpoint: 'market.providers',
    shown: ['provider_name', 'display_name', 'is_enabled', 'has_api_key', 'needs_api_key', 'last_test_status', 'note'],
  },
  {
    name: 'provider set',
    summary: 'give a market-data provider its API key (stdin: the passphrase, the key and the secret, a line each)',
    example: 'zorivest provider set finnhub',
    endpoint: 'market.configureProvider',
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
    shown: (_: unknown, { name, key }) =>
      key === false
        ? `${String(name)} is set.`
        : `${String(name)} is set; the key is stored encrypted and never shown again.`,
  },
  {
    name: 'provider test',
    summary: 'try a provider with one real call',
    example: 'zorivest provider test finnhub',
    endpoint: 'market.testProvider',
    places: ['name'],
    shown: outcome,
  },
];
