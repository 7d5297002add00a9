// docs/commands.md: every command of the shell, from the commands themselves.
import { createProgram } from '../journal/cli/main.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];

/** Options of every command, listed once at the top. */
const COMMON = new Set(['--home', '--json', '--help']);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');

function optionRow({ flags, description, defaultValue }: Option): string {
  const usual = defaultValue === undefined || defaultValue === false ? '' : ` (${String(defaultValue)})`;
  return `| \`${cell(flags)}\` | ${cell(description)}${usual} |`;
}

/** The example stands at the end of a command's help. */
function exampleOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help.split('Example:\n')[1]?.trim() ?? '';
}

function section(command: Command, name: string): string[] {
  const options = command.options.filter(({ hidden, long }) => !hidden && !COMMON.has(long ?? ''));
  return [
    '',
    `### \`${name}\``,
    '',
    `${command.description()[0]?.toUpperCase()}${command.description().slice(1)}.`,
    '',
    '```sh',
    `${name} ${command.usage()}`,
    `# ${exampleOf(command).replaceAll('\n', '\n# ')}`,
    '```',
    ...(options.length === 0 ? [] : ['', '| option | |', '|---|---|', ...options.map(optionRow)]),
  ];
}

export function commandsPage(): string {
  const program = createProgram();
  const lines = [
    '# The commands of the shell',
    '',
    '<!-- Written from the commands by npm run docs; do not edit. -->',
    '',
    'Every command takes `--home <folder>` (where the book is; `ZORIVEST_HOME`), `--json` (one JSON document for machines)',
    'and `--help`. Options of a command are the fields of its endpoint with dashes; what only you may do asks for the',
    'passphrase at the terminal or reads it from stdin, and never takes an API key. A command ends with 0 when it is done, 1',
    'when it failed, 2 when its arguments are invalid, and 3 when nothing was done because it was not confirmed.',
  ];
  const single = program.commands.filter(({ commands }) => commands.length === 0);
  lines.push('', '## Single commands', ...single.flatMap((command) => section(command, `zorivest ${command.name()}`)));
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    const alias = group.alias() === undefined ? '' : ` (or \`${group.alias()}\`)`;
    lines.push('', `## \`zorivest ${group.name()}\`${alias}: ${group.description()}`);
    for (const command of group.commands) lines.push(...section(command, `zorivest ${group.name()} ${command.name()}`));
  }
  return `${lines.join('\n')}\n`;
}
