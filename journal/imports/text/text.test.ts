import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../testing/cases.ts';
import { type Cells, cleanCell, CsvSplitter, looksLikeFormula, sniffDelimiter, splitCsv } from './csv.ts';
import { decodeText, TextReader } from './encoding.ts';
import { parseNumber, plainValue, sniffDecimalMark } from './number.ts';
import { Clock, parseDate, sniffDateOrder } from './time.ts';

describe('numbers as people write them', () => {
  it.each([
    ['12', '12'],
    ['-0.65', '-0.65'],
    ['$1,234.50', '1234.50'],
    ['-$3320.05', '-3320.05'],
    ['$-5', '-5'],
    ['(0.65)', '-0.65'],
    ['$(160.00)', '-160.00'],
    ['12-', '-12'],
    ["1'000.00", '1000.00'],
    ['1.234,56', '1234.56'],
    ['4 577,86', '4577.86'],
    ['12,5', '12.5'],
    ['1,234', '1234'],
    ['1,234,567', '1234567'],
    ['+1,000', '1000'],
    ['.77', '0.77'],
    ['1.5E3', '1500'],
    ['0,125', '0.125'],
    ['-0,125', '-0.125'],
    ['1,125', '1125'],
    ['1e-3', '0.001'],
    ['-0.00', '0.00'],
    ['--', ''],
    ['', ''],
    ['n/a', ''],
  ])('%s is %s', (cell, number) => expect(parseNumber(cell)).toBe(number));

  it('has a short way for plain cells, which gives what the long way gives', () => {
    for (const cell of [
      '0',
      '185.25',
      '-3',
      '$1.50',
      '-$0.05',
      '100',
      '0.00000001',
      '123456.12345678',
      '0.1',
      '-0.00',
      '+100',
      '1,000',
      '$1,859.98',
    ])
      expect(plainValue(cell)).toBe(Number(parseNumber(cell)));
    for (const cell of [
      '',
      '-',
      '$',
      '.5',
      '5.',
      '12,5',
      '1,2345',
      '0,125',
      '1,00',
      ',100',
      '1.5,000',
      '1.2.3',
      '1e3',
      '12a',
      '0.123456789',
      '1234567890123456',
    ])
      expect(plainValue(cell)).toBeNaN();
  });

  it('refuses what is not a number', () => {
    for (const cell of ['abc', '1.2.3', '12abc', '=1+1', '0x10', '1,2,3.4.5']) expect(parseNumber(cell)).toBeNull();
  });

  it('reads points as grouping in a file with decimal commas', () => {
    expect(sniffDecimalMark([['AAPL', '1.234', '12,50']], ';')).toBe(',');
    expect(parseNumber('1.234', ',')).toBe('1234');
    expect(parseNumber('12,50', ',')).toBe('12.50');
    expect(sniffDecimalMark([['1,234', '12.50']], ',')).toBe('.');
  });
});

