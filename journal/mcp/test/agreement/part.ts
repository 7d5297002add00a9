// `npm run agree` in parts, each a test file with a process of its own: the demo and 200 books made by chance
// (`ZORIVEST_AGREE_BOOKS` says another number). The part that ends last prints how many figures each place stated, and which
// of them are not what a plain loop over the exits says.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agree, type Agreement, matrixText, together } from './agree.ts';

/** As many as there are files. */
const PARTS = 2;

export async function agreeInPart(part: number): Promise<string> {
  const books = Math.ceil(Number(process.env['ZORIVEST_AGREE_BOOKS'] ?? 200) / PARTS);
  const tell = (line: string): void => void process.stderr.write(`part ${part}: ${line}\n`);
  const own = await agree({ books, from: (part - 1) * books + 1, demo: part === 1, tell });
  const all = withOthers(part, own);
  process.stdout.write(`${all === null ? `part ${part} is done` : matrixText(all)}\n`);
  return matrixText(own);
}

/** All parts together, for the last of them: what each found is left in a folder of this run. */
function withOthers(part: number, own: Agreement): Agreement | null {
  const folder = join(tmpdir(), `zorivest-agree-${process.ppid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${part}.json`), JSON.stringify(own));
  const names = readdirSync(folder);
  if (names.length < PARTS) return null;
  const parts = names.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Agreement);
  rmSync(folder, { recursive: true });
  return together(parts);
}
