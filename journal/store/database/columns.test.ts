import { describe, expect, it } from 'vitest';
import { decimal, flag, json, optional, Shape, stamp, text, time, word } from './columns.ts';

const shape = new Shape({
  name: text,
  side: word<'BOT' | 'SLD'>(),
  price: decimal,
  risk: optional(decimal),
  at: time,
  made: stamp,
  open: flag,
  tags: json<string[]>(),
});

const shown = {
  name: 'a',
  side: 'BOT' as const,
  price: 0.1,
  risk: 12.5,
  at: '2026-01-15T14:30:00+01:00',
  made: '2026-01-15T13:30:00.000Z',
  open: true,
  tags: ['x'],
};
const stored = {
  name: 'a',
  side: 'BOT',
  price: '0.1',
  risk: '12.5',
  at: '2026-01-15T13:30:00.000Z',
  made: '2026-01-15T13:30:00.000Z',
  open: 1,
  tags: '["x"]',
};

describe('a row described once', () => {
  it('is stored column by column, and only its own columns', () => {
    const more = { ...shown, somethingElse: 1 };
    expect(shape.store(more)).toEqual(stored);
  });

  it('stores null for a column that may be null and was left out', () => {
    const { risk: _, ...without } = shown;
    expect(shape.store(without)).toEqual({ ...stored, risk: null });
    expect(shape.show(shape.store(without)).risk).toBeNull();
  });

  it('is shown as it was given, with times in UTC', () => {
    const time = '2026-01-15T13:30:00Z';
    expect(shape.show(shape.store(shown))).toEqual({ ...shown, at: time, made: time });
  });

  it('changes what a change names: null is a value, undefined is not', () => {
    expect(shape.change({ risk: null, price: 2, name: undefined })).toEqual({ risk: null, price: '2' });
  });

  it('knows which columns do not sort as text', () => {
    expect(shape.names.filter((name) => shape.isDecimal(name))).toEqual(['price', 'risk']);
  });

  it('grows by more columns', () => {
    const wider = shape.with({ note: optional(text) });
    expect(wider.names).toEqual([...shape.names, 'note']);
    expect(wider.store({ ...shown, note: 'n' })).toEqual({ ...stored, note: 'n' });
  });
});
