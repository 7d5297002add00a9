import { expect, test } from 'vitest';
import { profileOf } from './profile.ts';

test('only the columns that were chosen are kept, and the words where some were given', () => {
  expect(
    profileOf({
      name: 'Depot',
      'column time': 'Wann',
      'column symbol': 'Papier',
      'column fees': undefined,
      buy: 'K, Kauf',
      sell: 'V',
      decimal_mark: ',',
      date_order: 'dmy',
      signed_quantity: false,
      time_zone: undefined,
    }),
  ).toEqual({
    columns: { time: 'Wann', symbol: 'Papier' },
    side_words: { buy: ['K', 'Kauf'], sell: ['V'] },
    decimal_mark: ',',
    date_order: 'dmy',
    signed_quantity: false,
  });
  expect(profileOf({ 'column price': 'Kurs' })).toEqual({ columns: { price: 'Kurs' } });
});
