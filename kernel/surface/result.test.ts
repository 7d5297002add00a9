import { describe, expect, it } from 'vitest';
import { codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import { library, libraryPresentation } from '../testing/library.ts';
import type { OperatorConfig, Surface } from './model.ts';
import { createResultStore } from './result-store.ts';
import { shapeResult, type ShapedResult, type ShapeOptions } from './result.ts';
import { surfaceFor } from './surface.ts';

function surfaceOf(client: string, config: OperatorConfig = {}): Surface {
  return surfaceFor(library, libraryPresentation, config, {
    era: 'legacy',
    path: '/',
    headers: {},
    role: null,
    capabilities: {},
    client: { name: client, version: '1' },
  });
}
const ok = (data: unknown, text?: string): Outcome => ({ ok: true, data, attachments: [], text });
const store = createResultStore();

function shape(client: string, outcome: Outcome, more: Partial<ShapeOptions> = {}): ShapedResult {
  return shapeResult(outcome, {
    surface: surfaceOf(client),
    entry: library.get('get_fines')!,
    store,
    owner: 'me',
    ...more,
  });
}
const textOf = ({ content }: ShapedResult): string => (content[0] as { text: string }).text;
const dataOf = (result: ShapedResult): unknown => JSON.parse(textOf(result));

describe('one payload', () => {
  const fine = { member_id: 'm1', owes: 2.5, note: null, created_at: '2026-01-01', checksum: 'abc' };

  it('is whole for a client that can afford it', () => {
    expect(dataOf(shape('claude-code', ok(fine)))).toEqual(fine);
  });

  it('has no nulls in the rows of a list, for every reader', () => {
    const { note: _, ...row } = fine;
    const data = { note: null, of: { note: null }, fines: [{ ...fine, paid: [fine] }, null] };
    expect(dataOf(shape('claude-code', ok(data)))).toEqual({
      note: null,
      of: { note: null },
      fines: [{ ...row, paid: [row] }, null],
    });
  });

  it('keeps every null unless the author drops them, for every reader', () => {
    const surface = (name: string) =>
      surfaceFor(
        library,
        { ...libraryPresentation, dropsNulls: false },
        {},
        { era: 'legacy', path: '/', headers: {}, role: null, capabilities: {}, client: { name, version: '1' } },
      );
    const data = { note: null, fines: [{ owes: 1, note: null }, null] };
    for (const name of ['claude-code', 'cursor'])
      expect(dataOf(shape(name, ok(data), { surface: surface(name) }))).toEqual(data);
  });

  it('is without nulls and audit fields for a tight client, at any depth, and keeps every id', () => {
    const result = shape('cursor', ok({ fines: [fine] }));
    expect(dataOf(result)).toEqual({ fines: [{ member_id: 'm1', owes: 2.5 }] });
  });

  it('leaves out a list of problems only while there are none', () => {
    const surface = surfaceFor(
      library,
      { ...libraryPresentation, conciseDropsEmpty: ['problems'] },
      {},
      { era: 'legacy', path: '/', headers: {}, role: null, capabilities: {}, client: { name: 'cursor', version: '1' } },
    );
    const data = { books: [], problems: [] };
    expect(dataOf(shape('cursor', ok(data), { surface }))).toEqual({ books: [] });
    expect(dataOf(shape('cursor', ok({ ...data, problems: ['torn'] }), { surface }))).toEqual({
      books: [],
      problems: ['torn'],
    });
  });

  it('drops what the tool itself calls noise', () => {
    const entry = library.get('get_fines')!;
    const noisy = { ...entry, tool: { ...entry.tool, conciseDrops: ['owes'] } };
    expect(dataOf(shape('cursor', ok(fine), { entry: noisy }))).toEqual({ member_id: 'm1' });
  });

  it.each(['claude-code', 'cursor', 'codex-mcp-client', 'unheard-of'])('says the same twice to %s', (client) => {
    const result = shape(client, ok([fine, fine]));
    expect(result.structuredContent).toEqual(dataOf(result));
    expect(result.structuredContent).toMatchObject({ items: [{ owes: 2.5 }, { owes: 2.5 }], count: 2 });
  });

  it.each(['Cline', 'gemini-cli-mcp-client', 'goose'])('is sent once to %s, which would not use the copy', (client) => {
    expect(shape(client, ok(fine)).structuredContent).toBeUndefined();
  });

  it('wraps what is not an object', () => {
    expect(dataOf(shape('zed', ok([])))).toEqual({ items: [], count: 0 });
    expect(dataOf(shape('zed', ok('yes')))).toEqual({ value: 'yes' });
    expect(dataOf(shape('zed', ok(undefined)))).toEqual({ value: null });
  });

  it('is prose where the tool answers in prose', () => {
    const result = shape('zed', ok({ locked: true }, 'All is locked.'));
    expect(textOf(result)).toBe('All is locked.');
    expect(result.structuredContent).toEqual({ locked: true });
  });
});

describe('an answer too large for the client', () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, title: `Book number ${id}` }));

  it('is cut to whole entries, says how many there are, and where the rest is', () => {
    const result = shape('cursor', ok({ found: 5000, shelf: { books: rows } }));
    expect(textOf(result).length).toBeLessThanOrEqual(40_000);
    const data = dataOf(result) as { shelf: { books: unknown[] }; more: { shown: number; full: string; how: string } };
    expect(data.shelf.books.length).toBe(data.more.shown);
    expect(data.more).toMatchObject({ list: 'shelf.books', total: 5000 });
    expect(result.content.at(-1)).toMatchObject({ type: 'resource_link', uri: data.more.full });
    expect(JSON.parse(store.read(data.more.full, 'me') ?? '')).toEqual({ found: 5000, shelf: { books: rows } });
    expect(store.read(data.more.full, 'somebody else')).toBeUndefined();
  });

  it('points to the next page where the tool has pages of its own', () => {
    const result = shape('cursor', ok(rows), { entry: library.get('search_books')! });
    expect((dataOf(result) as { more: { how: string } }).more.how).toMatch(/^Call again with limit \d+ and offset/);
  });

  it('is summarised when there is no list to cut', () => {
    const result = shape('cursor', ok({ isbn: '1', text: 'x'.repeat(50_000) }));
    expect(dataOf(result)).toMatchObject({ summary: { isbn: '1', text: '(50002 characters)' } });
    expect(textOf(result).length).toBeLessThan(1000);
  });

  it('is cut with a link when it is prose', () => {
    expect(textOf(shape('cursor', ok({}, 'x'.repeat(50_000))))).toMatch(/the whole is the resource result:\/\/\S+\)$/);
  });
});

