// Accounts, reviews, plans, diary, watchlists, mistakes, images, settings: each as the person meets it.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
  await service.client.trades.create({ body: fill });
});
afterAll(() => service.close());

const refused = (status: number, text?: string) => ({
  status,
  ...(text && { message: expect.stringContaining(text) as string }),
});

describe('accounts', () => {
  it('get an id when they have none; types in any case, K401 too', async () => {
    const made = await service.client.accounts.create({
      body: { name: 'Pension', account_type: 'K401', is_tax_advantaged: true },
    });
    expect(made).toMatchObject({
      account_type: '401k',
      currency: 'USD',
      is_tax_advantaged: true,
      latest_balance: null,
    });
    expect(made.account_id).toMatch(/^[0-9a-f-]{36}$/);
    await expect(
      service.client.accounts.create({ body: { account_id: 'U1', name: 'again', account_type: 'BANK' } }),
    ).rejects.toMatchObject(refused(409, 'U1'));
    await expect(service.client.accounts.create({ body: { name: 'x', account_type: 'piggy' } })).rejects.toMatchObject(
      refused(422, 'account_type'),
    );
  });

  it('show their latest balance and page through the earlier ones', async () => {
    const params = { account_id: 'U1' };
    for (const [day, balance] of [
      ['2026-01-31', 1000.1],
      ['2026-03-31', 1200.3],
      ['2026-02-28', 1100.2],
    ] as const) {
      await service.client.accounts.recordBalance({ params, body: { balance, snapshot_datetime: day } });
    }
    const account = await service.client.accounts.get({ params });
    expect(account).toMatchObject({ latest_balance: 1200.3, latest_balance_date: '2026-03-31T00:00:00Z' });
    const page = await service.client.accounts.balances({ params, query: { limit: 2 } });
    expect([page.total, page.items.map(({ balance }) => balance)]).toEqual([3, [1200.3, 1100.2]]);
    await expect(service.client.accounts.balances({ params: { account_id: 'U9' } })).rejects.toMatchObject(
      refused(404),
    );
  });

  it('add up what their trades earned', async () => {
    await withAccount(service.client, 'SUM');
    const trade = { ...fill, account_id: 'SUM', instrument: 'MSFT' };
    await service.client.trades.create({ body: { ...trade, exec_id: 'S1', price: 100 } });
    await service.client.trades.create({
      body: { ...trade, exec_id: 'S2', action: 'SLD', price: 101, realized_pnl: 0.1, time: '2026-01-06' },
    });
    await service.client.trades.create({ body: { ...trade, exec_id: 'S3', realized_pnl: 0.2, time: '2026-01-07' } });
    expect(await service.client.accounts.get({ params: { account_id: 'SUM' } })).toMatchObject({
      // Two trades of three fills: 100 shares from 100 to 101, and one still open.
      trade_count: 2,
      execution_count: 3,
      round_trip_count: 2,
      win_rate: 100,
      total_realized_pnl: 100,
    });
  });

  it('are renamed, put away and brought back', async () => {
    const params = { account_id: 'SUM' };
    expect(await service.client.accounts.update({ params, body: { name: 'Renamed', is_spousal: true } })).toMatchObject(
      {
        name: 'Renamed',
        is_spousal: true,
      },
    );
    expect((await service.client.accounts.archive({ params })).is_archived).toBe(true);
    const ids = async (include_archived: boolean) =>
      (await service.client.accounts.list({ query: { include_archived } })).map(({ account_id }) => account_id);
    expect(await ids(false)).not.toContain('SUM');
    expect(await ids(true)).toContain('SUM');
    expect((await service.client.accounts.unarchive({ params })).is_archived).toBe(false);
  });

  it('with trades are not deleted, but can hand them over', async () => {
    const params = { account_id: 'SUM' };
    await expect(service.client.accounts.remove({ params })).rejects.toMatchObject(refused(409, '3 executions'));
    expect(await service.client.accounts.tradeCounts({ body: { account_ids: ['SUM', 'U9'] } })).toEqual({
      // As everywhere: two trades, of three fills.
      SUM: { trade_count: 2, execution_count: 3, plan_count: 0 },
      U9: { trade_count: 0, execution_count: 0, plan_count: 0 },
    });
    expect(await service.client.accounts.reassignTrades({ params })).toEqual({ trades_reassigned: 3 });
    await expect(service.client.accounts.get({ params })).rejects.toMatchObject(refused(404));
    expect((await service.client.trades.list({ query: { account_id: 'SYSTEM_DEFAULT' } })).total).toBe(3);
    await withAccount(service.client, 'EMPTY');
    await service.client.accounts.remove({ params: { account_id: 'EMPTY' } });
  });

  it('of the system are nobody’s to change', async () => {
    const params = { account_id: 'SYSTEM_DEFAULT' };
    await expect(service.client.accounts.remove({ params })).rejects.toMatchObject(refused(403));
    await expect(service.client.accounts.update({ params, body: { name: 'mine' } })).rejects.toMatchObject(
      refused(403),
    );
    await expect(service.client.accounts.archive({ params })).rejects.toMatchObject(refused(403));
  });
});

