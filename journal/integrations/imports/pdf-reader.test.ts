import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { linesOf, type TextPiece, readPdf } from './pdf-reader.ts';

const piece = (text: string, x: number, y: number): TextPiece => ({ text, x, y, width: text.length * 5, height: 10 });

it('the cells of a table are put back into their rows, whatever order they were drawn in', () => {
  const drawn = [
    piece('QTY', 100, 700),
    piece('5', 100, 680),
    piece('SYMBOL', 10, 700),
    piece('$74.33', 160, 681),
    piece('XBI', 10, 680),
    piece('PRICE', 160, 700),
  ];
  expect(linesOf(drawn)).toBe('SYMBOL QTY PRICE\nXBI 5 $74.33');
});

it('pieces that touch are one word', () => {
  expect(linesOf([piece('FIRST', 0, 0), piece('RADE', 25, 0)])).toBe('FIRSTRADE');
});

describe('a whole document', () => {
  it('is read, and a script in it is not run', async () => {
    const script = '/OpenAction << /S /JavaScript /JS (globalThis.scriptOfThePdf = 1;) >>';
    expect(await readPdf(onePage(content('BT /F1 12 Tf 50 700 Td (YOU BOUGHT XBI) Tj ET'), script))).toEqual({
      text: 'YOU BOUGHT XBI',
    });
    expect('scriptOfThePdf' in globalThis).toBe(false);
  });

  it('behind a password, or of more pages than a statement has, is refused with what to do', async () => {
    const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> /P -4 >> /ID [<00> <00>]`;
    expect(await readPdf(onePage(content('BT ET'), '', lock))).toEqual({
      fault: expect.stringContaining('protected by a password') as unknown,
    });
    const pages = document([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(501)}] /Count 501 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>',
    ]);
    expect(await readPdf(pages)).toEqual({ fault: expect.stringContaining('501 pages') as unknown });
  });

  it('of nothing but blanks, packed a thousandfold, is a page without text', async () => {
    const packed = deflateSync(Buffer.alloc(20_000_000, 0x20));
    expect(packed.length).toBeLessThan(50_000);
    expect(await readPdf(onePage(content(packed)))).toEqual({ text: '' });
  });
});

/** A stream object; bytes are taken as packed already. */
function content(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const filter = typeof body === 'string' ? '' : ' /Filter /FlateDecode';
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

function onePage(body: Buffer, catalog = '', trailer = ''): Uint8Array {
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return document(
    [`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page, body, font],
    trailer,
  );
}

/** The objects as a file: numbered, with the table of their places. */
function document(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array {
  const places: number[] = [];
  let file = Buffer.from('%PDF-1.7\n');
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF`;
  return new Uint8Array(Buffer.concat([file, Buffer.from(end)]));
}
