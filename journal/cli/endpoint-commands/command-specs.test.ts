import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { table } from '../output.ts';
import { bar } from '../progress.ts';
import type { CommandSpec, CommandInput, Session } from './command-spec.ts';
import { lineOf } from './follow.ts';
import { commandSpecs, nouns } from './index.ts';
import { addCommandOptions, optionFields, readInput } from './options.ts';
import { requestOf } from './run.ts';
import { render } from './show.ts';

function inputOf(name: string, ...args: string[]) {
  const spec = commandSpecs.find((one) => one.name === name) as CommandSpec;
  const command = new Command('x').exitOverride();
  addCommandOptions(command, spec);
  command.parse(args, { from: 'user' });
  return readInput(spec, command.args, command);
}

describe('the acts', () => {
  it.each(commandSpecs.map((spec) => [spec.name, spec] as const))(
    '%s names fields that its endpoint has',
    (_, spec) => {
      const names = optionFields(spec).map(({ field }) => field.name);
      for (const place of spec.places ?? []) expect(names).toContain(place);
      for (const word of Object.keys(spec.optionNames ?? {})) expect(names).toContain(word);
      for (const place of spec.optional ?? []) expect(spec.places).toContain(place);
      const optionNames = optionFields(spec).map(({ word }) => word);
      expect(new Set(optionNames).size).toBe(optionNames.length);
      expect(optionNames).not.toContain('home');
    },
  );

  it('belong to nouns that say what they are about', () => {
    for (const { name } of commandSpecs) if (name.includes(' ')) expect(nouns).toHaveProperty(name.split(' ')[0] ?? '');
  });
});

describe('what was typed', () => {
  it('is the endpoint’s fields with dashes; account and year have short words, and their own', () => {
    const fields = { account_id: 'main', instrument: 'AAPL', quantity: 10 };
    expect(inputOf('trade add', '--account', 'main', '--instrument', 'AAPL', '--quantity', '10')).toEqual(fields);
    expect(inputOf('trade add', '--account-id', 'main', '--instrument', 'AAPL', '--quantity', '10')).toEqual(fields);
    expect(inputOf('tax summary', '--year', '2026')).toEqual({ tax_year: 2026 });
  });

  it('fills places that no option has filled', () => {
    expect(inputOf('balance add', 'main', '12')).toEqual({ account_id: 'main', balance: 12 });
    expect(inputOf('balance add', '12', '--account', 'main')).toEqual({ account_id: 'main', balance: 12 });
    expect(() => inputOf('balance add', '12', '13', '--account', 'main')).toThrow('unexpected argument "13"');
    expect(inputOf('watchlist add', 'Core', 'A', 'B')).toEqual({ watchlist: 'Core', tickers: ['A', 'B'] });
  });

  it('takes away with nothing, says no with --no, and reads lists and documents', () => {
    expect(inputOf('account edit', 'main', '--notes', '', '--no-is-spousal')).toEqual({
      account_id: 'main',
      notes: null,
      is_spousal: false,
    });
    const profile = inputOf('tax profile', '--section-1256-roots', 'SPX,VIX', '--year-end-prices', '{"ES":1}');
    expect(profile).toEqual({ section_1256_roots: ['SPX', 'VIX'], year_end_prices: { ES: 1 } });
    expect(() => inputOf('tax profile', '--year-end-prices', 'none')).toThrow('must be JSON');
  });

  it('goes where the endpoint has it', () => {
    expect(requestOf('imports.undo', { run_id: 'r', discard_own_work: true })).toEqual({
      params: { run_id: 'r' },
      query: { discard_own_work: true },
    });
    expect(requestOf('accounts.recordBalance', { account_id: 'a', balance: 1 })).toEqual({
      params: { account_id: 'a' },
      body: { balance: 1 },
    });
  });
});

