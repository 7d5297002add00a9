import { expect, test, vi } from 'vitest';

// The module of hidden amounts reads the browser's storage when it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { amountCell, csvOf, numberCell, textOf } = await import('./table.ts');

test('a file has numbers as numbers, and no text that a spreadsheet would run', () => {
  const table = {
    head: ['Tag', 'Result'],
    rows: [{ cells: ['=HYPERLINK("http://x")', { text: '−1,234.50', value: -1234.5 }] }, { cells: ['a, b', '–'] }],
  };
  expect(csvOf(table)).toBe(`Tag,Result\r\n"'=HYPERLINK(""http://x"")",-1234.5\r\n"a, b",–\r\n`);
});

test('what is hidden on the page is not in the file, what is not an amount stays', () => {
  const table = { head: ['Result', 'Trades'], rows: [{ cells: [amountCell(1200, true), numberCell(3, String)] }] };
  expect(csvOf(table)).not.toContain('1200');
  expect(csvOf(table)).toContain(',3');
  expect(textOf(amountCell(1200, false))).toBe('1,200.00');
  expect(textOf(amountCell(null, false))).toBe('–');
});
