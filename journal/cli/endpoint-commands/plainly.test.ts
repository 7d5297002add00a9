import { contract } from '@zorivest/contract';
import { expect, it } from 'vitest';
import { plainly } from './plainly.ts';

// Refused by the contract itself: schemas that come to speak differently are noticed.
const { list } = contract.activity;
const { update } = contract.taxProfiles;
const { create } = contract.watchlists;
const { create: createEvent } = contract.positionEvents;

it.each([
  [
    'a word that is none',
    list.query?.safeParse({ outcome: 'maybe' }),
    /^must be one of ok, refused_guard, .*cancelled$/,
  ],
  [
    'a kind that is none',
    createEvent.body?.safeParse({ kind: 'gift' }),
    /^must be one of split, symbol_change, .*assignment$/,
  ],
  ['too many', list.query?.safeParse({ limit: 5000 }), /^must be at most 1000$/],
  ['too few', list.query?.safeParse({ limit: 0 }), /^must be (?:at least 1|more than 0)$/],
  ['nothing', create.body?.safeParse({}), /^is missing$/],
  ['words of our own', update.body?.safeParse({ state: 'Texas' }), /^must be two letters$/],
])('says of %s what is wrong, for a person', (_, parsed, pattern) => {
  expect(plainly(parsed?.error?.issues[0]?.message ?? 'nothing is wrong')).toMatch(pattern);
});

it('leaves what it does not know as it is', () => {
  expect(plainly('there is no account "x"')).toBe('there is no account "x"');
});
