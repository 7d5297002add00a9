import { readFileSync } from 'node:fs';
import type { ClientMode, ConfirmationDemand, Layout, OperatorConfig } from '@zorivest/kernel';
import { z } from 'zod';
import type { SignIn } from '../session/sign-in.ts';

/** What the command line, the environment and the configuration file say together. */
export interface CliOptions {
  readonly command: 'serve' | 'list-tools' | 'list-views' | 'help' | 'version';
  readonly transport: 'stdio' | 'http';
  readonly port: number;
  readonly apiUrl: string;
  readonly apiKey: string | undefined;
  /** Where a key that the person gives with a click is put; used over stdio, without one in the environment. */
  readonly home: string | undefined;
  /** For a server that is exposed on purpose. */
  readonly auth: SignIn | undefined;
  readonly confirm: ConfirmationDemand;
  readonly operator: OperatorConfig;
  /** For `--list-tools`: which client, and whether as of the stateless era. */
  readonly as: string;
  readonly json: boolean;
}

const DEFAULT_PORT = 8766;
const DEFAULT_API = 'http://127.0.0.1:8765';
const CONFIRMATIONS: readonly ConfirmationDemand[] = ['auto', 'person', 'app', 'token', 'block'];

export const HELP = `zorivest-mcp: your trading journal for the assistant in your IDE

Usage
  zorivest-mcp                          speak MCP over stdio (the key comes from ZORIVEST_API_KEY)
  zorivest-mcp --http [--port ${DEFAULT_PORT}]     serve MCP at http://127.0.0.1:${DEFAULT_PORT}/mcp
  zorivest-mcp --list-tools --as cursor show what a client would see, and why
  zorivest-mcp --list-views             show which tools' answers are drawn in clients that show pages

Options
  --api-url URL        the Zorivest service (ZORIVEST_API_URL, default ${DEFAULT_API})
  --home FOLDER        over stdio without a key: ask the person of this book for one, by a card in the app
  --toolsets a,b|all   toolsets to show instead of the defaults; core and discovery always are
  --layout LAYOUT      discrete, composite, dispatch or auto
  --public-url URL     with --http: the https address at which others reach this server through your own proxy
  --issuer URL         with --public-url: whose OIDC tokens are taken (scopes journal:read, journal:ask); they read
                       with the key in ZORIVEST_API_KEY, and every write of theirs waits for you
  --audience NAME      the audience of those tokens; default: the public address
  --read-only          offer nothing that changes data, except the emergency tools
  --as NAME            with --list-tools: a client's name, or "modern" for the stateless era
  --json               with --list-tools: the list as it is sent to clients; with --list-views: one array
  --help, --version

Environment
  ZORIVEST_API_KEY         the API key (zrv_sk_…) for stdio; over HTTP each request sends its own
  ZORIVEST_CLIENT_MODE     anthropic, dynamic or static, instead of what is detected
  ZORIVEST_CONFIRM         ${CONFIRMATIONS.join(', ')}: what a destructive tool needs before it runs
  ZORIVEST_IMPORT_ROOTS    folders that files may be imported from, instead of your home and the working folder
  ZORIVEST_TOOLSET_CONFIG  a toolset-config.json with defaultToolsets and clientOverrides

Example
  ZORIVEST_API_KEY=zrv_sk_… zorivest-mcp --toolsets trade-analytics,tax --read-only
`;

/** Printed in the terminal; the process ends with exit code 2. */
export class UsageError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;

export async function readOptions(argv: readonly string[], env: Env): Promise<CliOptions> {
  const values = await parse(argv);
  const command = COMMANDS.find(([flag]) => values[flag])?.[1] ?? 'serve';
  const file = env.ZORIVEST_TOOLSET_CONFIG ? readToolsetConfig(env.ZORIVEST_TOOLSET_CONFIG) : {};
  const mode = oneOf<ClientMode>('ZORIVEST_CLIENT_MODE', env.ZORIVEST_CLIENT_MODE, ['anthropic', 'dynamic', 'static']);
  const layout = oneOf<Layout | 'auto'>('--layout', values.layout, ['discrete', 'composite', 'dispatch', 'auto']);
  const toolsets = values.toolsets === undefined ? undefined : toolsetList(values.toolsets);
  return {
    command,
    transport: values.http ? 'http' : 'stdio',
    port: portOf(values.port ?? env.ZORIVEST_MCP_PORT),
    apiUrl: urlOf(values.apiUrl ?? env.ZORIVEST_API_URL ?? DEFAULT_API),
    apiKey: env.ZORIVEST_API_KEY || undefined,
    home: values.home,
    auth: signInOf(values, env),
    confirm: oneOf<ConfirmationDemand>('ZORIVEST_CONFIRM', env.ZORIVEST_CONFIRM, CONFIRMATIONS) ?? 'auto',
    operator: {
      ...file,
      ...(mode ? { mode } : {}),
      ...(layout ? { layout } : {}),
      ...(toolsets ? { toolsets } : {}),
      ...(values.readOnly ? { readOnly: true } : {}),
    },
    as: values.as ?? 'claude-code',
    json: values.json ?? false,
  };
}