describe('moments', () => {
  const newYork = new Clock('America/New_York');
  const at = (text: string, clock = newYork) => {
    const moment = clock.read(text);
    return moment === null ? null : moment.instant === null ? moment.date : clock.iso(moment.instant);
  };

  it.each([
    ['2019-05-24T15:34:06.977Z', '2019-05-24T15:34:06.977Z'],
    ['2022-03-28T15:30:27+0200', '2022-03-28T13:30:27Z'],
    ['20191030;091642', '2019-10-30T13:16:42Z'],
    ['2024-01-02, 10:00:00', '2024-01-02T15:00:00Z'],
    ['03/01/2026 09:31:05 EST', '2026-03-01T14:31:05Z'],
    ['16 Dec 2025 11:15:58 PM', '2025-12-17T04:15:58Z'],
    ['9/19/25 13:24:32', '2025-09-19T17:24:32Z'],
    ['10/01/2025 21:13:23 +02:00', '2025-10-01T19:13:23Z'],
    ['2026-09-29 21:25:49.252513+05:30 IST Asia/Kolkata', '2026-09-29T15:55:49.252Z'],
    ['2022-03-10, 01:52:40, GMT+8', '2022-03-10T06:52:40Z'],
    ['15-Jan-24', '2024-01-15'],
    ['Jan 5, 2024', '2024-01-05'],
    ['31.12.2024', '2024-12-31'],
    ['1767225600', '2026-01-01T00:00:00Z'],
    ['1767225600123', '2026-01-01T00:00:00.123Z'],
    ['20240131', '2024-01-31'],
    ['12/31/2024 12:05 AM', '2024-12-31T05:05:00Z'],
  ])('%s is %s', (text, expected) => expect(at(text)).toBe(expected));

  it.each([
    // Morning in California: the P of PST is no PM.
    ['2024-01-02 10:00 PST', '2024-01-02T18:00:00Z'],
    ['2024-01-02 10:00:05.250 PST', '2024-01-02T18:00:05.250Z'],
    ['2024-01-02 10:00:05.250 PM', '2024-01-02T22:00:05.250Z'],
    ['2024-01-02 10:00 p.m. EST', '2024-01-03T03:00:00Z'],
    ['2024-01-02 10:00:05,123456+02:00', '2024-01-02T08:00:05.123Z'],
    ['2024-01-02T10:00:05.9996Z', '2024-01-02T10:00:05.999Z'],
  ])('reads %s as %s', (text, expected) => {
    const clock = new Clock('UTC');
    expect(clock.iso(clock.read(text)?.instant ?? Number.NaN)).toBe(expected);
    // And again, where it was the one read last.
    expect(clock.iso(clock.read(text)?.instant ?? Number.NaN)).toBe(expected);
  });

  it('follows the zone through the change of clocks', () => {
    expect(at('2024-03-10 01:59:59')).toBe('2024-03-10T06:59:59Z');
    expect(at('2024-03-10 03:00:00')).toBe('2024-03-10T07:00:00Z');
    // The hour that happens twice is its first; the hour that does not happen is the one after.
    expect(at('2024-11-03 01:30:00')).toBe('2024-11-03T05:30:00Z');
    expect(at('2024-11-03 02:30:00')).toBe('2024-11-03T07:30:00Z');
    expect(at('2024-07-01 09:30:00', new Clock('Asia/Singapore'))).toBe('2024-07-01T01:30:00Z');
  });

  it('refuses days that are not on the calendar', () => {
    for (const text of ['', 'soon', '2024-02-30', '13/32/2024', '99999999', '2024-13-01']) expect(at(text)).toBeNull();
  });

  it('takes the order of day and month from the file', () => {
    expect(sniffDateOrder('01/02/2024\n25/02/2024')).toBe('dmy');
    expect(sniffDateOrder('01/02/2024\n02/25/2024')).toBe('mdy');
    expect(sniffDateOrder('01/02/2024', 'dmy')).toBe('dmy');
    expect(parseDate('01/02/2024', 'dmy')).toBe('2024-02-01');
    expect(parseDate("1/ 5'04")).toBe('2004-01-05');
  });
});

describe('bytes to characters', () => {
  it('reads UTF-8, Windows-1252 and UTF-16, with and without a mark', () => {
    expect(decodeText(bytesOf('\ufeffGebühr €'))).toBe('Gebühr €');
    expect(decodeText(Uint8Array.from([0x47, 0xfc, 0x80]))).toBe('Gü€');
    expect(decodeText(Uint8Array.from([0xff, 0xfe, 0x41, 0, 0x42, 0]))).toBe('AB');
    expect(decodeText(Uint8Array.from([0x41, 0, 0x42, 0, 0x0a, 0]))).toBe('AB\n');
    expect(decodeText(bytesOf('<?xml version="1.0" encoding="us-ascii"?><a>ü</a>'))).toContain('ü');
  });

  it('does not break a character cut by a chunk', () => {
    const bytes = bytesOf('añb€c𝄞d');
    const reader = new TextReader();
    let text = '';
    for (const byte of bytes) text += reader.read(Uint8Array.of(byte));
    expect(text + reader.end()).toBe('añb€c𝄞d');
  });

  it('turns to Windows-1252 where the bytes stop being UTF-8', () => {
    const reader = new TextReader();
    expect(reader.read(bytesOf('plain, ')) + reader.read(Uint8Array.from([0xe9, 0x74, 0xe9])) + reader.end()).toBe(
      'plain, été',
    );
    expect(reader.encoding).toBe('windows-1252');
  });
});

