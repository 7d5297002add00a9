// Reads one hostile file in a process of its own, as an import does, and says how it ended, how long it took and how much memory.
import { strToU8, zipSync } from 'fflate';
import { readSheets, streamBrokerFile, WorkbookError } from '@zorivest/imports';
import { workbookOf, xlsx } from '../testing/xlsx.ts';

const MB = 1 << 20;

/** Two kilobytes that say gigabytes: a text of 15 MB in a thousand cells. */
const sharedStrings = (): Uint8Array =>
  xlsx({
    strings: `<si><t>${'A'.repeat(15 * MB)}</t></si>`,
    sheet: `<row r="1">${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`,
  });

/** Each row is small enough, and there are five thousand of them. */
const sharedOften = (): Uint8Array =>
  xlsx({
    strings: `<si><t>${'A'.repeat(32_000)}</t></si>`,
    sheet: `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(5000),
  });

/** A member whose header says that it is small. */
function lying(): Uint8Array {
  const bytes = xlsx({ sheet: `<row><c t="inlineStr"><is><t>${' '.repeat(64 * MB)}</t></is></c></row>` });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 46 < bytes.length; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > MB)
      view.setUint32(at + 24, 1000, true);
  return bytes;
}

const repeatedMembers = (): Uint8Array =>
  zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8(
      '<document-content xmlns:table="t" xmlns:office="o"><body><spreadsheet><table table:name="A"><table-row table:number-rows-repeated="1000000"><table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16000"/></table-row></table></spreadsheet></body></document-content>',
    ),
  });

/** A compound file whose chain of sectors bites its own tail. */
function endless(): Uint8Array {
  const bytes = new Uint8Array(512 * 4);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const view = new DataView(bytes.buffer);
  view.setUint16(28, 0xfffe, true);
  view.setUint16(30, 9, true);
  view.setUint16(32, 6, true);
  view.setUint32(44, 1, true);
  view.setUint32(48, 1, true);
  view.setUint32(60, 0xfffffffe, true);
  view.setUint32(76, 0, true);
  for (let at = 0; at < 128; at++) view.setUint32(512 + at * 4, at === 0 ? 0xfffffffd : 1, true);
  return bytes;
}

/** Parts of 700 MB, by what their directory says. */
const huge = (): Uint8Array => {
  const bytes = workbookOf([{ name: 'A', rows: [['x']] }]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 46 < bytes.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 700 * MB, true);
  return bytes;
};

const files: Readonly<Record<string, () => Uint8Array>> = {
  'xlsx: a sheet that unpacks to 700 MB': huge,
  'xlsx: a part whose size is a lie': lying,
  'xlsx: one text in a thousand cells': sharedStrings,
  'xlsx: one text in many rows': sharedOften,
  'ods: a cell that stands for billions': repeatedMembers,
  'xls: a chain without an end': endless,
  'zip: ten thousand names': () =>
    zipSync(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, new Uint8Array(0)]))),
  'csv: a hundred thousand columns': () =>
    Buffer.from(
      `${'Date,Symbol,Side,Quantity,Price,'.repeat(20_000)}\n${'2024-01-02,A,Buy,1,1,'.repeat(20_000)}\n`.repeat(30),
    ),
  'csv: 150 MB without an end of line': () => Buffer.alloc(150 * MB, 'x,'),
  'csv: 100 MB within one quote': () => Buffer.concat([Buffer.from('Date,Symbol\n"'), Buffer.alloc(100 * MB, 'a')]),
};

/** As a file is read. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

function* textOf(workbook: Uint8Array): Generator<Uint8Array> {
  for (const piece of readSheets(workbook).pieces()) yield Buffer.from(piece);
}

const name = process.argv[2] ?? '';
const make = files[name];
if (make === undefined) {
  process.stdout.write(JSON.stringify(Object.keys(files)));
} else {
  const bytes = make();
  const before = process.cpuUsage();
  let outcome = '';
  try {
    const pieces = name.startsWith('csv') ? piecesOf(bytes) : textOf(bytes);
    for await (const _ of streamBrokerFile(pieces, { accountId: 'a' }));
    outcome = 'read as no statement';
  } catch (error) {
    outcome = error instanceof WorkbookError ? error.message : `unexpected: ${String(error)}`;
  }
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    JSON.stringify({ outcome, seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 }),
  );
}
