import { describe, expect, it } from 'vitest';
import { differencesIn, readFields, writeFields } from './form-draft.ts';

const form = () => [
  { name: 'instrument', type: 'text', value: 'SPY' },
  { name: 'is_open', type: 'checkbox', value: 'on', checked: true },
  { name: 'side', type: 'radio', value: 'buy', checked: false },
  { name: 'side', type: 'radio', value: 'sell', checked: true },
  { name: 'secret', type: 'password', value: 'open sesame' },
  { name: 'api_key', type: 'text', value: 'sk-1' },
  { name: 'picture', type: 'file', value: 'C:\\fakepath\\a.png' },
  { name: '', type: 'submit', value: '' },
  { tagName: 'FIELDSET' },
];

describe('what was typed into a form', () => {
  it('is read by name, and never what is secret or a file', () => {
    expect(readFields(form())).toEqual({ instrument: 'SPY', is_open: true, side: 'sell' });
  });

  it('is what differs from what stood there before', () => {
    const before = { instrument: 'SPY', is_open: true, side: 'sell' };
    expect(differencesIn({ ...before, is_open: false, note: '' }, before)).toEqual({ is_open: false, note: '' });
  });

  it('is written back into the fields that are still there', () => {
    const other = form().map((each) => ({ ...each, ...('checked' in each && { checked: false }) }));
    writeFields(other, { instrument: 'QQQ', is_open: true, side: 'buy', gone: 'x', secret: 'y' });
    expect(readFields(other)).toEqual({ instrument: 'QQQ', is_open: true, side: 'buy' });
    expect(other.find(({ name }) => name === 'secret')).toMatchObject({ value: 'open sesame' });
  });
});
