// What docs/imports.md says is checked, is: each figure it names is changed in a statement, and the row tells it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKED, NOT_CHECKED, statementOf } from '../testing/checked.ts';
import { read } from '../testing/read.ts';
import { sniffDelimiter, splitCsv } from '../text/csv.ts';
import { FORMATS } from '../readers/registry.ts';

/** The statement with another digit before the first figure of a column. */
function changeColumn(text: string, column: string): string {
  if (/^[<[{]/.test(text)) return text.replace(new RegExp(`(\\b${column}"?[=:]"-?)`), '$19');
  const delimiter = sniffDelimiter(text);
  const rows = splitCsv(text, delimiter).map((cells) => [...cells]);
  const head = rows.findIndex((cells) => cells.includes(column));
  const at = rows[head]?.indexOf(column) ?? -1;
  const row = rows.slice(head + 1).find((cells) => /\d/.test(cells[at] ?? ''));
  if (row === undefined) throw new Error(`no figure under ${column}`);
  row[at] = (row[at] ?? '').replace(/\d/, '9$&');
  return rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\n');
}

const contradictions = (text: string) => read(text).diagnostics.warnings.filter((one) => one.includes('come to'));

describe('what a row states twice is compared with itself', () => {
  const cases = Object.entries(CHECKED).flatMap(([format, all]) =>
    all.map((one) => ({ format, column: one.column, text: statementOf(format, one) })),
  );

  it.each(cases)('$format: $column', ({ format, column, text }) => {
    expect(read(text).format).toBe(format);
    expect(contradictions(text)).toEqual([]);
    expect(contradictions(changeColumn(text, column))).toContainEqual(expect.stringMatching(/^Row \d+: /));
  });
});

it('every format is checked, or says why not; and the page lists the same', () => {
  const names = new Set(FORMATS.filter(({ kind }) => kind !== 'pdf').map(({ name }) => name));
  expect(
    [...Object.keys(CHECKED), ...Object.keys(NOT_CHECKED)].toSorted(),
    'name the columns of the format that follow from others, or why there are none, in testing/checked.ts',
  ).toEqual([...names].toSorted());
  const page = readFileSync(new URL('../../../docs/imports.md', import.meta.url), 'utf8');
  const section = page.split('### What is checked')[1]?.split('\n#')[0] ?? '';
  const listed = [...section.matchAll(/^\| `(\w+)`\s+\| (.*?)\s*\|$/gm)].map(
    ([, format, message]) => `${format}: ${message}`,
  );
  const checked = Object.entries(CHECKED).map(
    ([format, all]) => `${format}: ${all.map(({ column }) => `\`${column}\``).join(', ')}`,
  );
  const not = Object.entries(NOT_CHECKED).map(([format, why]) => `${format}: nothing: ${why}`);
  expect(listed, 'the table under "What is checked" in docs/imports.md has the rows of testing/checked.ts').toEqual([
    ...checked,
    ...not,
  ]);
});
