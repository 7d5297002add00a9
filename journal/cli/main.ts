// The `zorivest` command.
import { accountTypes, roles, type Role } from '@zorivest/contract';
import { Argument, Command, CommanderError, Option } from 'commander';
import manifest from './package.json' with { type: 'json' };
import { NotAgreed } from './endpoint-commands/command-spec.ts';
import { commandSpecs, nouns } from './endpoint-commands/index.ts';
import { addCommandOptions, readInput } from './endpoint-commands/options.ts';
import { perform } from './endpoint-commands/run.ts';
import { backup, restore } from './commands/backup.ts';
import { completion } from './commands/completion.ts';
import { connectClient } from './commands/connect.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { readMapping } from './endpoint-commands/accounts-named.ts';
import { exportBook } from './commands/export.ts';
import { importFiles } from './commands/import.ts';
import { init } from './commands/init.ts';
import { createKey, listKeys, revokeKey } from './commands/keys.ts';
import { mcp } from './commands/mcp.ts';
import { openApp } from './commands/open.ts';
import { quickstart } from './commands/quickstart.ts';
import { changePassphrase, rekey } from './commands/secrets.ts';
import { installService, platforms, serviceStatus, stopService, uninstallService } from './commands/service.ts';
import { uninstall } from './commands/uninstall.ts';
import { up } from './commands/up.ts';
import { upgrade } from './commands/upgrade.ts';
import { watchFolder } from './commands/watch.ts';
import { clients } from './connect/clients.ts';
import { chosenPort, findHome, portFrom } from './home.ts';
import { printError, explain, sayJson, UsageError } from './output.ts';

interface Common {
  readonly home?: string;
  readonly json: boolean;
}

interface Ports {
  readonly apiPort?: string;
  readonly mcpPort?: string;
}

const apiPort = ({ apiPort: option }: Ports) => portFrom(option, 'ZORIVEST_API_PORT', 8765);
const mcpPort = ({ mcpPort: option }: Ports) => portFrom(option, 'ZORIVEST_MCP_PORT', 8766);

function chosenPorts({ apiPort: api, mcpPort: mcp }: Ports) {
  const [apiPort, mcpPort] = [chosenPort(api, 'ZORIVEST_API_PORT'), chosenPort(mcp, 'ZORIVEST_MCP_PORT')];
  return { ...(apiPort !== undefined && { apiPort }), ...(mcpPort !== undefined && { mcpPort }) };
}

/** The options of an act are built from the contract, which takes a while: only the act that is asked for gets them. */
function isAsked(name: string, argv: readonly string[] | undefined): boolean {
  if (argv === undefined || argv[2] === 'completion') return true;
  const [noun = '', verb] = name.split(' ');
  return [noun, nouns[noun]?.alias].includes(argv[2]) && (verb === undefined || argv[3] === verb || argv[2] === 'help');
}