describe('what an act does with what was typed', () => {
  /** What it asks of which endpoint. */
  async function askWith(name: string, ...args: string[]): Promise<unknown[]> {
    const spec = commandSpecs.find((one) => one.name === name) as CommandSpec;
    const questions: unknown[] = [];
    const ask = (request: CommandInput, endpoint = spec.endpoint) => {
      questions.push([endpoint, request]);
      return Promise.resolve({});
    };
    await spec.perform(inputOf(name, ...args), { ask, json: false, isOwnService: true } as Session);
    return questions;
  }

  it('gives one rate, exports the record, and sets a mode that there is', async () => {
    const rate = { date: '2026-03-31', base: 'CHF', quote: 'USD', rate: 1.13 };
    expect(await askWith('fx set', '2026-03-31', 'CHF', 'USD', '1.13')).toEqual([['fx.put', { rates: [rate] }]]);
    expect(await askWith('activity', '--csv', '--outcome', 'ok')).toEqual([
      ['activity.export', { outcome: 'ok', format: 'csv' }],
    ]);
    expect(await askWith('activity', '--limit', '5')).toEqual([['activity.list', { limit: 5 }]]);
    await expect(async () => askWith('keys mode', 'key_1', 'maybe')).rejects.toThrow('off, read, ask, write');
  });

  it('says where there is nothing to follow and no file to take', async () => {
    await expect(async () => askWith('activity', '--follow')).rejects.toThrow('zorivest up');
    await expect(async () => askWith('fx import', 'nothing.csv')).rejects.toThrow('there is no file nothing.csv');
  });

  it('tells what assistants do in lines that cannot paint over each other', () => {
    const event = (type: 'call_ended' | 'guard' | 'write', data: Record<string, unknown>) =>
      lineOf({ id: 1, type, at: '2026-03-02T14:03:07.123Z', data });
    expect(event('call_ended', { tool: 'a\u001b[2Jb', outcome: 'ok', key_id: 'key_1', duration_ms: 12.5 })).toBe(
      '14:03:07  ok             a\\u{1b}[2Jb  key_1  12.5 ms',
    );
    expect(event('guard', { is_locked: true, lock_reason: 'enough' })).toBe('14:03:07  stopped        enough');
    expect(event('write', {})).toBeNull();
  });
});

describe('what is shown', () => {
  const rows = [
    ['ID', 'NOTES', 'PRICE'],
    ['E-1', 'a long story about a trade that was not taken', '187.50'],
    ['E-2', 'short', '9.00'],
  ];

  it('fits the terminal: words give way, figures never', () => {
    const lines = table(rows, { width: 30 }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
    expect(lines[1]).toMatch(/^E-1 {2}a long .*… {2}187\.50$/);
    expect(lines[2]).toMatch(/ 9\.00$/);
    expect(table(rows)).toContain('that was not taken');
  });

  it('is a table for many and lines for one, without what says nothing', () => {
    const many = { items: [{ id: 1, name: 'a', notes: null }], total: 3 };
    expect(render(['id', 'name', 'notes'], many, undefined)).toBe(
      'ID  NAME\n 1  a\n1 of 3; --limit and --offset show the others',
    );
    expect(render(['id', 'created_at'], { id: 1, created_at: '2026-01-05T14:30:00.000Z' }, undefined)).toBe(
      'id          1\ncreated at  2026-01-05 14:30',
    );
    expect(render(['id'], [], undefined)).toBe('There is nothing yet.');
  });

  it('rounds for the eye: money to the cent, prices to eight figures', () => {
    const row = { total_pnl: -1097.79544, avg_price: 66.54166666666667, quantity: 0.00012345, count: 123456789012 };
    expect(render(['total_pnl', 'avg_price', 'quantity', 'count'], row, undefined).split(/\n?[a-z ]+ {2}/)).toEqual([
      '',
      '-1097.8',
      '66.541667',
      '0.00012345',
      '123456789012',
    ]);
  });

  it('asks in words what an event needs, and counts the rows of an import that the book had', async () => {
    const show = async (name: string, answer: object) => {
      const spec = commandSpecs.find((one) => one.name === name) as CommandSpec;
      const ask = (input: CommandInput) => Promise.resolve({ ...input, ...answer });
      const { describe } = await spec.perform({}, { ask } as Session);
      return describe(undefined);
    };
    const needs = [{ field: 'allocation', question: 'Which part of the cost goes to the new shares?' }];
    expect(await show('event answer', { id: 4, needs })).toContain('Which part of the cost goes to the new shares?');
    expect(await show('event list', { items: [{ id: 4, needs: [] }], total: 1 })).toBe('ID\n 4');
    expect(await show('imports list', { items: [{ run_id: 'r', duplicates: 3 }], total: 1 })).toContain('DUPLICATES');
  });

  it('has a bar for long work', () => {
    expect(bar(0.5)).toBe(`${'█'.repeat(12)}${'░'.repeat(12)}  50 %`);
    expect(bar(2)).toContain('100 %');
  });
});