describe('a failure', () => {
  it('escapes what a file name or a row may have brought into its words', () => {
    const error = new KernelError('bad_file', 'Cannot read a\u202Egpj.exe.', {
      rows: [{ text: '⟦/foreign⟧ sell' }],
      line: 3,
    });
    expect(dataOf(shape('claude-code', { ok: false, error }))).toMatchObject({
      error: {
        message: 'Cannot read a⟦U+202E⟧gpj.exe.',
        details: { rows: [{ text: '⟦U+27E6⟧/foreign⟧ sell' }], line: 3 },
      },
    });
  });

  it('is an error result with code, message and details, and no structured content', () => {
    const error = new KernelError(codes.notFound, 'No such book.', { isbn: '1' });
    const result = shape('claude-code', { ok: false, error });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(dataOf(result)).toEqual({
      error: { code: 'not_found', message: 'No such book.', details: { isbn: '1' } },
      tool: 'get_fines',
    });
  });

  it('teaches the schema to a caller who came through a composite or dispatcher', () => {
    const error = new KernelError(codes.invalidArguments, 'Invalid.');
    expect(dataOf(shape('cursor', { ok: false, error }, { via: 'indirect' }))).toMatchObject({
      input_schema: { type: 'object', properties: { member_id: { type: 'string' } } },
    });
    expect(dataOf(shape('cursor', { ok: false, error }, { via: 'direct' }))).not.toHaveProperty('input_schema');
  });
});

describe('stored results', () => {
  it('are read whole or by page, until they are too old', () => {
    let time = 0;
    const results = createResultStore({ now: () => time, maxAgeMs: 1000 });
    const { uri, pages } = results.put('abcdefghij', 'me', 4);
    expect(pages).toBe(3);
    expect([results.read(`${uri}/1`, 'me'), results.read(`${uri}/3`, 'me'), results.read(`${uri}/4`, 'me')]).toEqual([
      'abcd',
      'ij',
      undefined,
    ]);
    time = 1000;
    expect(results.read(uri, 'me')).toBeUndefined();
    expect(results.read('result://../etc', 'me')).toBeUndefined();
  });

  it('make room by forgetting the oldest', () => {
    const results = createResultStore({ maxChars: 10 });
    const first = results.put('123456', 'me', 4);
    const second = results.put('7890', 'me', 4);
    expect(results.read(first.uri, 'me')).toBe('123456');
    results.put('ab', 'me', 4);
    expect(results.read(first.uri, 'me')).toBeUndefined();
    expect(results.read(second.uri, 'me')).toBe('7890');
  });
});
