import { describe, expect, it } from 'vitest';
import { circleFaults, circlesOf, type Imports } from './circles.ts';

const importsOf = (files: Record<string, string[]>): Imports => new Map(Object.entries(files));

describe('circles of files', () => {
  it('are found wherever files reach each other, and only there', () => {
    const imports = importsOf({
      'app.ts': ['call.ts', 'log.ts'],
      'call.ts': ['tool.ts'],
      'tool.ts': ['app.ts', 'log.ts'],
      'log.ts': ['sink.ts'],
      'sink.ts': ['log.ts'],
      'main.ts': ['app.ts'],
      'leaf.ts': [],
    });
    expect(circlesOf(imports)).toEqual([
      ['log.ts', 'sink.ts'],
      ['app.ts', 'call.ts', 'tool.ts'],
    ]);
  });

  it('are not seen where two ways lead to the same file', () => {
    const imports = importsOf({ 'top.ts': ['left.ts', 'right.ts'], 'left.ts': ['low.ts'], 'right.ts': ['low.ts'] });
    expect(circlesOf(imports)).toEqual([]);
  });
});

describe('the check', () => {
  const imports = importsOf({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': ['b.ts'] });

  it('shows the shortest way around', () => {
    expect(circleFaults(imports, {})).toEqual(['2 files import each other in a circle: b.ts -> c.ts -> b.ts']);
  });

  it('lets an allowed circle stand, but not one that grew', () => {
    expect(circleFaults(imports, { 'b and c': ['b.ts', 'c.ts'] })).toEqual([]);
    const grown = importsOf({ 'a.ts': ['b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['b.ts', 'a.ts'] });
    expect(circleFaults(grown, { 'b and c': ['b.ts', 'c.ts'] })).toEqual([
      '3 files import each other in a circle: b.ts -> c.ts -> b.ts (an allowed circle grew by a.ts)',
    ]);
  });

  it('asks for an allowance back that is not needed any more', () => {
    expect(circleFaults(imports, { 'b and c': ['a.ts', 'b.ts', 'c.ts'] })).toEqual([
      'a.ts is in no circle any more: take it out of the allowed circle "b and c"',
    ]);
  });
});
