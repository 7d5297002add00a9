import { createJournalServer } from '@zorivest/mcp-server';

/** docs/tools.md: every tool of the journal, from its own definition. */
export function toolsPage(): string {
  const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:8765' });
  const lines = [
    '# The tools of the journal',
    '',
    '<!-- Written from the definitions by npm run docs; do not edit. -->',
    '',
    '| toolset | tools | shown | what it is for |',
    '|---|--:|---|---|',
    ...catalogue.toolsets.map(({ name, description, always, byDefault }) => {
      const count = catalogue.members(name)?.length ?? 0;
      const shown = always ? 'always' : byDefault ? 'by default' : 'on request';
      return `| [${name}](#${name}) | ${count} | ${shown} | ${description} |`;
    }),
    '',
    'R reads only, D destructive, I idempotent, O reaches external systems. Destructive tools and tax payments need a confirmation.',
  ];
  for (const { name } of catalogue.toolsets) {
    lines.push('', `## ${name}`);
    for (const { tool, input } of catalogue.members(name) ?? []) {
      const { readOnly, destructive, idempotent, openWorld } = tool.hints;
      const hints = [readOnly && 'R', destructive && 'D', idempotent && 'I', openWorld && 'O']
        .filter(Boolean)
        .join(' ');
      const gates = [
        tool.guard === 'unguarded' ? 'works while the guard is locked' : null,
        tool.confirmation === 'required' ? 'needs confirmation' : null,
      ].filter((gate) => gate !== null);
      lines.push(
        '',
        `### \`${tool.name}\``,
        '',
        ...wrapWords(`**${tool.title}.** ${withoutBraces(tool.description.rich)}`),
        '',
        `*${[hints || 'writes', ...gates].join('; ')}*`,
        ...parameterTable(input.rich),
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

const WIDTH = 120;

/** Lines that a person can read as they stand. */
function wrapWords(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A definition refers to other tools as `{tool:name}`, so that a surface can leave them out; here all of them are shown. */
function withoutBraces(text: string): string {
  return text.replace(/\{tool:([a-z0-9_]+)\}/g, '`$1`');
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
}

function parameterTable(schema: Readonly<Record<string, unknown>>): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Property>>);
  if (properties.length === 0) return [];
  const required = new Set((schema.required ?? []) as readonly string[]);
  return [
    '',
    '| parameter | type | |',
    '|---|---|---|',
    ...properties.map(([name, property]) => {
      const type = property.enum
        ? property.enum.map((value) => `\`${String(value)}\``).join(' ')
        : (property.type ?? 'any');
      const extra = [
        required.has(name) ? 'required' : null,
        property.default === undefined ? null : `default \`${JSON.stringify(property.default)}\``,
      ].filter((part) => part !== null);
      const text = [withoutBraces(property.description ?? ''), extra.join(', ')]
        .filter((part) => part !== '')
        .join(' ');
      return `| \`${name}\` | ${type} | ${text.replaceAll('|', '\\|')} |`;
    }),
  ];
}
