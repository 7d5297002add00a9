import { expect, it } from 'vitest';
import { agreeInPart } from './part.ts';

it('every route, export and tool says the same of a period, to the cent', async () => {
  expect(await agreeInPart(2)).toContain(' 0 disagreements');
});
