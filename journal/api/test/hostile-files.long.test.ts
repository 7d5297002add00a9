// Files that unfold into more than there is memory: the process that reads them ends first.
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pdfText } from '@zorivest/integrations';
import { childrenRunning, largestChild } from './children.ts';

const READER = 'pdf-process';

/** A page whose content was packed twice: a couple of kilobytes that say 700 MB. */
function packedTwice(): Uint8Array {
  const content = deflateSync(deflateSync(Buffer.alloc(700 * 1024 * 1024), { level: 9 }), { level: 9 });
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>'),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  objects.forEach((body, n) => parts.push(Buffer.from(`${n + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')));
  parts.push(Buffer.from('trailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n'));
  return Buffer.concat(parts);
}

it('a PDF that is packed twice is refused before it has taken half a gigabyte', async () => {
  const bytes = packedTwice();
  expect(bytes.length).toBeLessThan(10_000);
  const most = await largestChild(READER, () =>
    expect(pdfText(bytes, new AbortController().signal)).rejects.toMatchObject({
      status: 422,
      detail: [{ field: 'file', message: expect.stringContaining('memory') as unknown }],
    }),
  );
  expect(most).toBeLessThan(512);
  await expect.poll(() => childrenRunning(READER)).toEqual([]);
});