/** Without `argv` every command is there with all of its options. */
export function createProgram(argv?: readonly string[]): Command {
  const program = new Command('zorivest')
    .description('Your trading journal, on your own machine, for you and your assistant.')
    .version(manifest.version)
    .configureHelp({ showGlobalOptions: true })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText(
      'after',
      '\nWith --json any command prints one JSON document.\n\nExample:\n  zorivest init && zorivest up',
    );

  /** A sub-command with the options they all have and an example at the end of its help. */
  const command = (parent: Command, name: string, summary: string, example: string, isDefault = false) =>
    parent
      .command(name, { isDefault })
      .description(summary)
      .exitOverride()
      .option('--home <folder>', 'where the book is (ZORIVEST_HOME)')
      .option('--json', 'for machines: one JSON document', false)
      .addHelpText('after', `\nExample:\n  ${example}`);
  const withPorts = (sub: Command) =>
    sub
      .option('--api-port <port>', 'port of the API (ZORIVEST_API_PORT, 8765)')
      .option('--mcp-port <port>', 'port of the MCP server (ZORIVEST_MCP_PORT, 8766)');

  command(program, 'init', 'make a new book with a first account', 'echo "$PASSPHRASE" | zorivest init --json')
    .option('--account <name>', 'the first account (main)')
    .option('--type <type>', `brokerage, ${accountTypes.slice(1).join(', ')} (brokerage)`)
    .option('--currency <code>', 'of the account (USD)')
    .action((options: Common & { account?: string; type?: string; currency?: string }) =>
      init(findHome(options.home), options),
    );
  command(
    program,
    'import',
    'bring statements in: broker CSV, workbook (.xlsx, .xls, .ods), Flex XML, PDF, OFX, QIF, CAMT, MT940; or an exported book',
    'zorivest import trades.csv --account main',
  )
    .argument('<file...>')
    .option('--account <account>', 'the account it belongs to; not needed while there is only one')
    .option(
      '--accounts <name=account>',
      'maps an account as the file names it to one of the book; repeat for each; remembered for the next import',
      readMapping,
    )
    .option('--profile <name>', 'a saved mapping of columns')
    .option('--time-zone <zone>', 'the zone of times in the file that name none')
    .option('--sheet <name>', 'the sheet of a workbook; the one whose columns are known when left out')
    .option('--preview', 'show what would happen; store nothing', false)
    .option('--yes', 'also store a table that no format knows, as its columns were understood', false)
    .action(
      (
        files: string[],
        options: Common & {
          yes: boolean;
          preview: boolean;
          account?: string;
          accounts?: Readonly<Record<string, string>>;
          profile?: string;
          timeZone?: string;
          sheet?: string;
        },
      ) => importFiles(findHome(options.home), files, options),
    );
  command(
    program,
    'watch',
    'import statements from a folder automatically, or show which folder is watched',
    'zorivest watch ~/statements --account main',
  )
    .argument('[folder]')
    .option('--account <account>', 'the account of rows that name none')
    .option('--off', 'stop watching', false)
    .action((folder: string | undefined, options: Common & { off: boolean; account?: string }) =>
      watchFolder(findHome(options.home), folder, options),
    );
  command(program, 'export', 'the whole book as one zip of CSV files and pictures', 'zorivest export book.zip')
    .argument('<file>')
    .option('--yes', 'replace a file that is there', false)
    .action((file: string, options: Common & { yes: boolean }) => exportBook(findHome(options.home), file, options));
  withPorts(command(program, 'up', 'run the API and the MCP server until stopped', 'zorivest up'))
    .option('--toolsets <a,b>', 'toolsets every client is shown instead of the defaults; all for all')
    .option('--dev-origin <url>', 'a page under development that may call the API from a browser')
    .action((options: Common & Ports & { toolsets?: string; devOrigin?: string }) =>
      up(findHome(options.home), {
        json: options.json,
        apiPort: apiPort(options),
        mcpPort: mcpPort(options),
        ...(options.toolsets !== undefined && { toolsets: options.toolsets }),
        ...(options.devOrigin !== undefined && { devOrigin: options.devOrigin }),
      }),
    );
  withPorts(
    command(
      program,
      'quickstart',
      'create the demo book if there is none, and start it',
      'zorivest quickstart --home var/zorivest',
    ),
  ).action((options: Common & Ports) =>
    quickstart(findHome(options.home), { json: options.json, apiPort: apiPort(options), mcpPort: mcpPort(options) }),
  );
  command(program, 'open', 'open the app in your browser, signed in', 'zorivest open')
    .option('--print', 'print the address with a one-time ticket instead of opening it', false)
    .action((options: Common & { readonly print: boolean }) => openApp(findHome(options.home), options));

  command(program, 'demo', 'fill an empty book with eighteen months of made-up trading', 'zorivest demo --seed 7')
    .option('--seed <number>', 'the same seed makes the same history', '1')
    .option('--until <date>', 'where it ends (now)')
    .action((options: Common & { seed: string; until?: string }) => demo(findHome(options.home), options));

  const groups = new Map<string, Command>();
  const group = (noun: string, about: string, example: string) => {
    const made = program
      .command(noun)
      .description(about)
      .exitOverride()
      .addHelpText('after', `\nWith --json any of them prints one JSON document.\n\nExample:\n  ${example}`);
    groups.set(noun, made);
    return made;
  };
  for (const spec of commandSpecs) {
    const [noun = '', verb] = spec.name.split(' ');
    const { about = '', alias } = nouns[noun] ?? {};
    const parent = verb === undefined ? program : (groups.get(noun) ?? group(noun, about, spec.example));
    if (alias !== undefined && parent.alias() === undefined) parent.alias(alias);
    const sub = command(parent, verb ?? noun, spec.summary, spec.example, spec.isDefault);
    if (spec.asks) sub.option('--yes', 'do not ask', false);
    if (isAsked(spec.isDefault === true ? noun : spec.name, argv)) addCommandOptions(sub, spec);
    sub.action(() =>
      perform(findHome(sub.opts<Common>().home), spec, readInput(spec, sub.args, sub), {
        json: sub.opts<Common>().json,
        yes: sub.opts<{ yes?: boolean }>().yes === true,
      }),
    );
  }

  const service = group('service', 'start the journal with your login', 'zorivest service install --dry-run');
  const acting = {
    install: ['start with your login: systemd, launchd or a Windows task', installService],
    uninstall: ['no longer start with your login', uninstallService],
    status: ['whether it is installed and running, and whether the book is locked', serviceStatus],
    stop: ['stop what was started with your login', stopService],
  } as const;
  for (const [verb, [summary, spec]] of Object.entries(acting)) {
    command(service, verb, summary, `zorivest service ${verb}${verb === 'status' ? '' : ' --dry-run'}`)
      .option('--dry-run', 'only show what would be written or run', false)
      .addOption(new Option('--platform <name>', 'with --dry-run: for another platform').choices(platforms))
      .action((options: Common & { dryRun: boolean; platform?: string }) => spec(findHome(options.home), options));
  }

  const keys = groups.get('keys') ?? group('keys', nouns['keys']?.about ?? '', 'zorivest keys list');
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
  command(keys, 'revoke', 'revoke a key immediately', 'zorivest keys revoke key_1a2b3c4d')
    .argument('<key_id>')
    .action((keyId: string, options: Common) => revokeKey(findHome(options.home), keyId, options));

  command(program, 'backup', 'make, list or check backups', 'zorivest backup')
    .option('--list', 'list the backups')
    .option('--verify <file>', 'check one backup')
    .option('--verify-all', 'check every backup; names the damaged ones')
    .action((options: Common & { list?: boolean; verify?: string; verifyAll?: boolean }) =>
      backup(findHome(options.home), options),
    );
  command(program, 'restore', 'restore a backup', 'zorivest restore zorivest-backup-2026-01-31-180000.zvbak')
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
    'encrypt the book again with a new key; stop the service first',
    'echo "$PASSPHRASE" | zorivest rekey --json',
  ).action((options: Common) => rekey(findHome(options.home), options));
  command(program, 'doctor', 'what is wrong and how to fix it', 'zorivest doctor').action((options: Common) =>
    doctor(findHome(options.home), options),
  );

  command(
    program,
    'upgrade',
    'compare this version with the newest one in a file; works offline',
    'zorivest upgrade --check latest.json',
  )
    .argument('[file]', 'a latest.json, with the version of the newest release')
    .option('--check', 'only look', false)
    .action((file: string | undefined, options: Common & { check: boolean }) => upgrade(file, options));
  command(
    program,
    'uninstall',
    'remove the start with your login; the book stays where it is',
    'zorivest uninstall',
  ).action((options: Common) => uninstall(findHome(options.home), options));

  withPorts(command(program, 'connect', "write a client's MCP configuration", 'zorivest connect cursor'))
    .addArgument(new Argument('<client>').choices(Object.keys(clients)))
    .option('--print', 'only show the entry', false)
    .option('--dry-run', 'check the file and show the change without writing it', false)
    .option('--undo', 'remove the entry', false)
    .option('--key <key>', 'use this API key instead of making one')
    .option('--toolsets <a,b>', 'the toolsets this client is shown instead of the defaults; all for all')
    .action(
      (
        name: string,
        options: Common & Ports & { print: boolean; dryRun: boolean; undo: boolean; key?: string; toolsets?: string },
      ) =>
        connectClient(findHome(options.home), name, {
          json: options.json,
          print: options.print,
          dryRun: options.dryRun,
          undo: options.undo,
          ...(options.key !== undefined && { key: options.key }),
          ...(options.toolsets !== undefined && { toolsets: options.toolsets }),
          ...chosenPorts(options),
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
    .option('--json', 'every word of every command, as one JSON document', false)
    .addHelpText('after', '\nExample:\n  source <(zorivest completion bash)')
    .action((shell: string, { json }: { json: boolean }) => completion(program, shell, json));
  return program;
}

export async function main(argv: readonly string[]): Promise<void> {
  process.umask(0o077);
  try {
    await createProgram(argv).parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    if (argv.includes('--json')) sayJson({ error: explain(error) });
    printError(`zorivest: ${explain(error)}`);
    process.exitCode = error instanceof NotAgreed ? 3 : error instanceof UsageError ? 2 : 1;
  }
}
