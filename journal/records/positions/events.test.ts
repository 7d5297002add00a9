import { expect, it } from 'vitest';
import { kindOf } from './events.ts';

it('an account is taxed by its type: what is bought inside a retirement or health account washes losses for good', () => {
  for (const [account_type, kind] of Object.entries({
    broker: 'taxable',
    bank: 'taxable',
    revolving: 'taxable',
    installment: 'taxable',
    crypto: 'taxable',
    ira: 'ira',
    '401k': 'ira',
    hsa: 'ira',
    roth_ira: 'roth_ira',
  }))
    expect([account_type, kindOf({ account_type, is_tax_advantaged: 0, is_spousal: 0 })]).toEqual([account_type, kind]);
  expect(kindOf({ account_type: 'broker', is_tax_advantaged: 1, is_spousal: 0 })).toBe('ira');
  expect(kindOf({ account_type: 'broker', is_tax_advantaged: 0, is_spousal: 1 })).toBe('spouse');
  expect(kindOf({ account_type: 'roth_ira', is_tax_advantaged: 0, is_spousal: 1 })).toBe('roth_ira');
});