describe('rows', () => {
  const text = 'a,b\r\n"x, ""y""\nz",2\r\n5" pipe,3\r\n"last",4';

  it('come out the same however the text is cut', () => {
    const whole = splitCsv(text, ',');
    expect(whole).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
      ['5" pipe', '3'],
      ['last', '4'],
    ]);
    for (let size = 1; size < 9; size++) {
      const splitter = new CsvSplitter(',');
      const rows = [];
      for (let at = 0; at < text.length; at += size)
        splitter.push(text.slice(at, at + size), (cells) => rows.push(cells));
      rows.push(...splitter.end());
      expect(rows).toEqual(whole);
    }
  });

  it('are those of papaparse, for any cells', () => {
    const parts = ['a', '1.5', '', '"', ',', ';', '\n', '\t', '|', '""', 'x y', '5" pipe', "'", '=1', 'é', '💥'];
    // A small generator of its own (LCG), so that a failure can be repeated.
    let state = 20240102;
    const next = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 300; round++) {
      const table = Array.from({ length: 1 + next(6) }, () =>
        Array.from({ length: 2 + next(4) }, () =>
          Array.from({ length: next(4) }, () => parts[next(parts.length)] ?? '').join(''),
        ),
      );
      const delimiter = [',', ';', '\t', '|'][next(4)] ?? ',';
      const newline = ['\n', '\r\n'][next(2)] ?? '\n';
      const text = Papa.unparse(table, { delimiter, newline, quotes: next(2) === 0 });
      expect(splitCsv(text, delimiter)).toEqual(table);
    }
  });

  it('cost no more per character in a large file, quoted or not', () => {
    const line = '"01/02/2024","Buy","AAPL","10","$185.00"\n';
    // Half a million quotes in one piece: work that grew with the square of them would take hours.
    expect(splitCsv(line.repeat(50_000), ',')).toHaveLength(50_000);
    expect(splitCsv('x"y\n'.repeat(200_000), ',')).toHaveLength(200_000);
  });

  it('survive a quotation mark that never closes', () => {
    const splitter = new CsvSplitter(',');
    const rows: Cells[] = [];
    splitter.push('a,b\n"oops,1\nc,2\nd,3\n', (cells) => rows.push(cells));
    rows.push(...splitter.end());
    expect(splitter.strayQuote).toBe(true);
    expect(rows.map((row) => row[0])).toEqual(expect.arrayContaining(['a', 'oops', 'c', 'd']));
  });

  it('are unwrapped when a spreadsheet quoted the whole line', () => {
    expect(splitCsv('"a,""b"",c"\n"1,2,3"\n', ',')).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
  });

  it('are split at the delimiter the file uses', () => {
    expect(sniffDelimiter('a;b;c\n1,5;2;3\n')).toBe(';');
    expect(sniffDelimiter('a\tb\n1\t2')).toBe('\t');
    expect(sniffDelimiter('sep=|\na,b')).toBe('|');
    expect(sniffDelimiter('"x;y;z;w",b\n"1;2;3",2')).toBe(',');
  });

  it('have cells cleaned of wrappers', () => {
    expect(cleanCell('="0012"')).toBe('0012');
    expect(cleanCell(" '2024-01-02 ")).toBe('2024-01-02');
    expect(looksLikeFormula('=HYPERLINK("http://x")')).toBe(true);
    expect(looksLikeFormula("+cmd|' /C calc'!A0")).toBe(true);
    expect(looksLikeFormula('-10.00')).toBe(false);
    expect(looksLikeFormula('- Rent')).toBe(false);
    expect(looksLikeFormula('= \t+cmd|x')).toBe(true);
    expect(looksLikeFormula('\t')).toBe(false);
  });

  it('S18: takes as long as it is long, also where it is all tabs', () => {
    const tabs = '\t'.repeat(3_000_000);
    expect([looksLikeFormula(tabs), looksLikeFormula(`${tabs}7`), looksLikeFormula(`${tabs}a(`)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
