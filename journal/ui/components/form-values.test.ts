import { expect, test } from 'vitest';
import { changesIn, listOf, onlyChanged, readForm } from './form-values.ts';

const form = (written: Readonly<Record<string, string>>) => ({ get: (name: string) => written[name] ?? null });

test('a number with separators is a number, a blank field nothing, a flag yes or no', () => {
  const fields = [
    { name: 'quantity', kind: 'number' },
    { name: 'notes', kind: 'long' },
    { name: 'on', kind: 'flag' },
  ];
  expect(readForm(form({ quantity: '1,200.5', notes: '  ' }), fields)).toEqual({
    quantity: 1200.5,
    notes: undefined,
    on: false,
  });
});

test('what is not a number goes to the service as it was written, which names the field', () => {
  expect(readForm(form({ price: 'ten' }), [{ name: 'price', kind: 'number' }])).toEqual({ price: 'ten' });
});

test('only what was changed is sent, and what was emptied as null', () => {
  const fields = [
    { name: 'price', value: 12.5 },
    { name: 'notes', value: 'late' },
    { name: 'risk_amount', value: null },
    { name: 'flag', value: true },
  ];
  expect(changesIn({ price: 12.5, notes: undefined, risk_amount: undefined, flag: false }, fields)).toEqual({
    notes: null,
    flag: false,
  });
});

test('words by comma', () => {
  expect(listOf(' breakout,, open ')).toEqual(['breakout', 'open']);
});

test('of what would be sent only what was changed is left', () => {
  expect(onlyChanged({ name: 'A', tags: ['x'], notes: '' }, { tags: 'x', notes: null })).toEqual({
    tags: ['x'],
    notes: '',
  });
});
