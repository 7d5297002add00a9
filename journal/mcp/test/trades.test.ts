/** The same work done by three kinds of client gives the same facts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let cursor: Assistant;
let cline: Assistant;

/** One pixel, red. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  const { wire } = await bench.serve();
  [claude, cursor, cline] = (await Promise.all(
    ['claude-code', 'cursor', 'Cline'].map((name) => bench.connect(name, { url: wire.url })),
  )) as [Assistant, Assistant, Assistant];
  for (const [n, action] of (['BOT', 'SLD'] as const).entries()) {
    const args = { exec_id: `T${n}`, instrument: 'MSFT', action, quantity: 5, price: 400 + n, account_id: 'main' };
    await claude.call('create_trade', { ...args, time: `2026-03-0${n + 2}T15:00:00Z`, commission: 1 });
  }
});
afterAll(() => bench.close());

describe('trades', () => {
  it('are listed newest first with their real total', async () => {
    const { data } = await claude.call('list_trades', { limit: 1 });
    expect(data).toMatchObject({ total: 2, limit: 1, offset: 0, items: [{ exec_id: 'T1', action: 'SLD' }] });
    expect((await claude.call('list_trades', { sort: 'price', limit: 1 })).data).toMatchObject({
      items: [{ exec_id: 'T0' }],
    });
    expect((await claude.call('list_trades', { sort: 'colour' })).isError).toBe(true);
  });

  it('recorded twice are answered as duplicates', async () => {
    const args = { exec_id: 'T0', instrument: 'MSFT', action: 'BOT', quantity: 5, price: 400, account_id: 'main' };
    expect(await claude.call('create_trade', args)).toMatchObject({
      isError: false,
      data: { status: 'duplicate', exec_id: 'T0' },
    });
  });

  it('say the same to every client, in more words or fewer', async () => {
    const [full, tight, dynamic] = await Promise.all([claude, cursor, cline].map((who) => who.call('list_trades')));
    const facts = (answer: typeof full) => {
      const items = (answer?.data.items ?? []) as Record<string, unknown>[];
      return items.map(({ exec_id, price, quantity }) => [exec_id, price, quantity]);
    };
    expect(facts(tight)).toEqual(facts(full));
    expect(facts(dynamic)).toEqual(facts(full));
    expect(full?.structured).toEqual(full?.data);
    expect(tight?.structured).toEqual(tight?.data);
    expect(dynamic?.structured).toBeUndefined();
    expect(JSON.stringify(tight?.data).length).toBeLessThan(JSON.stringify(full?.data).length / 1.4);
  });

  it('in an unknown account are refused', async () => {
    const args = { exec_id: 'X', instrument: 'MSFT', action: 'BOT', quantity: 5, price: 400, account_id: 'nowhere' };
    expect((await claude.call('create_trade', args)).data.code).toBe('not_found');
  });
});

describe('screenshots', () => {
  it('are attached, listed and seen', async () => {
    const attached = await cursor.call('attach_screenshot', {
      trade_id: 'T0',
      image_base64: `data:image/png;base64,${PNG}`,
      mime_type: 'image/png',
      caption: 'entry',
    });
    const image_id = attached.data.image_id as number;
    expect(attached.isError).toBe(false);
    const list = await claude.call('get_trade_screenshots', { trade_id: 'T0' });
    expect(list.data).toMatchObject({ count: 1, items: [{ id: image_id, caption: 'entry' }] });
    const seen = await claude.call('get_screenshot', { image_id });
    expect(seen.data).toMatchObject({ caption: 'entry', width: 1, height: 1, reduced: false });
    expect(seen.content[1]).toMatchObject({ type: 'image', mimeType: 'image/webp' });
  });

  it.each([
    ['not base64', '<svg>', 'invalid_arguments'],
    ['not a picture', Buffer.from('hello, hello').toString('base64'), /unsupported|validation/],
  ])('that are %s are refused', async (_, image_base64, code) => {
    const { isError, data } = await cursor.call('attach_screenshot', { trade_id: 'T0', image_base64 });
    expect(isError).toBe(true);
    expect(data.code).toMatch(code);
  });

  it('may be as large as the service takes them', async () => {
    const image_base64 = Buffer.alloc(9 * 1024 * 1024).toString('base64');
    const { data } = await claude.call('attach_screenshot', { trade_id: 'T0', image_base64 });
    // It arrived, and was no picture.
    expect(data.code).toBe('validation_failed');
  });

  it('of a trade or with an unknown id are errors', async () => {
    expect((await claude.call('get_trade_screenshots', { trade_id: 'none' })).data.code).toBe('not_found');
    expect((await claude.call('get_screenshot', { image_id: 999 })).data.code).toBe('not_found');
  });
});

describe('reviews', () => {
  it('are written once and read back', async () => {
    expect((await claude.call('get_report_for_trade', { trade_id: 'T1' })).data).toMatchObject({
      code: 'not_found',
      message: 'There is no report for trade T1.',
    });
    const review = { trade_id: 'T1', setup_quality: 'A', execution_quality: 'C', followed_plan: false, tags: ['gap'] };
    expect((await claude.call('create_report', review)).data).toMatchObject({
      trade_id: 'T1',
      emotional_state: 'neutral',
    });
    expect((await cursor.call('create_report', review)).data.code).toBe('conflict');
    const { trade_id: _, ...facts } = review;
    expect((await cursor.call('get_report_for_trade', { trade_id: 'T1' })).data).toMatchObject(facts);
  });
});

describe('planning', () => {
  it('sizes a position by its risk', async () => {
    const { data } = await cline.call('calculate_position_size', {
      balance: 437_903.03,
      entry: 619.61,
      stop: 618.61,
      target: 620.61,
    });
    expect(data).toMatchObject({
      share_size: 4379,
      account_risk_1r: 4379.03,
      reward_risk_ratio: 1,
      potential_profit: 4379,
    });
    const flat = await cline.call('calculate_position_size', { balance: 1000, entry: 10, stop: 10, target: 12 });
    expect(flat.data.code).toBe('invalid_arguments');
  });

  it('stores a plan and warns when a level is on the wrong side', async () => {
    const plan = {
      ticker: 'nvda',
      direction: 'long',
      strategy_name: 'breakout',
      entry: 100,
      stop: 95,
      target: 115,
      conditions: 'volume above average',
      timeframe: 'swing',
    };
    const { data } = await cursor.call('create_trade_plan', plan);
    expect(data).toMatchObject({ ticker: 'NVDA', status: 'draft', risk_reward_ratio: 3, conviction: 'medium' });
    const wrong = await cursor.call('create_trade_plan', { ...plan, ticker: 'AMD', stop: 105 });
    expect((wrong.data.warnings as string[]).length).toBeGreaterThan(0);
  });
});

describe('mistakes and the diary', () => {
  it('tags a trade, in any letter case, and refuses unknown categories', async () => {
    const tagged = await claude.call('track_mistake', {
      trade_exec_id: 'T1',
      category: 'EARLY_EXIT',
      estimated_cost: 40,
    });
    expect(tagged.data).toMatchObject({ trade_id: 'T1', category: 'early_exit', estimated_cost: 40 });
    const bad = await claude.call('track_mistake', { trade_exec_id: 'T1', category: 'bad luck' });
    expect(bad.data).toMatchObject({ code: 'invalid_arguments' });
    expect(bad.data.message).toContain('revenge_trade');
    expect((await claude.call('track_mistake', { trade_exec_id: 'none', category: 'fomo_entry' })).data.code).toBe(
      'not_found',
    );
  });

  it('links a trade and an entry', async () => {
    const entry = await bench.api.journal.create({ body: { title: 'A good day' } });
    const args = { trade_exec_id: 'T1', journal_entry_id: entry.id };
    for (let time = 0; time < 2; time++) {
      expect((await claude.call('link_trade_journal', args)).data).toEqual({ ...args, linked: true });
    }
    const missing = await claude.call('link_trade_journal', { ...args, journal_entry_id: 'none' });
    expect(missing.data.code).toBe('not_found');
  });
});