interface Flags {
  readonly http?: boolean;
  readonly port?: string;
  readonly apiUrl?: string;
  readonly home?: string;
  readonly publicUrl?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly toolsets?: string;
  readonly layout?: string;
  readonly readOnly?: boolean;
  readonly listTools?: boolean;
  readonly listViews?: boolean;
  readonly as?: string;
  readonly json?: boolean;
  readonly help?: boolean;
  readonly version?: boolean;
}

/** Flags that stand for what is done instead of serving. */
const COMMANDS = [
  ['help', 'help'],
  ['version', 'version'],
  ['listTools', 'list-tools'],
  ['listViews', 'list-views'],
] as const;

async function parse(argv: readonly string[]): Promise<Flags> {
  // Clients start it without any: then there is nothing to load a parser for.
  if (argv.length === 0) return {};
  const { Command } = await import('commander');
  const program = new Command('zorivest-mcp')
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .allowExcessArguments(false)
    .option('--http')
    .option('--stdio')
    .option('--port <number>')
    .option('--api-url <url>')
    .option('--home <folder>')
    .option('--public-url <url>')
    .option('--issuer <url>')
    .option('--audience <name>')
    .option('--toolsets <names>')
    .option('--layout <layout>')
    .option('--read-only')
    .option('--list-tools')
    .option('--list-views')
    .option('--as <name>')
    .option('--json')
    .option('-h, --help')
    .option('-v, --version');
  try {
    return program.parse([...argv], { from: 'user' }).opts<Flags>();
  } catch (error) {
    const what = (error as Error).message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ');
    throw new UsageError(`${what}. See zorivest-mcp --help.`);
  }
}

function signInOf({ http, publicUrl, issuer, audience }: Flags, env: Env): SignIn | undefined {
  if (publicUrl === undefined) {
    if (issuer === undefined && audience === undefined) return undefined;
    throw new UsageError('--issuer and --audience need --public-url: the address that tokens are made for.');
  }
  if (http !== true) throw new UsageError('--public-url is of a server over HTTP: give --http, too.');
  if (issuer !== undefined && !env.ZORIVEST_API_KEY) {
    throw new UsageError('--issuer needs a key in ZORIVEST_API_KEY: people who sign in use the journal with it.');
  }
  return {
    resource: urlOf(publicUrl),
    ...(issuer === undefined ? {} : { issuer: urlOf(issuer) }),
    ...(audience === undefined ? {} : { audience }),
  };
}

function toolsetList(text: string): readonly string[] | 'all' {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('--toolsets needs at least one name, or "all".');
  return names.includes('all') ? 'all' : names;
}

function oneOf<T extends string>(where: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined || value === '') return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${where} is "${value}"; it can be ${allowed.join(', ')}.`);
  return found;
}

function portOf(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`"${text}" is not a port.`);
  return port;
}

function urlOf(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) {
    throw new UsageError(`"${text}" is not an address such as ${DEFAULT_API}.`);
  }
  return text;
}

const names = z.array(z.string());
const toolsetConfig = z.strictObject({
  defaultToolsets: names.optional(),
  clientOverrides: z.record(z.string(), names).optional(),
});

/** The file's own mistakes are named; the toolsets in it are checked with those of the flags. */
function readToolsetConfig(path: string): Pick<OperatorConfig, 'defaultToolsets' | 'clientOverrides'> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new UsageError(`${path} (ZORIVEST_TOOLSET_CONFIG) ${why}.`);
  }
  const parsed = toolsetConfig.safeParse(content);
  if (!parsed.success) throw new UsageError(`${path}: ${z.prettifyError(parsed.error)}`);
  const { defaultToolsets, clientOverrides } = parsed.data;
  return {
    ...(defaultToolsets ? { defaultToolsets } : {}),
    ...(clientOverrides ? { clientOverrides } : {}),
  };
}
