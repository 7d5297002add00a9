// The `zorivest` command.
import { roles, type Role } from '@zorivest/contract';
import { Argument, Command, CommanderError, Option } from 'commander';
import manifest from './package.json' with { type: 'json' };
import { backup, restore } from './commands/backup.ts';
import { completion } from './commands/completion.ts';
import { connectClient } from './commands/connect.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { init } from './commands/init.ts';
import { createKey, listKeys, revokeKey } from './commands/keys.ts';
import { approvePolicy, setProvider, type ProviderOptions } from './commands/person.ts';
import { mcp } from './commands/mcp.ts';
import { quickstart } from './commands/quickstart.ts';
import { changePassphrase, rekey } from './commands/secrets.ts';
import { up } from './commands/up.ts';
import { clients } from './connect/clients.ts';
import { findHome, portFrom } from './home.ts';
import { complain, explain, sayJson } from './output.ts';

interface Common {
  readonly home?: string;
  readonly json: boolean;
}

interface Ports {
  readonly apiPort?: string;
  readonly mcpPort?: string;
}

const apiPort = ({ apiPort: given }: Ports) => portFrom(given, 'ZORIVEST_API_PORT', 8765);
const mcpPort = ({ mcpPort: given }: Ports) => portFrom(given, 'ZORIVEST_MCP_PORT', 8766);

