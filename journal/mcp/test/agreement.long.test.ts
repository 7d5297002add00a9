// `npm run agree`: the demo and 200 books made by chance (`ZORIVEST_AGREE_BOOKS` says another number). Prints how many figures
// each place stated, and which of them are not what a plain loop over the exits says.
import { expect, it } from 'vitest';
import { agree, matrixText } from './agreement/agree.ts';

it('every route, export and tool says the same of a period, to the cent', async () => {
  const books = Number(process.env['ZORIVEST_AGREE_BOOKS'] ?? 200);
  const agreement = await agree({ books, demo: true, tell: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`${matrixText(agreement)}\n`);
  expect(matrixText(agreement)).toContain(' 0 disagreements');
});
