import { expect, test } from 'vitest';
import { bankProfileOf } from './bank-profile.ts';
import { fitting } from './fitting.ts';
import { profileOf } from './profile.ts';

test('only the selected columns are saved, and the words where some were given', () => {
  expect(
    profileOf({
      name: 'Depot',
      'columns.time': 'Wann',
      'columns.symbol': 'Papier',
      'columns.fees': undefined,
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
  expect(profileOf({ 'columns.price': 'Kurs' })).toEqual({ columns: { price: 'Kurs' } });
});

test("a bank's columns are saved with how it writes amounts and days", () => {
  expect(
    bankProfileOf({
      name: 'Konto',
      'columns.date': 'Gebucht',
      'columns.amount': 'Wert',
      'columns.sign': undefined,
      kind: 'bank',
      invert_sign: true,
      decimal_mark: ',',
      date_order: 'dmy',
      currency: undefined,
    }),
  ).toEqual({
    columns: { date: 'Gebucht', amount: 'Wert' },
    kind: 'bank',
    invert_sign: true,
    decimal_mark: ',',
    date_order: 'dmy',
  });
});

test('the next file with the same headings is read by the mapping of the first; of several by the closest', () => {
  const profiles = [
    { name: 'short', columns: { date: 'Gebucht', amount: 'Wert' } },
    { name: 'whole', columns: { date: 'Gebucht', amount: 'Wert', payee: 'Zweck' } },
    { name: 'other', columns: { date: 'Gebucht', amount: 'Betrag', payee: 'Zweck', memo: 'Text' } },
  ];
  expect(fitting(['Gebucht', 'Zweck', 'Wert'], profiles)?.name).toBe('whole');
  expect(fitting(['Gebucht', 'Wert'], profiles)?.name).toBe('short');
  expect(fitting(['Datum', 'Wert'], profiles)).toBeUndefined();
});
