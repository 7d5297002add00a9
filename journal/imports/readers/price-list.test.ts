import { expect, it } from 'vitest';
import { readPriceList } from './price-list.ts';

const read = (text: string) => readPriceList(new TextEncoder().encode(text));

it('a CSV by the names of its columns, in any order', () => {
  expect(read('Symbol,Close,Date,Currency\nXYZ,12.50,2025-03-31,USD\n"SAP SE","1,234.5",03/31/2025,EUR\n')).toEqual({
    prices: [
      { date: '2025-03-31', instrument: 'XYZ', price: 12.5, currency: 'USD' },
      { date: '2025-03-31', instrument: 'SAP SE', price: 1234.5, currency: 'EUR' },
    ],
    invalid: [],
  });
});

it('a pasted list without names', () => {
  expect(read('2025-03-31\tXYZ\t12.5\n2025-04-01\tXYZ\t13\n').prices).toHaveLength(2);
  expect(read('XYZ 2025-03-31 12.5').prices).toEqual([{ date: '2025-03-31', instrument: 'XYZ', price: 12.5 }]);
  expect(read('2025-03-31;SAP;98,76;EUR').prices).toEqual([
    { date: '2025-03-31', instrument: 'SAP', price: 98.76, currency: 'EUR' },
  ]);
});

it('rows that cannot be read are named, the others taken', () => {
  const { prices, invalid } = read(
    'date,instrument,price\n2025-02-30,XYZ,1\n2025-03-01,,1\n2025-03-01,XYZ,much\n2025-03-01,XYZ,2\n',
  );
  expect(prices).toEqual([{ date: '2025-03-01', instrument: 'XYZ', price: 2 }]);
  expect(invalid.map(({ row, reason }) => `${row}: ${reason}`)).toEqual([
    '2: "2025-02-30" is no date',
    '3: no instrument is named',
    '4: "much" is no price',
  ]);
  expect(read('hello\nworld').invalid).toHaveLength(1);
  expect(read('')).toEqual({ prices: [], invalid: [] });
});
