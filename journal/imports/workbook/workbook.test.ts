import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { assert, integer, property } from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Cell, numberCell, plainNumber, readFormat, type Row, WorkbookError } from './cell.ts';
import { xlsx } from '../testing/xlsx.ts';
import { readWorkbook } from './index.ts';
import { Zip } from './zip.ts';

const SAMPLES = resolve(import.meta.dirname, '../testing/workbooks');
const CASES = resolve(
  import.meta.dirname,
  '../../..',
  process.env['ZORIVEST_CASES'] ?? '../shared/data',
  'journal/xlsx',
);

function sample(name: string): Uint8Array {
  return readFileSync(resolve(SAMPLES, name));
}

function ods(table: string): Uint8Array {
  return zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(`<document><body><spreadsheet>${table}</spreadsheet></body></document>`),
  });
}

function rowsOf(bytes: Uint8Array, place = 0): Row[] {
  return [...(readWorkbook(bytes).sheets[place]?.rows() ?? [])];
}

function valuesOf(bytes: Uint8Array): unknown[][] {
  return rowsOf(bytes).map((row) => row.map((cell) => cell?.value ?? null));
}

describe('one workbook, saved by another program in three formats', () => {
  const kinds = ['xlsx', 'xls', 'ods'] as const;

  it.each(kinds)('%s: its cells, its hidden sheet, and no rows that only look used', (kind) => {
    const { kind: detected, sheets } = readWorkbook(sample(`trades.${kind}`));
    expect(detected).toBe(kind);
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Trades', false],
      ['Hidden one', true],
      ['Empty', false],
    ]);
    const values = [...(sheets[0]?.rows() ?? [])].map((row) => row.map((cell) => cell && [cell.type, cell.value]));
    const text = (value: string) => ['string', value];
    expect(values).toEqual([
      [text('Statement of Müller & Söhne — €')],
      [],
      [],
      [null, ...['Time', 'Day', 'Clock', 'Quantity', 'Price', 'Total', 'Share', 'Open', 'Note'].map(text)],
      [
        null,
        ['date', '2026-03-04T15:30:01'],
        ['date', '2026-03-04T00:00:00'],
        ['date', '09:30:00'],
        ['number', '0.1'],
        ['number', '257.53'],
        ['number', '25.753'],
        ['number', '0.155'],
        ['bool', true],
        text('first line\nsecond   line'),
      ],
      [
        null,
        ['date', '1999-12-31T23:59:59'],
        null,
        null,
        ['number', '-1234567.000001'],
        ['number', '1e-08'],
        text('text of Quantity'),
        null,
        ['bool', false],
      ],
    ]);
    expect([...(sheets[1]?.rows() ?? [])].map((row) => row.map((cell) => cell?.value))).toEqual([['7', '7', '7']]);
    expect([...(sheets[2]?.rows() ?? [])]).toEqual([]);
  });

  it.each(kinds)('%s: damaged anywhere, it is read or refused with a sentence, never anything else', (kind) => {
    const whole = sample(`trades.${kind}`);
    const read = (bytes: Uint8Array): string => {
      try {
        for (const sheet of readWorkbook(bytes).sheets) for (const _ of sheet.rows());
        return 'read';
      } catch (error) {
        if (error instanceof WorkbookError) return 'refused';
        throw error;
      }
    };
    assert(
      property(integer({ min: 0, max: whole.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(['read', 'refused']).toContain(read(damaged));
        expect(['read', 'refused']).toContain(read(whole.subarray(0, at)));
      }),
      { numRuns: 150 },
    );
  });
});

