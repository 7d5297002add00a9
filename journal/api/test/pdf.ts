import Pdf from 'pdfkit';

/** A real PDF with these lines of text. */
export async function pdf(lines: readonly string[]): Promise<Buffer> {
  const document = new Pdf();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const line of lines) document.text(line);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
