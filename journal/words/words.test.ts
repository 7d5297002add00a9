import { describe, expect, it } from 'vitest';
import * as words from './index.ts';

const { byName, dataTypeOfPath, dataTypes, importCounts, pathOfDataType, rangedDataTypes } = words;

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