describe('an xlsx', () => {
  const dateStyles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;days&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs>';

  it('a date is recognised by its format alone, in either date system', () => {
    const sheet =
      '<row r="1"><c r="A1" s="1"><v>46000.5</v></c><c r="B1" s="2"><v>46000.5</v></c><c r="C1"><v>46000.5</v></c><c r="D1" s="3"><v>46000</v></c></row>';
    expect(valuesOf(xlsx({ sheet, styles: dateStyles }))).toEqual([
      ['2025-12-09T12:00:00', '46000.5', '46000.5', '2025-12-09T00:00:00'],
    ]);
    const moved = xlsx({ sheet, styles: dateStyles, workbook: '<workbookPr date1904="1"/>' });
    expect(valuesOf(moved)[0]?.[0]).toBe('2029-12-10T12:00:00');
  });

  it('the day that never was is a number, and the days before it are those of the calendar', () => {
    const cells = [1, 59, 60, 61].map((serial, i) => `<c r="${'ABCD'[i]}1" s="3"><v>${serial}</v></c>`).join('');
    expect(valuesOf(xlsx({ sheet: `<row r="1">${cells}</row>`, styles: dateStyles }))).toEqual([
      ['1900-01-01T00:00:00', '1900-02-28T00:00:00', '60', '1900-03-01T00:00:00'],
    ]);
  });

  it('texts: shared, in runs, inline, escaped; how they are pronounced is left out', () => {
    const strings =
      '<si><r><t>Ac</t></r><r><t xml:space="preserve">me </t></r><rPh><t>akume</t></rPh></si><si><t>a_x000D_b</t></si>';
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>in</t></is></c><c r="D1" t="str"><f>A1</f><v>made</v></c></row>';
    expect(valuesOf(xlsx({ sheet, strings }))).toEqual([['Acme ', 'a\rb', 'in', 'made']]);
  });

  it('a formula keeps its result; without one the cell is unknown, and an error is no number', () => {
    const sheet =
      '<row r="1"><c r="A1"><f>SUM(B1:C1)</f><v>3</v></c><c r="B1"><f>NOW()</f></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
    expect(rowsOf(xlsx({ sheet }))).toEqual([
      [
        { type: 'number', value: '3', raw: '3', formula: 'SUM(B1:C1)' },
        null,
        { type: 'string', value: '#DIV/0!', formula: '1/0' },
      ],
    ] satisfies (Cell | null)[][]);
  });

  it('dates of the strict form are ISO texts', () => {
    const sheet =
      '<row r="1"><c r="A1" t="d"><v>2026-05-06T07:08:09</v></c><c r="B1" t="d"><v>2026-05-06</v></c></row>';
    expect(valuesOf(xlsx({ sheet }))).toEqual([['2026-05-06T07:08:09', '2026-05-06T00:00:00']]);
  });

  it('rows and cells that are left out are empty, and a file without references reads in order', () => {
    const sheet =
      '<row r="3"><c r="C3"><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row><row r="9"><c r="A9" s="1"/></row>';
    expect(valuesOf(xlsx({ sheet }))).toEqual([[], [], [null, null, '1'], ['2', '3']]);
  });

  it('what lies outside the file is not followed', () => {
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="One" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/worksheet" TargetMode="External" Target="http://example.com/sheet.xml"/></Relationships>',
      ),
    });
    expect(() => readWorkbook(bytes)).toThrow('The workbook has no sheet with cells.');
  });

  it('a document type is refused', () => {
    const bytes = xlsx({ sheet: '' });
    const zip = new Zip(bytes);
    const parts = Object.fromEntries([...zip.members.keys()].map((name) => [name, strToU8(zip.text(name))]));
    parts['xl/worksheets/sheet0.xml'] = strToU8('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>');
    expect(() => rowsOf(zipSync(parts))).toThrow('document type');
  });
});

describe('files that would take too much', () => {
  it('a part that unpacks to more than it may is refused before it is unpacked, and while it lies about its size', () => {
    const bytes = zipSync({ a: new Uint8Array(1_000_000) });
    const limits = { mostUnpacked: 500_000, mostRatio: 10, freeUnpacked: 1000 };
    expect(() => [...new Zip(bytes, limits).chunks('a')]).toThrow('would unpack to');
    const liar = Uint8Array.from(bytes);
    const directory = Buffer.from(liar.buffer).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    new DataView(liar.buffer).setUint32(directory + 24, 10, true);
    expect(() => [...new Zip(liar, limits).chunks('a')]).toThrow('would unpack to');
  });

  it('a cell or row of an ods that stands for millions is refused; empty ones cost nothing', () => {
    const cell = (times: number) =>
      `<table-cell table:number-columns-repeated="${times}" office:value-type="float" office:value="1"/>`;
    const bomb = `<table table:name="A"><table-row table:number-rows-repeated="1000000">${cell(16_000)}</table-row></table>`;
    expect(() => rowsOf(ods(bomb))).toThrow('millions of times');
    const empty = `<table table:name="A"><table-row table:number-rows-repeated="1000000"><table-cell/></table-row></table>`;
    expect(rowsOf(ods(empty))).toEqual([]);
  });
});

