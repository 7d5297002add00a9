// `npm run agree` in short: the demo and ten books, each asked an eighth of the filters.
import { expect, it } from 'vitest';
import { agree, matrixText } from './agreement/agree.ts';

it('every route, export and tool says the same of a period, to the cent', async () => {
  const agreement = await agree({ books: 10, share: 8, demo: true });
  expect(
    agreement.rows.flatMap(({ place, disagreements }) => disagreements.slice(0, 3).map((one) => `${place}: ${one}`)),
  ).toEqual([]);
  // A place that is never asked would agree with everything.
  for (const { place, stated } of agreement.rows) expect([place, stated > 0]).toEqual([place, true]);
  expect(matrixText(agreement)).toContain(' 0 disagreements');
});
