// The European Central Bank's history of reference rates: a table of days by currencies, one euro in each, or its zip.
import { inflateRawSync } from 'node:zlib';
import { invalidField } from '@zorivest/store';

interface EcbRate {
  readonly date: string;
  readonly base: 'EUR';
  readonly quote: string;
  readonly rate: string;
  readonly source: 'ecb';
}

/** A day of forty currencies has some 400 characters; a century of days stays below this. */
const MOST_BYTES = 64 * 1024 * 1024;

export function readEcbRates(file: Uint8Array): EcbRate[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return ratesIn((bytes.readUInt32LE === undefined || !isZip(bytes) ? bytes : unpack(bytes)).toString('utf8'));
}

function ratesIn(text: string): EcbRate[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  if (names[0] !== 'Date' || !names.slice(1).some((name) => /^[A-Z]{3}$/.test(name)))
    throw invalidField(
      'file',
      "must be the ECB's eurofxref-hist.csv (its first line names Date and currencies) or its zip",
    );
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    const [date = '', ...cells] = line.split(',').map((cell) => cell.trim());
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
      throw invalidField('file', `line ${i + 2} has no day: nothing was stored`);
    return cells.flatMap((rate, column): EcbRate[] => {
      const quote = names[column + 1] ?? '';
      // A currency that was not there yet, or is no more, stands as N/A.
      return /^[A-Z]{3}$/.test(quote) && /^\d+(?:\.\d+)?$/.test(rate) && Number(rate) > 0
        ? [{ date, base: 'EUR', quote, rate, source: 'ecb' }]
        : [];
    });
  });
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

function isZip(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;
}

/** The first table of the archive; sizes are read from its directory, which is right where the local header is not. */
function unpack(bytes: Buffer): Buffer {
  try {
    for (let at = bytes.length - 46; at >= 0; at -= 1) {
      if (bytes.readUInt32LE(at) !== CENTRAL_HEADER) continue;
      const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
      if (!name.toLowerCase().endsWith('.csv')) continue;
      const [method, size, start] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 42),
      ];
      const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
      const packed = bytes.subarray(from, from + size);
      if (method === STORED) return packed;
      if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: MOST_BYTES });
    }
  } catch (error) {
    throw invalidField('file', `is a zip that cannot be read (${error instanceof Error ? error.message : 'broken'})`);
  }
  throw invalidField('file', 'is a zip without a CSV file in it');
}