/** A compound file with one stream, of nothing. */
function compound(stream: string): Uint8Array {
  const SECTOR = 512;
  const bytes = new Uint8Array(SECTOR * 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint16(32, 6, true);
  const [END, TABLE, DIRECTORY] = [0xfffffffe, 0, 1];
  view.setUint32(48, DIRECTORY, true);
  view.setUint32(60, END, true);
  view.setUint32(68, END, true);
  for (let at = 0; at < 109; at++) view.setUint32(76 + 4 * at, at === 0 ? TABLE : 0xffffffff, true);
  for (const [sector, next] of [0xfffffffd, END, END].entries()) view.setUint32(SECTOR + 4 * sector, next, true);
  const entry = (TABLE + 2) * SECTOR;
  for (const [at, letter] of Array.from(stream).entries()) view.setUint16(entry + 2 * at, letter.charCodeAt(0), true);
  view.setUint16(entry + 64, 2 * stream.length + 2, true);
  view.setUint8(entry + 66, 2);
  view.setUint32(entry + 116, 2, true);
  return bytes;
}

describe('files that are no workbook', () => {
  const refusals: [string, Uint8Array, string][] = [
    ['nothing', new Uint8Array(), 'The file is empty.'],
    ['a web page', strToU8('<html><table></table></html>'), 'a web page named like a workbook'],
    ['XML', strToU8('<?xml version="1.0"?><Workbook/>'), 'XML named like a workbook'],
    ['CSV', strToU8('a,b\n1,2\n'), 'no workbook'],
    [
      'a zip of statements',
      zipSync({ 'a.csv': strToU8('a'), 'b.csv': strToU8('b') }),
      'a zip of 2 files (a.csv, b.csv)',
    ],
    ['a binary workbook', zipSync({ 'xl/workbook.bin': strToU8('') }), '.xlsb'],
    ['a workbook with a password', compound('EncryptedPackage'), 'protected by a password'],
    ['a workbook of 1995', compound('Book'), 'a version before 1997'],
    ['a letter', compound('WordDocument'), 'no workbook'],
    ['a workbook that is cut off', sample('trades.xlsx').subarray(0, 3000), 'cut off'],
  ];

  it.each(refusals)('%s is refused with what it is', (_, bytes, sentence) => {
    expect(() => readWorkbook(bytes)).toThrow(sentence);
  });
});

describe('numbers and formats', () => {
  it.each([
    ['257.52999999999997', '257.53'],
    ['2.4350000000000001E-3', '0.002435'],
    ['1E-8', '0.00000001'],
    ['1.2E9', '1200000000'],
    ['12345678901234567890', '12345678901234567890'],
    ['-0', '0'],
    ['007.50', '7.5'],
    ['-1234567.000001', '-1234567.000001'],
    ['1.0000000000000001E+21', '1000000000000000000000'],
  ])('%s is %s', (raw, plain) => {
    expect(plainNumber(raw)).toBe(plain);
  });

  it.each([
    ['2.4049999999999998E-5', '2.405e-05'],
    ['-1E-8', '-1e-08'],
    ['1.23E-12', '1.23e-12'],
    ['1E-4', '0.0001'],
    ['0.00001', '1e-05'],
    ['10.00001', '10.00001'],
    ['0', '0'],
  ])('the cell of %s reads %s', (raw, value) => {
    expect(numberCell(raw, 'number', false)).toEqual({ type: 'number', value, raw });
  });

  it.each([
    ['yyyy-mm-dd', 'date'],
    ['[$-409]d-mmm-yy;@', 'date'],
    ['mmm', 'date'],
    ['hh:mm AM/PM', 'time'],
    ['[h]:mm:ss', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00\\ [$EUR-407]', 'number'],
    ['"sold on day" 0', 'number'],
    ['General', 'number'],
    ['_-* #,##0.00\\ _d', 'number'],
    ['[Red]-0.00', 'number'],
  ])('%s makes a %s', (code, kind) => {
    expect(readFormat(code)).toBe(kind);
  });
});

describe('open cases', () => {
  interface ExpectedWorkbook {
    readonly sheets: readonly { readonly name: string; readonly rows: readonly (readonly (Cell | null)[])[] }[];
  }

  it('every cell of every sheet', (ctx) => {
    if (!existsSync(CASES)) ctx.skip('journal/xlsx is not on this machine');
    const files = readdirSync(CASES).filter((name) => !name.endsWith('.expected.json'));
    for (const name of files) {
      const stem = name.replace(/\.\w+$/, '');
      const wanted = JSON.parse(readFileSync(resolve(CASES, `${stem}.expected.json`), 'utf8')) as ExpectedWorkbook;
      const { sheets } = readWorkbook(readFileSync(resolve(CASES, name)));
      expect(sheets.map((sheet) => ({ name: sheet.name, rows: [...sheet.rows()] }))).toEqual(
        wanted.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows })),
      );
    }
  });
});
