import { describe, expect, it } from 'vitest';
import { listAt, parseExactly, textAt } from './exact-json.ts';

describe('JSON of a broker', () => {
  it('keeps every number as it is written', () => {
    const text = '{"a":0.1000000000000000055,"id":9007199254740993,"b":[1.50,-0.00,12345678901234567890.123456789]}';
    expect(parseExactly(text)).toEqual({
      a: '0.1000000000000000055',
      id: '9007199254740993',
      b: ['1.50', '-0.00', '12345678901234567890.123456789'],
    });
  });

  it('writes an exponent out', () => {
    expect(parseExactly('[1.5e-7,1E3,-2.5e+2,1e-8,0e0,12e-1]')).toEqual([
      '0.00000015',
      '1000',
      '-250',
      '0.00000001',
      '0',
      '1.2',
    ]);
  });

  it('is not filled up by a power that no amount has', () => {
    expect(parseExactly('[1e999,1e-5000]')).toEqual(['1e999', '1e-5000']);
  });

  it('finds only what an answer has itself', () => {
    const answer = parseExactly('{"a":{"b":" x "},"__proto__":{"c":"y"},"rows":[{"d":1},2,null]}');
    expect([textAt(answer, 'a', 'b'), textAt(answer, 'constructor', 'name'), textAt(answer, 'a', 'c')]).toEqual([
      'x',
      '',
      '',
    ]);
    expect(listAt(answer, 'rows')).toEqual([{ d: '1' }]);
    expect(listAt(answer, 'a')).toBeNull();
  });
});
