// The command line: the gateway without MCP. Each command is a file of its own; the help derives from them.
import { createCatalogue, renderViews } from '@zorivest/kernel';
import { Command as Parser, CommanderError } from 'commander';
import { QUEUE_OPTIONS } from '../queue/address.ts';
import { homeFrom } from '../settings.ts';
import { VERSION } from '../version.ts';
import { cancel } from './commands/cancel.ts';
import type { Command, CommandCall } from './commands/command.ts';
import { compare } from './commands/compare.ts';
import { data } from './commands/data.ts';
import { ledger } from './commands/ledger.ts';
import { list } from './commands/list.ts';
import { pieces } from './commands/pieces.ts';
import { report } from './commands/report.ts';
import { result } from './commands/result.ts';
import { retry } from './commands/retry.ts';
import { submit } from './commands/submit.ts';
import { columns } from './commands/text.ts';
import { validate } from './commands/validate.ts';
import { watch } from './commands/watch.ts';
import { openGateway } from './gateway.ts';
import { TOOLS, TOOLSETS } from './tools.ts';

const COMMANDS: readonly Command[] = [
  submit,
  validate,
  data,
  watch,
  list,
  result,
  cancel,
  retry,
  pieces,
  report,
  compare,
  ledger,
];

type Environment = Readonly<Record<string, string | undefined>>;

function helpText(): string {
  return `swimmy-mcp: submits backtests and follows them; it can never trade

usage: swimmy-mcp          serve MCP and JSON-RPC on stdio (needs SWIMMY_MCP_API_KEY)
       swimmy-mcp mcp      serve MCP alone on stdio; needs no key
${columns(COMMANDS.map(({ name, about }) => [`       swimmy-mcp ${name}`, about]))}
  --json        print the answer as JSON
${columns(Object.entries(QUEUE_OPTIONS).map(([name, { value, variable, about }]) => [`  --${name} ${value}`, `${about} (as ${variable})`]))}  --version     print the version
  --list-views  print which answers are drawn in clients that show pages (--json: as an array)
  --help        of a command: its options and an example
  SWIMMY_HOME holds state, logs and reports (default: the working directory).

example: ${submit.example}
`;
}

function commandHelp({ name, usage, about, example, options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, each]) => [`  --${option}`, each.about]);
  return `swimmy-mcp ${name} ${usage}
${about}

${columns([...rows, ['  --json', 'print the answer as JSON']])}
example: ${example}
`;
}

export async function runCommand(name: string, args: readonly string[], env: Environment): Promise<void> {
  if (['--help', '-h', 'help'].includes(name)) return void process.stdout.write(helpText());
  if (name === '--version') return void process.stdout.write(`${VERSION}\n`);
  if (name === '--list-views') {
    const catalogue = createCatalogue(TOOLS, TOOLSETS);
    return void process.stdout.write(renderViews(catalogue, args.includes('--json')));
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) throw new Error(`unknown command ${JSON.stringify(name)}; see swimmy-mcp --help`);
  const { values, positionals } = parseOptions(command, args);
  if (values.help) return void process.stdout.write(commandHelp(command));
  const gateway = openGateway(env, () => undefined);
  try {
    await command.run({
      gateway,
      args: positionals,
      flags: values,
      home: homeFrom(env),
      print: (answer, text) => void process.stdout.write(values.json ? `${JSON.stringify(answer)}\n` : text),
    });
  } finally {
    gateway.close();
  }
}

function parseOptions({ name, options = {} }: Command, args: readonly string[]) {
  const parser = new Parser(name)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const [option, { type }] of Object.entries(options))
    parser.option({ string: `--${option} <value>`, optional: `--${option} [value]`, boolean: `--${option}` }[type]);
  parser.option('--json').option('-h, --help').argument('[args...]');
  try {
    parser.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const what = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    throw new Error(`${what}; see swimmy-mcp ${name} --help`, { cause: error });
  }
  const values = parser.options.map(
    (option) => [option.name(), parser.getOptionValue(option.attributeName())] as const,
  );
  // What the options above can hold: text where they take a value, else a flag.
  return { values: Object.fromEntries(values) as CommandCall['flags'], positionals: parser.args };
}