export function createProgram(): Command {
  const program = new Command('zorivest')
    .description('Your trading journal, on your own machine, for you and your assistant.')
    .version(manifest.version)
    .configureHelp({ showGlobalOptions: true })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', '\nExample:\n  zorivest init && zorivest up');

  /** A sub-command with the options they all have and an example at the end of its help. */
  const command = (parent: Command, name: string, summary: string, example: string) =>
    parent
      .command(name)
      .description(summary)
      .exitOverride()
      .option('--home <folder>', 'where the book is (ZORIVEST_HOME)')
      .option('--json', 'for machines: one JSON document', false)
      .addHelpText('after', `\nExample:\n  ${example}`);
  const withPorts = (sub: Command) =>
    sub
      .option('--api-port <port>', 'port of the API (ZORIVEST_API_PORT, 8765)')
      .option('--mcp-port <port>', 'port of the MCP server (ZORIVEST_MCP_PORT, 8766)');

  command(program, 'init', 'make a new book', 'echo "$PASSPHRASE" | zorivest init --json').action((options: Common) =>
    init(findHome(options.home), options),
  );
  withPorts(command(program, 'up', 'run the API and the MCP server until stopped', 'zorivest up')).action(
    (options: Common & Ports) =>
      up(findHome(options.home), { json: options.json, apiPort: apiPort(options), mcpPort: mcpPort(options) }),
  );
  withPorts(
    command(
      program,
      'quickstart',
      'a book with a demo year, made if need be, and running',
      'zorivest quickstart --home var/zorivest',
    ),
  ).action((options: Common & Ports) =>
    quickstart(findHome(options.home), { json: options.json, apiPort: apiPort(options), mcpPort: mcpPort(options) }),
  );
  command(program, 'demo', 'fill an empty book with a realistic year', 'zorivest demo --seed 7')
    .option('--seed <number>', 'the same seed makes the same year', '1')
    .option('--until <date>', 'the last day of the year (today)')
    .action((options: Common & { seed: string; until?: string }) => demo(findHome(options.home), options));

  const keys = program.command('keys').description('API keys: one for each assistant').exitOverride();
  command(keys, 'list', 'every key, masked', 'zorivest keys list').action((options: Common) =>
    listKeys(findHome(options.home), options),
  );
  command(keys, 'create', 'make a key; it is shown once', 'zorivest keys create --name cursor --role read-write')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--role <role>', 'what it may do').choices(roles).default('read-only'))
    .option('--expires <duration>', 'such as 12h, 90d or 1y (never)')
    .action((options: Common & { name: string; role: Role; expires?: string }) =>
      createKey(findHome(options.home), options),
    );
  command(keys, 'revoke', 'end a key at once', 'zorivest keys revoke key_1a2b3c4d')
    .argument('<key_id>')
    .action((keyId: string, options: Common) => revokeKey(findHome(options.home), keyId, options));

  command(program, 'backup', 'make, list or check backups', 'zorivest backup')
    .option('--list', 'the backups there are')
    .option('--verify <file>', 'is this backup whole')
    .option('--verify-all', 'look at every backup; names the damaged ones')
    .action((options: Common & { list?: boolean; verify?: string; verifyAll?: boolean }) =>
      backup(findHome(options.home), options),
    );
  command(program, 'restore', 'bring a backup back', 'zorivest restore zorivest-backup-2026-01-31-180000.zvbak')
    .argument('<file>')
    .action((file: string, options: Common) => restore(findHome(options.home), file, options));
  command(
    program,
    'passphrase',
    'change the passphrase; stop the service first',
    'printf "%s\\n%s\\n" "$OLD" "$NEW" | zorivest passphrase --json',
  ).action((options: Common) => changePassphrase(findHome(options.home), options));
  command(
    program,
    'rekey',
    'encrypt the book anew; stop the service first',
    'echo "$PASSPHRASE" | zorivest rekey --json',
  ).action((options: Common) => rekey(findHome(options.home), options));
  command(program, 'doctor', 'what is wrong and how to mend it', 'zorivest doctor').action((options: Common) =>
    doctor(findHome(options.home), options),
  );

  const policies = program.command('policies').description('scheduled pipelines').exitOverride();
  command(policies, 'approve', 'allow a pipeline to run as it stands', 'zorivest policies approve <policy_id>')
    .argument('<policy_id>')
    .action((policyId: string, options: Common) => approvePolicy(findHome(options.home), policyId, options));
  const providers = program.command('providers').description('market-data providers').exitOverride();
  command(
    providers,
    'set',
    "give a provider's API key",
    'zorivest providers set finnhub   (from a pipe: the passphrase, the key and the secret, a line each)',
  )
    .argument('<name>')
    .option('--secret', 'it also has a secret')
    .option('--no-key', 'leave the key as it is')
    .option('--enable', 'use it from now on')
    .option('--disable', 'do not use it')
    .action((name: string, options: Common & ProviderOptions) => setProvider(findHome(options.home), name, options));

  withPorts(command(program, 'connect', "write a client's MCP configuration", 'zorivest connect cursor'))
    .addArgument(new Argument('<client>').choices(Object.keys(clients)))
    .option('--print', 'only show the entry', false)
    .option('--dry-run', 'check the file, show what it would get, and change nothing', false)
    .option('--undo', 'take the entry out again', false)
    .option('--key <key>', 'use this API key instead of making one')
    .action(
      (name: string, options: Common & Ports & { print: boolean; dryRun: boolean; undo: boolean; key?: string }) =>
        connectClient(findHome(options.home), name, {
          json: options.json,
          print: options.print,
          dryRun: options.dryRun,
          undo: options.undo,
          ...(options.key !== undefined && { key: options.key }),
          apiPort: apiPort(options),
          mcpPort: mcpPort(options),
        }),
    );
  program
    .command('mcp')
    .description('the MCP server alone, as a client starts it')
    .argument('[options...]', 'those of zorivest-mcp')
    .addHelpText('after', '\nExample:\n  zorivest mcp --toolsets trade-analytics,tax')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .exitOverride()
    .action((options: string[]) => mcp(options));
  program
    .command('completion')
    .description('a completion script for your shell')
    .exitOverride()
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', '\nExample:\n  source <(zorivest completion bash)')
    .action((shell: string) => completion(program, shell));
  return program;
}

export async function main(argv: readonly string[]): Promise<void> {
  process.umask(0o077);
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    if (argv.includes('--json')) sayJson({ error: explain(error) });
    complain(`zorivest: ${explain(error)}`);
    process.exitCode = 1;
  }
}
