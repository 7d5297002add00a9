// The formats build servers and reviews read: JUnit's XML, GitHub's workflow commands, GitLab's code quality, SARIF, and
// markdown for a comment on a pull request.
import { escapeMarkup } from '@zorivest/pictures';
import { plural } from '../../text/format.ts';
import { VERSION } from '../../config/version.ts';
import { cut, type Gate, type GateRow, type Verdict } from './gate.ts';

export const GATE_FORMATS = ['markdown', 'junit', 'github', 'gitlab', 'sarif'] as const;
export type GateFormat = (typeof GATE_FORMATS)[number];

/** A script that updates one comment finds it by this line. */
const STICKY = '<!-- mcp-perf-server -->';

/** `file`: the file of budgets, where a build server shows rows without a line of code. */
export function formatGate(format: GateFormat, gate: Gate, file: string): string {
  switch (format) {
    case 'markdown':
      return formatMarkdown(gate);
    case 'junit':
      return formatJunit(gate);
    case 'github':
      return formatGithub(gate);
    case 'gitlab':
      return formatGitlab(gate, file);
    default:
      return formatSarif(gate, file);
  }
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  pass: '✅ Passed',
  regression: '❌ Failed',
  cannot_judge: '❓ Could not judge',
};
const MOST_ROWS = 50;

function formatMarkdown({ name, verdict, summary, rows, notes }: Gate): string {
  const table = (title: string, level: GateRow['level']) => {
    const list = rows.filter((row) => row.level === level);
    if (list.length === 0) return '';
    const lines = list
      .slice(0, MOST_ROWS)
      .map(({ subject, rule, message }) => `| ${code(cut(subject))} | ${rule} | ${cell(message)} |`);
    const more = list.length > MOST_ROWS ? `\n\n… and ${list.length - MOST_ROWS} more.` : '';
    return `\n### ${title}\n\n| where | what | change |\n| --- | --- | --- |\n${lines.join('\n')}${more}\n`;
  };
  const passed = rows.filter(({ level }) => level === 'pass').length;
  return `${STICKY}
## ${VERDICTS[verdict]}: ${name}

${summary}.
${table('What got worse', 'failure')}${table('Not judged', 'missing')}${passed > 0 ? `\n${passed} ${plural(passed, 'limit is', 'limits are')} met.\n` : ''}${notes.length > 0 ? `\n<details><summary>Notes</summary>\n\n${notes.map((note) => `- ${cell(note)}`).join('\n')}\n\n</details>\n` : ''}`;
}

/** In a table a bar ends the cell, and so does the end of a line. */
function cell(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('`', '\\`')
    .replaceAll('@', '@\u200B');
}

function code(text: string): string {
  return `\`${text.replaceAll(/[`\n|]/g, ' ')}\``;
}

function formatJunit({ name, verdict, summary, rows: judged }: Gate): string {
  // What fails the gate must not be a skipped test: build servers show those as passed.
  const missing = verdict === 'cannot_judge' ? 'error' : 'skipped';
  const tag = { failure: 'failure', missing, pass: '' } as const;
  // Some build servers treat a report without a test as an error.
  const nothing: GateRow = { id: '', level: 'pass', rule: '', group: name, subject: summary, title: '', message: '' };
  const rows = judged.length === 0 ? [nothing] : judged;
  const cases = rows.map(({ group, subject, rule, level, message }) => {
    const start = `<testcase classname="${xml(group)}" name="${xml(`${subject} ${rule}`.trim())}"`;
    return tag[level] === '' ? `${start}/>` : `${start}><${tag[level]} message="${xml(message)}"/></testcase>`;
  });
  const number = (level: GateRow['level']) => rows.filter((row) => row.level === level).length;
  const [skipped, errors] = missing === 'error' ? [0, number('missing')] : [number('missing'), 0];
  const counts = `tests="${rows.length}" failures="${number('failure')}" skipped="${skipped}" errors="${errors}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
  <testsuite name="${xml(name)}" ${counts}>
${cases.map((line) => `    ${line}\n`).join('')}  </testsuite>
</testsuites>
`;
}

/** Characters that XML does not allow are removed. */
function xml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what has to go
  const allowed = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return escapeMarkup(allowed).replaceAll('\n', '&#10;');
}

/** One annotation a line; what got worse is an error, what could not be judged a warning. */
function formatGithub({ name, verdict, summary, rows }: Gate): string {
  const line = (level: string, title: string, message: string) =>
    `::${level} title=${property(title)}::${data(message)}`;
  return `${[
    ...rows.flatMap(({ level, title, subject, message, rule }) =>
      level === 'pass'
        ? []
        : [
            line(
              level === 'failure' ? 'error' : 'warning',
              title,
              rule === 'pattern' ? message : `${subject}: ${message}`,
            ),
          ],
    ),
    ...(verdict === 'pass' ? [line('notice', name, summary)] : []),
  ].join('\n')}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
function formatGitlab({ rows }: Gate, file: string): string {
  const issues = rows
    .filter(({ level }) => level !== 'pass')
    .map(({ id, level, title, message, rule }) => ({
      description: `${title}: ${message}`,
      check_name: rule,
      fingerprint: id,
      severity: level === 'failure' ? 'major' : 'minor',
      location: { path: file, lines: { begin: 1 } },
    }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
function formatSarif({ rows }: Gate, file: string): string {
  const found = rows.filter(({ level }) => level !== 'pass');
  const rules = [...new Set(found.map(({ rule }) => rule))].toSorted();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'mcp-perf-server',
            version: VERSION,
            rules: rules.map((id) => ({ id, shortDescription: { text: id.replaceAll('_', ' ') } })),
          },
        },
        results: found.map(({ id, level, rule, title, message }) => ({
          ruleId: rule,
          ruleIndex: rules.indexOf(rule),
          level: level === 'failure' ? 'error' : 'warning',
          message: { text: `${title}: ${message}` },
          partialFingerprints: { 'mcp-perf-server/v1': id },
          locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } } }],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