describe('the review of a trade', () => {
  const params = { exec_id: 'E1' };
  const body = { setup_quality: 'A', execution_quality: 'F', followed_plan: true } as const;

  it('is one per trade, in letters, and can be changed and deleted', async () => {
    expect(await service.client.reports.create({ params, body: { ...body, tags: ['gap', 'morning'] } })).toMatchObject({
      ...body,
      trade_id: 'E1',
      emotional_state: 'neutral',
      lessons_learned: '',
      tags: ['gap', 'morning'],
    });
    await expect(service.client.reports.create({ params, body })).rejects.toMatchObject(refused(409, 'E1'));
    expect(await service.client.reports.update({ params, body: { setup_quality: 'C' } })).toMatchObject({
      setup_quality: 'C',
      execution_quality: 'F',
    });
    expect((await service.client.reports.get({ params })).setup_quality).toBe('C');
    await service.client.reports.remove({ params });
    await expect(service.client.reports.get({ params })).rejects.toMatchObject(refused(404, 'no report'));
    await expect(service.client.reports.create({ params: { exec_id: 'none' }, body })).rejects.toMatchObject(
      refused(404),
    );
    await expect(
      service.client.reports.create({ params, body: { ...body, setup_quality: 'E' as 'A' } }),
    ).rejects.toMatchObject(refused(422, 'setup_quality'));
  });
});

describe('plans', () => {
  const plan = {
    ticker: 'nvda',
    direction: 'LONG',
    strategy_name: 'breakout',
    entry: 100,
    stop: 95,
    target: 112.5,
    conditions: 'close above 100',
  };

  it('take the short names, know their ratio, and there is one live plan per idea', async () => {
    const made = await service.client.plans.create({ body: plan });
    expect(made).toMatchObject({
      ticker: 'NVDA',
      direction: 'BOT',
      conviction: 'medium',
      entry_price: 100,
      entry_conditions: 'close above 100',
      risk_reward_ratio: 2.5,
      status: 'draft',
      warnings: [],
    });
    await expect(service.client.plans.create({ body: plan })).rejects.toMatchObject(refused(409, `plan ${made.id}`));
    const short = await service.client.plans.create({ body: { ...plan, direction: 'short' } });
    expect(short.warnings).toHaveLength(2);
    const params = { plan_id: made.id };
    const done = await service.client.plans.setStatus({ params, body: { status: 'executed', linked_trade_id: 'E1' } });
    expect(done).toMatchObject({ status: 'executed', linked_trade_id: 'E1' });
    expect(done.executed_at).not.toBeNull();
    expect(await service.client.plans.get({ params })).toEqual(done);
    const again = await service.client.plans.create({ body: plan });
    await expect(service.client.plans.setStatus({ params, body: { status: 'active' } })).rejects.toMatchObject(
      refused(409),
    );
    const cancelled = await service.client.plans.update({
      params: { plan_id: again.id },
      body: { status: 'cancelled', stop_loss: 90 },
    });
    expect(cancelled.cancelled_at).not.toBeNull();
    expect(cancelled.risk_reward_ratio).toBe(1.25);
    expect((await service.client.plans.list({ query: { ticker: 'nvda', status: 'executed' } })).total).toBe(1);
    await service.client.plans.remove({ params: { plan_id: again.id } });
    await expect(service.client.plans.get({ params: { plan_id: again.id } })).rejects.toMatchObject(refused(404));
  });

  it('say which field is missing or wrong', async () => {
    const { entry: _, ...incomplete } = plan;
    await expect(service.client.plans.create({ body: incomplete })).rejects.toMatchObject(
      refused(422, 'entry_price: is required'),
    );
    await expect(service.client.plans.create({ body: { ...plan, ticker: 'X', entry_price: 7 } })).rejects.toMatchObject(
      refused(422, 'entry'),
    );
    await expect(
      service.client.plans.create({ body: { ...plan, ticker: 'X', account_id: 'U9' } }),
    ).rejects.toMatchObject(refused(422, 'account_id'));
  });
});

