import { describe, expect, it } from 'vitest';
import { circleFaults, circlesOf, folderCircleFaults, type Imports } from './circles.ts';

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
      'a.ts is in no circle any more: remove it from the allowed circle "b and c"',
    ]);
  });
});

describe('circles of folders', () => {
  const accounts = { 'book/accounts/a.ts': ['book/trades/t.ts'], 'book/accounts/b.ts': [] };
  const circular = importsOf({
    ...accounts,
    'book/trades/t.ts': ['book/money.ts'],
    'book/trades/u.ts': ['book/accounts/b.ts'],
    'book/trades/v.ts': ['book/accounts/b.ts', 'book/money.ts'],
    'book/money.ts': [],
    'book/index.ts': ['book/accounts/a.ts', 'book/trades/t.ts'],
  });

  it('are found where no files import each other in a circle, with the imports of the thinner side', () => {
    expect(circlesOf(circular)).toEqual([]);
    expect(folderCircleFaults('book', circular)).toEqual([
      '2 folders of book import each other in a circle: book/accounts -> book/trades -> book/accounts\n' +
        '    book/accounts/a.ts imports book/trades/t.ts',
    ]);
  });

  it('are looked for in every folder, and a file inside a folder has its place in the order', () => {
    const nested = importsOf({
      'work/jobs/registry.ts': ['work/jobs/steps/send.ts'],
      'work/jobs/steps/send.ts': ['work/jobs/step.ts'],
      'work/jobs/steps/list.ts': ['work/jobs/registry.ts'],
      'work/jobs/step.ts': [],
    });
    expect(folderCircleFaults('work', nested)).toEqual([
      '2 folders of work/jobs import each other in a circle: ' +
        'work/jobs/registry.ts -> work/jobs/steps -> work/jobs/registry.ts\n' +
        '    work/jobs/registry.ts imports work/jobs/steps/send.ts',
    ]);
  });
});
