import { describe, expect, it } from 'vitest';
import { fillAddress, isWrittenOut } from './web-addresses.ts';

describe('an address of a policy', () => {
  it.each([
    'https://example.test/a.csv',
    'https://example.test/{symbol}.csv',
    'https://example.test/a?symbol={symbol}&day={day}',
    'https://example.test:8443/{a}/{b}',
  ])('%s is written out', (url) => {
    expect(isWrittenOut(url)).toBe(true);
  });

  it.each([
    'https://{host}/a',
    'https://{sub}.example.test/a',
    'https://example.test{rest}/a',
    'https://example.test:{port}/a',
    'https://{user}@example.test/a',
    'https://example.test@evil.test/a',
    '{scheme}://example.test/a',
    'https:\\\\{host}\\a',
    'https:{host}/a',
    'https://example.test/a?{name}=1',
    'https://example.test/a#{x}',
    'ftp://example.test/a',
    'no address',
  ])('%s is not', (url) => {
    expect(isWrittenOut(url)).toBe(false);
  });

  it('is filled with values that stay values', () => {
    const fill = (values: Record<string, string>) => fillAddress('https://example.test/{a}?q={b}', values);
    expect(fill({ a: 'x/../y', b: '1&r=2#z' })).toBe('https://example.test/x%2F..%2Fy?q=1%26r%3D2%23z');
    expect(fill({ a: '@evil.test', b: '//evil.test' })).toBe('https://example.test/%40evil.test?q=%2F%2Fevil.test');
    for (const wrong of ['', '.', '..'])
      expect(() => fill({ a: wrong, b: '1' })).toThrow('cannot be part of an address');
    expect(() => fill({ a: 'x' })).toThrow('url_values has no "b"');
  });
});