describe('the diary', () => {
  it('is written, found, changed, linked to trades and unlinked', async () => {
    const entry = await service.client.journal.create({
      body: { title: ' A slow day ', body: 'Nothing to do.\n\n50% cash', tags: ['Mood'] },
    });
    expect(entry).toMatchObject({ title: ' A slow day ', tags: ['Mood'], trade_exec_ids: [] });
    const params = { journal_entry_id: entry.id };
    const link = { params: { exec_id: 'E1' }, body: { journal_entry_id: entry.id } };
    const linked = { trade_exec_id: 'E1', journal_entry_id: entry.id, linked: true };
    expect([await service.client.journal.linkTrade(link), await service.client.journal.linkTrade(link)]).toEqual([
      linked,
      linked,
    ]);
    expect((await service.client.journal.get({ params })).trade_exec_ids).toEqual(['E1']);
    expect((await service.client.journal.list({ query: { trade_exec_id: 'E1' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { search: '50%' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { tag: 'mood' } })).total).toBe(1);
    expect((await service.client.journal.list({ query: { tag: 'moo' } })).total).toBe(0);
    const written = async (query: { from?: string; to?: string }) =>
      (await service.client.journal.list({ query })).total;
    expect(await written({ from: entry.created_at })).toBe(1);
    expect(await written({ to: entry.created_at })).toBe(0);
    const anHourLater = new Date(Date.parse(entry.created_at) + 3_600_000).toISOString();
    expect([await written({ from: anHourLater }), await written({ to: anHourLater })]).toEqual([0, 1]);
    expect((await service.client.journal.update({ params, body: { body: 'New' } })).updated_at).not.toBeNull();
    await service.client.journal.unlinkTrade({ params: { exec_id: 'E1', journal_entry_id: entry.id } });
    await expect(
      service.client.journal.unlinkTrade({ params: { exec_id: 'E1', journal_entry_id: entry.id } }),
    ).rejects.toMatchObject(refused(404));
    await expect(
      service.client.journal.linkTrade({ ...link, body: { journal_entry_id: 'none' } }),
    ).rejects.toMatchObject(refused(404));
    await service.client.journal.remove({ params });
    await expect(service.client.journal.get({ params })).rejects.toMatchObject(refused(404));
  });
});

describe('a draft of the diary', () => {
  const typed = { title: '', body: 'Half a tho', tags: 'mood, ', writer: 'tab 1' };

  it('is kept as it was typed, for the person alone, and told where somebody else went on with it', async () => {
    const params = { draft_id: 'd1' };
    const first = await service.person.journal.keepDraft({ params, body: { ...typed, replaces: null } });
    expect((await service.person.journal.drafts()).items).toEqual([first]);
    expect(first).toMatchObject({ title: '', body: 'Half a tho', tags: 'mood, ', journal_entry_id: null });
    await service.person.journal.keepDraft({ params, body: { ...typed, body: 'Half a thought', replaces: null } });
    const other = { ...typed, body: 'Another', writer: 'tab 2' };
    await expect(
      service.person.journal.keepDraft({ params, body: { ...other, replaces: null } }),
    ).rejects.toMatchObject(refused(409, 'somewhere else'));
    await expect(service.client.journal.drafts()).rejects.toMatchObject(refused(403));
    await expect(
      service.client.journal.keepDraft({ params, body: { ...typed, replaces: null } }),
    ).rejects.toMatchObject(refused(403));
    const [seen] = (await service.person.journal.drafts()).items;
    expect(seen?.body).toBe('Half a thought');
    await service.person.journal.keepDraft({ params, body: { ...other, replaces: seen?.kept_at ?? null } });
    expect((await service.person.journal.drafts()).items).toMatchObject([{ body: 'Another' }]);
    await service.person.journal.dropDraft({ params });
    await expect(service.person.journal.dropDraft({ params })).rejects.toMatchObject(refused(404));
  });

  it('is gone with the entry it became, and leaves nothing in the audit; an entry that changed is not written over', async () => {
    const kept = (draft_id: string) =>
      service.person.journal.keepDraft({ params: { draft_id }, body: { ...typed, replaces: null } });
    const left = async () => (await service.person.journal.drafts()).items.length;
    await kept('d2');
    const entry = await service.person.journal.create({ body: { title: 'Whole', body: 'Thought', draft_id: 'd2' } });
    expect(await left()).toBe(0);
    const params = { journal_entry_id: entry.id };
    await kept('d3');
    const seen = { if_updated_at: entry.updated_at, draft_id: 'd3' };
    await service.client.journal.update({ params, body: { body: 'By the assistant' } });
    await expect(service.person.journal.update({ params, body: { body: 'Mine', ...seen } })).rejects.toMatchObject(
      refused(409, 'changed in the meantime'),
    );
    expect([await left(), (await service.client.journal.get({ params })).body]).toEqual([1, 'By the assistant']);
    const { updated_at } = await service.client.journal.get({ params });
    await service.person.journal.update({ params, body: { body: 'Mine', ...seen, if_updated_at: updated_at } });
    expect(await left()).toBe(0);
    expect(JSON.stringify(await service.client.audit.list({ query: { limit: 100 } }))).not.toContain('Half a tho');
    await service.client.journal.remove({ params });
  });
});

describe('the instruments of the book', () => {
  it('are found by a part of their name: the very one first, shares before options, the newest before the older', async () => {
    const body = { ...fill, quantity: 1, price: 1 };
    for (const [exec_id, instrument, time] of [
      ['I1', 'QZA', '2026-01-05'],
      ['I2', 'QZAB', '2026-01-06'],
      ['I3', 'QZA 261218 C 100', '2026-01-07'],
      ['I4', 'XQZA', '2026-01-08'],
    ] as const)
      await service.client.trades.create({ body: { ...body, exec_id, instrument, time } });
    const found = async (search: string) =>
      (await service.client.trades.instruments({ query: { search } })).items.map(({ instrument }) => instrument);
    expect(await found('qza')).toEqual(['QZA', 'QZAB', 'XQZA', 'QZA 261218 C 100']);
    const list = await service.client.watchlists.create({ body: { name: 'Q' } });
    await service.client.watchlists.addItem({ params: { watchlist_id: list.id }, body: { ticker: 'QZW' } });
    expect(await found('QZ')).toEqual(['QZW', 'QZAB', 'QZA', 'XQZA', 'QZA 261218 C 100']);
    expect((await service.client.trades.instruments({ query: { search: 'qza', limit: 1 } })).items).toEqual([
      { instrument: 'QZA', execution_count: 1, last_at: '2026-01-05T12:00:00Z' },
    ]);
    for (const exec_id of ['I1', 'I2', 'I3', 'I4']) await service.client.trades.remove({ params: { exec_id } });
    await service.client.watchlists.remove({ params: { watchlist_id: list.id } });
  });
});

describe('watchlists', () => {
  it('hold tickers in capitals, each once', async () => {
    const list = await service.client.watchlists.create({ body: { name: 'Tech' } });
    const params = { watchlist_id: list.id };
    await expect(service.client.watchlists.create({ body: { name: 'Tech' } })).rejects.toMatchObject(
      refused(409, 'Tech'),
    );
    expect((await service.client.watchlists.addItem({ params, body: { ticker: 'brk.b', notes: 'dull' } })).ticker).toBe(
      'BRK.B',
    );
    await expect(service.client.watchlists.addItem({ params, body: { ticker: 'BRK.B' } })).rejects.toMatchObject(
      refused(409),
    );
    const item = { ...params, ticker: 'brk.b' };
    expect((await service.client.watchlists.updateItem({ params: item, body: { notes: 'steady' } })).notes).toBe(
      'steady',
    );
    expect((await service.client.watchlists.update({ params, body: { name: 'Value' } })).name).toBe('Value');
    expect((await service.client.watchlists.get({ params })).items.map(({ ticker }) => ticker)).toEqual(['BRK.B']);
    expect((await service.client.watchlists.list()).total).toBe(1);
    await service.client.watchlists.removeItem({ params: item });
    await expect(service.client.watchlists.removeItem({ params: item })).rejects.toMatchObject(refused(404));
    await service.client.watchlists.remove({ params });
    await expect(service.client.watchlists.get({ params })).rejects.toMatchObject(refused(404));
  });
});

describe('mistakes', () => {
  it('are tagged in any case, listed, changed and deleted', async () => {
    const made = await service.client.mistakes.create({
      body: { trade_exec_id: 'E1', category: 'FOMO_ENTRY', estimated_cost: 12.5 },
    });
    expect(made).toMatchObject({
      trade_id: 'E1',
      category: 'fomo_entry',
      estimated_cost: 12.5,
      auto_detected: false,
      status: 'created',
    });
    const params = { mistake_id: made.mistake_id };
    expect((await service.client.mistakes.get({ params })).category).toBe('fomo_entry');
    expect(
      (await service.client.mistakes.update({ params, body: { category: 'no_stop', estimated_cost: null } }))
        .estimated_cost,
    ).toBeNull();
    expect((await service.client.mistakes.list({ query: { category: 'no_stop' } })).total).toBe(1);
    await service.client.mistakes.remove({ params });
    await expect(service.client.mistakes.get({ params })).rejects.toMatchObject(refused(404));
    await expect(
      service.client.mistakes.create({ body: { trade_exec_id: 'E1', category: 'bad_luck' } }),
    ).rejects.toMatchObject(refused(422, 'category'));
    await expect(
      service.client.mistakes.create({ body: { trade_exec_id: 'none', category: 'other' } }),
    ).rejects.toMatchObject(refused(404));
  });
});

describe('images', () => {
  const params = { exec_id: 'E1' };
  const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({ create: { width: 640, height: 320, channels: 3, background: '#224466' } })
      .toFormat(format)
      .toBuffer();
  const attach = (bytes: Uint8Array, caption = 'entry') =>
    service.client.images.attachToTrade({ params, body: { caption, file: { bytes, name: '../../etc/passwd' } } });

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of type %s are kept as WebP with a small version',
    async (format) => {
      const { image_id } = await attach(await picture(format));
      const facts = await service.client.images.get({ params: { image_id } });
      expect(facts).toMatchObject({ caption: 'entry', mime_type: 'image/webp', width: 640, height: 320 });
      const full = await service.client.images.full({ params: { image_id } });
      expect([full.contentType, full.bytes.length]).toEqual(['image/webp', facts.file_size]);
      for (const [max_size, width] of [
        [200, 200],
        [64, 64],
        [2000, 640],
      ] as const) {
        const small = await service.client.images.thumbnail({ params: { image_id }, query: { max_size } });
        expect((await sharp(small.bytes).metadata()).width).toBe(width);
      }
      const listed = await service.client.images.listForTrade({ params });
      expect(listed.at(-1)).toMatchObject({ id: image_id, thumbnail_url: `/api/v1/images/${image_id}/thumbnail` });
      await service.client.images.remove({ params: { image_id } });
      await expect(service.client.images.full({ params: { image_id } })).rejects.toMatchObject(refused(404));
    },
  );

  it('that only claim to be images are refused, and damaged or huge ones too', async () => {
    await expect(attach(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject(
      refused(422, 'file'),
    );
    await expect(attach(Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'))).rejects.toMatchObject(
      refused(422, 'file'),
    );
    await expect(attach(Buffer.alloc(10 * 1024 * 1024 + 1, 0xff))).rejects.toMatchObject(refused(413));
    await expect(attach(Buffer.alloc(0))).rejects.toMatchObject(refused(422, 'file'));
  });

  it('stand on entries of the diary and on plans too, can be called otherwise, and go with them', async () => {
    const file = async () => ({ file: { bytes: await picture('png'), name: 'a.png' } });
    const entry = await service.client.journal.create({ body: { title: 'Chart of the day' } });
    const ofEntry = { journal_entry_id: entry.id };
    const first = await service.client.images.attachToEntry({ params: ofEntry, body: await file() });
    const plan = await service.client.plans.create({
      body: { ticker: 'PICT', strategy_name: 'x', entry: 10, stop: 9, target: 12, conditions: 'y' },
    });
    const ofPlan = { plan_id: plan.id };
    const second = await service.client.images.attachToPlan({ params: ofPlan, body: await file() });
    await service.client.images.update({ params: { image_id: first.image_id }, body: { caption: 'the open' } });
    expect(await service.client.images.listForEntry({ params: ofEntry })).toMatchObject([
      { id: first.image_id, caption: 'the open' },
    ]);
    expect(await service.client.images.listForPlan({ params: ofPlan })).toMatchObject([{ id: second.image_id }]);
    const elsewhere = { journal_entry_id: 'none' };
    await expect(service.client.images.attachToEntry({ params: elsewhere, body: await file() })).rejects.toMatchObject(
      refused(404),
    );
    await service.client.journal.remove({ params: ofEntry });
    await service.client.plans.remove({ params: ofPlan });
    for (const { image_id } of [first, second])
      await expect(service.client.images.get({ params: { image_id } })).rejects.toMatchObject(refused(404));
  });

  it('stand on a draft of the diary, go along when it becomes an entry, and away when it is thrown away', async () => {
    const { images, journal } = service.person;
    const file = { file: { bytes: await picture('png'), name: 'a.png' } };
    const typed = { title: '', body: 'So far', tags: '', writer: 'tab 1', replaces: null };
    const begin = async (draft_id: string) => {
      const params = { draft_id };
      await journal.keepDraft({ params, body: typed });
      return { params, ...(await images.attachToDraft({ params, body: file })) };
    };
    const [one, two] = [await begin('pic 1'), await begin('pic 2')];
    expect(await images.listForDraft({ params: one.params })).toMatchObject([{ id: one.image_id }]);
    // The person sees it by its number, a key that guesses the number does not.
    const numbered = { params: { image_id: one.image_id } };
    expect((await images.get(numbered)).id).toBe(one.image_id);
    await images.full(numbered);
    const keys = service.client.images;
    for (const asking of [keys.get(numbered), keys.full(numbered), keys.remove(numbered)])
      await expect(asking).rejects.toMatchObject(refused(404, 'image'));
    const entry = await journal.create({ body: { title: 'Drawn', draft_id: one.params.draft_id } });
    const ofEntry = { journal_entry_id: entry.id };
    expect(await images.listForEntry({ params: ofEntry })).toMatchObject([{ id: one.image_id }]);
    expect(await images.listForDraft({ params: one.params })).toEqual([]);
    await journal.dropDraft({ params: two.params });
    await expect(images.get({ params: { image_id: two.image_id } })).rejects.toMatchObject(refused(404));
    await expect(images.attachToDraft({ params: two.params, body: file })).rejects.toMatchObject(refused(404, 'draft'));
    await expect(service.client.images.listForDraft({ params: one.params })).rejects.toMatchObject(refused(403));
    // Whoever names an entry as a draft gets none of its images.
    const other = await service.client.journal.create({ body: { title: 'Thief', draft_id: entry.id } });
    expect(await images.listForEntry({ params: { journal_entry_id: other.id } })).toEqual([]);
    expect(await images.listForEntry({ params: ofEntry })).toHaveLength(1);
    for (const { id } of [entry, other]) await journal.remove({ params: { journal_entry_id: id } });
  });

  it('go with their trade', async () => {
    await service.client.trades.create({ body: { ...fill, exec_id: 'PIC' } });
    const { image_id } = await service.client.images.attachToTrade({
      params: { exec_id: 'PIC' },
      body: { file: { bytes: await picture('png'), name: 'a.png' } },
    });
    await service.client.trades.remove({ params: { exec_id: 'PIC' } });
    await expect(service.client.images.get({ params: { image_id } })).rejects.toMatchObject(refused(404));
  });
});

describe('tags', () => {
  const counted = async () =>
    Object.fromEntries((await service.client.tags.list()).items.map(({ tag, trade_count }) => [tag, trade_count]));

  it('are put on trades with and without a review, counted, renamed into one, and hidden', async () => {
    for (const exec_id of ['TAG1', 'TAG2'])
      await service.client.trades.create({ body: { ...fill, exec_id, instrument: exec_id } });
    const review = { setup_quality: 'A', execution_quality: 'B', followed_plan: true, tags: ['gap'] } as const;
    await service.client.reports.create({ params: { exec_id: 'TAG1' }, body: { ...review, tags: ['gap'] } });
    const exec_ids = ['TAG1', 'TAG2'];
    expect(await service.client.tags.apply({ body: { exec_ids, add: ['gap', 'open'] } })).toEqual({ changed: 2 });
    expect(await counted()).toMatchObject({ gap: 2, open: 2 });
    // What is there already is not put there twice.
    expect(await service.client.tags.apply({ body: { exec_ids, add: ['gap'] } })).toEqual({ changed: 0 });
    expect(await service.client.tags.rename({ body: { tags: ['gap', 'open'], to: 'opening gap' } })).toEqual({
      changed: 2,
    });
    expect(await counted()).toMatchObject({ 'opening gap': 2 });
    expect(await counted()).not.toHaveProperty('gap');
    expect((await service.client.reports.get({ params: { exec_id: 'TAG1' } })).tags).toEqual(['opening gap']);
    expect((await service.client.roundTrips.list({ query: { tags: 'opening gap' } })).total).toBe(2);
    const params = { tag: 'opening gap' };
    await service.client.tags.update({ params, body: { hidden: true } });
    expect((await service.client.tags.list()).items).toContainEqual({
      tag: 'opening gap',
      trade_count: 2,
      hidden: true,
    });
    expect(await service.client.tags.apply({ body: { exec_ids, remove: ['opening gap'] } })).toEqual({ changed: 2 });
    expect(await counted()).not.toHaveProperty('opening gap');
  });

  it('that nobody uses have no name to change, and a trade that is not there stops the whole', async () => {
    await expect(service.client.tags.rename({ body: { tags: ['never'], to: 'x' } })).rejects.toMatchObject(
      refused(404),
    );
    await expect(
      service.client.tags.apply({ body: { exec_ids: ['TAG1', 'nowhere'], add: ['half'] } }),
    ).rejects.toMatchObject(refused(404));
    expect(await counted()).not.toHaveProperty('half');
    await expect(service.client.tags.apply({ body: { exec_ids: ['TAG1'] } })).rejects.toMatchObject(refused(422));
  });
});

describe('filters', () => {
  it('are saved under a name, replaced and forgotten', async () => {
    const params = { name: 'Shorts / 2026' };
    await service.client.filters.save({ params, body: { query: { period: '2025' } } });
    await service.client.filters.save({ params, body: { query: { period: '2026', direction: 'short' } } });
    expect((await service.client.filters.list()).items).toMatchObject([
      { name: 'Shorts / 2026', query: { period: '2026', direction: 'short' } },
    ]);
    await service.client.filters.remove({ params });
    await expect(service.client.filters.remove({ params })).rejects.toMatchObject(refused(404));
  });
});

describe('several trades at once', () => {
  it('are changed and deleted together, or none of them', async () => {
    for (const exec_id of ['M1', 'M2', 'M3'])
      await service.client.trades.create({ body: { ...fill, exec_id, instrument: 'MANY' } });
    const all = () => service.client.trades.list({ query: { instrument: 'MANY' } });
    const changes = { notes: 'together', risk_amount: 25 };
    expect(await service.client.trades.patchMany({ body: { exec_ids: ['M1', 'M2'], changes } })).toEqual({
      changed: 2,
    });
    await expect(
      service.client.trades.patchMany({ body: { exec_ids: ['M3', 'nowhere'], changes: { notes: 'half' } } }),
    ).rejects.toMatchObject(refused(404));
    expect((await all()).items.filter(({ notes }) => notes === 'together').map(({ exec_id }) => exec_id)).toEqual(
      expect.arrayContaining(['M1', 'M2']),
    );
    expect((await all()).items.find(({ exec_id }) => exec_id === 'M3')?.notes).toBeNull();
    await expect(service.client.trades.removeMany({ body: { exec_ids: ['M1', 'nowhere'] } })).rejects.toMatchObject(
      refused(404),
    );
    expect((await all()).total).toBe(3);
    expect(await service.client.trades.removeMany({ body: { exec_ids: ['M1', 'M2', 'M3', 'M1'] } })).toEqual({
      removed: 3,
    });
    expect((await all()).total).toBe(0);
  });
});

describe('reviews and mistakes of several trades at once', () => {
  const whole = { setup_quality: 'B', execution_quality: 'C', followed_plan: true } as const;
  const exec_ids = ['R1', 'R2'];

  it('are written into those that have a review and made where there is none, or nothing is done', async () => {
    for (const exec_id of exec_ids)
      await service.client.trades.create({ body: { ...fill, exec_id, instrument: 'REVIEWED' } });
    await service.client.reports.create({
      params: { exec_id: 'R1' },
      body: { ...whole, lessons_learned: 'own words' },
    });
    await expect(
      service.client.reports.upsertMany({ body: { exec_ids, changes: { lessons_learned: 'half' } } }),
    ).rejects.toMatchObject(refused(422, 'R2'));
    await expect(
      service.client.reports.upsertMany({ body: { exec_ids: [...exec_ids, 'nowhere'], changes: whole } }),
    ).rejects.toMatchObject(refused(404));
    expect((await service.client.reports.get({ params: { exec_id: 'R1' } })).lessons_learned).toBe('own words');
    await expect(service.client.reports.get({ params: { exec_id: 'R2' } })).rejects.toMatchObject(refused(404));
    const changes = { ...whole, execution_quality: 'A' } as const;
    expect(await service.client.reports.upsertMany({ body: { exec_ids, changes } })).toEqual({
      created: 1,
      changed: 1,
    });
    expect(await service.client.reports.get({ params: { exec_id: 'R1' } })).toMatchObject({
      execution_quality: 'A',
      lessons_learned: 'own words',
    });
    expect(await service.client.reports.get({ params: { exec_id: 'R2' } })).toMatchObject(changes);
  });

  it('are rows of their own in the audit, of one request', async () => {
    const { items } = await service.person.audit.list({ query: { limit: 1000 } });
    const reviews = items.filter(
      ({ resource_type, action }) => resource_type === 'report' && action === 'report.update',
    );
    const [newest] = reviews;
    const together = reviews.filter(({ request_id }) => request_id === newest?.request_id);
    expect(together.map(({ before }) => (before === null ? 'new' : 'changed')).toSorted()).toEqual(['changed', 'new']);
  });

  it('are tagged with one mistake, or none of them is', async () => {
    const mistake = { category: 'chasing', estimated_cost: 5 } as const;
    await expect(
      service.client.mistakes.createMany({ body: { exec_ids: [...exec_ids, 'nowhere'], ...mistake } }),
    ).rejects.toMatchObject(refused(404));
    expect(await service.client.mistakes.createMany({ body: { exec_ids, ...mistake } })).toEqual({ created: 2 });
    const { items } = await service.client.mistakes.list({ query: { limit: 200 } });
    expect(items.filter(({ trade_id }) => exec_ids.includes(trade_id))).toHaveLength(2);
  });
});

describe('settings', () => {
  it('are text, with a default, until they are changed', async () => {
    expect(await service.client.settings.get({ params: { key: 'ui.sidebar.width' } })).toEqual({
      key: 'ui.sidebar.width',
      value: '280',
      value_type: 'int',
    });
    expect(
      await service.client.settings.set({ params: { key: 'ui.sidebar.width' }, body: { value: 300 } }),
    ).toMatchObject({ value: '300' });
    expect(
      await service.client.settings.update({
        body: { 'ui.theme': 'light', 'display.hide_dollars': 'YES', 'ui.panel.news.collapsed': true },
      }),
    ).toEqual({ status: 'updated', count: 3 });
    expect(await service.client.settings.list()).toMatchObject({
      'ui.theme': 'light',
      'display.hide_dollars': 'true',
      'ui.panel.news.collapsed': 'true',
      'logging.trades.level': 'INFO',
    });
    expect(await service.client.settings.resolved()).toMatchObject({
      'ui.sidebar.width': { value: 300, value_type: 'int', source: 'user' },
      'display.hide_dollars': { value: true, source: 'user' },
      'ui.accounts.mru': { value: [], value_type: 'json', source: 'hardcoded' },
    });
  });

  it('are changed all together or not at all, and each is told why', async () => {
    const wrong = service.client.settings.update({
      body: {
        'ui.theme': 'dark',
        'ui.sidebar.width': '9999',
        'no.such.key': 'x',
        'ui.activePage': '../../etc',
        constructor: 'x',
      },
    });
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      detail: {
        errors: {
          'ui.sidebar.width': ['must be at most 600'],
          'no.such.key': ['is not a known setting'],
          'ui.activePage': [expect.any(String)],
          constructor: [expect.any(String)],
        },
      },
    });
    expect((await service.client.settings.get({ params: { key: 'ui.theme' } })).value).toBe('light');
  });

  it.each([
    ['ui.activePage', "'; DROP TABLE trades; --"],
    ['ui.activePage', '<script>alert(1)</script>'],
    ['logging.api.level', 'LOUD'],
    ['logging.rotation_mb', '1.5'],
    ['ui.accounts.mru', '[1,'],
    ['display.hide_dollars', 'perhaps'],
  ])('%s is not %j', async (key, value) => {
    await expect(service.client.settings.set({ params: { key }, body: { value } })).rejects.toMatchObject(refused(422));
  });

  it('go back to their defaults, one or all', async () => {
    await service.client.settings.remove({ params: { key: 'ui.sidebar.width' } });
    await expect(service.client.settings.remove({ params: { key: 'ui.sidebar.width' } })).rejects.toMatchObject(
      refused(404),
    );
    expect(await service.client.settings.reset({ body: { keys: ['ui.theme'] } })).toEqual({
      status: 'reset',
      count: 1,
    });
    // Light or dark as the system is, until somebody chooses.
    expect((await service.client.settings.get({ params: { key: 'ui.theme' } })).value).toBe('system');
    expect((await service.client.settings.reset()).count).toBe(2);
    await expect(service.client.settings.get({ params: { key: 'no.such' } })).rejects.toMatchObject(refused(404));
  });

  it('travel in a file without what is private', async () => {
    await service.client.settings.update({ body: { 'ui.theme': 'light', 'ui.activePage': '/secret' } });
    const exported = await service.client.config.export();
    expect(exported).toMatchObject({
      config_version: 1,
      settings: { 'ui.theme': 'light', 'logging.rotation_mb': expect.any(Number), 'display.hide_dollars': false },
    });
    // What was exported is taken over as it stands.
    expect((await service.client.config.import({ query: { dry_run: true }, body: exported })).rejected).toEqual([]);
    expect(exported.settings).not.toHaveProperty('ui.activePage');
    const document = { ...exported, settings: { 'ui.theme': 'dark', 'ui.activePage': '/x', nonsense: '1' } };
    const expected = {
      accepted: ['ui.theme'],
      rejected: ['ui.activePage'],
      unknown: ['nonsense'],
      changes: [{ key: 'ui.theme', before: 'light', after: 'dark' }],
      reasons: { 'ui.activePage': expect.stringContaining('its own machine') as unknown },
    };
    expect(await service.client.config.import({ query: { dry_run: true }, body: document })).toEqual({
      ...expected,
      applied: false,
    });
    expect((await service.client.settings.get({ params: { key: 'ui.theme' } })).value).toBe('light');
    expect(await service.client.config.import({ body: document })).toEqual({ ...expected, applied: true });
    expect((await service.client.settings.get({ params: { key: 'ui.theme' } })).value).toBe('dark');
  });

  it('that a file leaves as they are do not become values of one’s own, and a wrong one is told why', async () => {
    const exported = await service.client.config.export();
    expect(await service.client.config.import({ body: exported })).toMatchObject({ changes: [], applied: true });
    expect((await service.client.settings.resolved())['logging.rotation_mb']).toMatchObject({
      source: 'hardcoded',
      value: 10,
      default: 10,
    });
    const wrong = { ...exported, settings: { 'logging.rotation_mb': 0, 'backup.copy_to': '/elsewhere' } };
    expect(await service.client.config.import({ body: wrong })).toMatchObject({
      accepted: [],
      rejected: ['logging.rotation_mb', 'backup.copy_to'],
      reasons: { 'logging.rotation_mb': 'must be at least 1' },
      applied: false,
    });
  });
});

describe('the calculator', () => {
  const size = (body: Parameters<TestService['client']['calculator']['positionSize']>[0]['body']) =>
    service.client.calculator.positionSize({ body });

  it('sizes by risk and answers in both spellings', async () => {
    expect(
      await size({ balance: 100_000, risk_pct: 1, entry_price: 619.61, stop_loss: 615, target_price: 630 }),
    ).toMatchObject({
      shares: 216,
      share_size: 216,
      account_risk_1r: 1000,
      risk_amount: 1000,
      position_size: 133_836,
      reward_risk_ratio: 2.25,
      potential_profit: 2244.24,
    });
    expect(
      await size({ mode: 'futures', contract: '/ES', balance: 100_000, entry: 5000, stop: 4990, target: 5020 }),
    ).toMatchObject({ contracts: 2 });
    expect(
      await size({
        mode: 'forex',
        lot_type: 'Mini',
        currency_pair: 'EUR/USD',
        balance: 10_000,
        entry: 1.1,
        stop: 1.095,
        target: 1.12,
      }),
    ).toMatchObject({ mode: 'forex' });
    expect(await size({ mode: 'crypto', balance: 10_000, entry: 60_000, stop: 59_000, target: 63_000 })).toMatchObject({
      mode: 'crypto',
    });
    expect(
      await size({
        mode: 'options',
        balance: 10_000,
        premium: 2.5,
        underlying_price: 100,
        delta: 0.5,
        option_type: 'call',
        target: 110,
      }),
    ).toMatchObject({ mode: 'options' });
  });

  it('says what is impossible', async () => {
    await expect(size({ balance: 1000, entry: 10, stop: 10, target: 12 })).rejects.toMatchObject(refused(422, 'stop'));
    await expect(size({ balance: 0, entry: 10, stop: 9 })).rejects.toMatchObject(refused(422, 'balance'));
  });
});
