import { describe, expect, it } from 'vitest';
import * as words from './index.ts';

const { byName, dataTypeOfPath, dataTypes, importCounts, pathOfDataType, rangedDataTypes } = words;

describe('a name', () => {
  it('that looks like another is that one', () => {
    const { asItLooks } = words;
    for (const name of [
      'Caf\u00e9 bar',
      'Cafe\u0301 bar',
      ' Caf\u00e9 bar',
      'Caf\u00e9\u00a0bar ',
      'Caf\u00e9\u2003\u3000bar',
    ])
      expect(asItLooks(name)).toBe('Caf\u00e9 bar');
    expect(asItLooks('a\tb\n')).toBe('a\tb\n');
    expect(asItLooks('AAPL  260320C00200000')).toBe('AAPL  260320C00200000');
    expect(asItLooks('AAPL  2603')).toBe('AAPL 2603');
  });

  it('with half a sign hides something', () => {
    expect(words.hidesSigns('x\ud800')).toBe(true);
    expect(words.hidesSigns('x😀')).toBe(false);
    expect(words.visible('x\udc00')).toBe('x\\u{dc00}');
  });

  it('hides nothing in what is left out when it is drawn, nor under a pile of marks', () => {
    const unseen = ['\u034f', '\u17b4', '\u180b', '\ufe0f', '\ufff0', '\uffff', '\u{e0041}', '\u{e0101}', '\u{e0fff}'];
    expect(unseen.filter((sign) => !words.hidesSigns(`AA${sign}PL`))).toEqual([]);
    expect(words.visible('AAPL\u{e0101}')).toBe('AAPL\\u{e0101}');
    expect(words.hidesSigns(`A${'\u0301'.repeat(150)}APL`)).toBe(true);
    expect(words.visible(`A${'\u0301'.repeat(5)}`)).toBe(`A${'\\u{301}'.repeat(5)}`);
    for (const name of ['Tiếng Việt', 'שָׁלוֹם', 'བཀྲ་ཤིས', 'क्षत्रिय', 'ภาษาไทย', '❤️ 👩‍🚀'])
      expect([name, words.hidesSigns(name)]).toEqual([name, false]);
  });
});

describe('the words of the journal', () => {
  it('say nothing twice in one list', () => {
    const lists = Object.entries(words).flatMap(([name, list]) =>
      Array.isArray(list) ? [{ name, list: list as readonly string[] }] : [],
    );
    expect(lists.filter(({ list }) => new Set(list).size < list.length)).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
  });

  it('spell a kind of market data one way in paths and another everywhere else', () => {
    expect(pathOfDataType('company_profile')).toBe('company-profile');
    expect(pathOfDataType('ohlcv')).toBe('ohlcv');
    for (const type of dataTypes) expect(dataTypeOfPath(pathOfDataType(type))).toBe(type);
    expect(dataTypes).toEqual(expect.arrayContaining([...rangedDataTypes]));
  });

  it('give a record of the same names', () => {
    const counts = byName(importCounts, (_, name) => name.length);
    expect(Object.keys(counts)).toEqual(Object.keys(importCounts));
    expect(counts.imported).toBe(8);
  });
});
