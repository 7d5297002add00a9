// What a person says of trades: reviews, mistakes and tags, of one trade or of several at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './refused.ts';
import { fill, openWithTrade, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

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
    await expect(service.client.reports.create({ params, body })).rejects.toMatchObject(refusal(409, 'E1'));
    expect(await service.client.reports.update({ params, body: { setup_quality: 'C' } })).toMatchObject({
      setup_quality: 'C',
      execution_quality: 'F',
    });
    expect((await service.client.reports.get({ params })).setup_quality).toBe('C');
    await service.client.reports.remove({ params });
    await expect(service.client.reports.get({ params })).rejects.toMatchObject(refusal(404, 'no report'));
    await expect(service.client.reports.create({ params: { exec_id: 'none' }, body })).rejects.toMatchObject(
      refusal(404),
    );
    await expect(
      service.client.reports.create({ params, body: { ...body, setup_quality: 'E' as 'A' } }),
    ).rejects.toMatchObject(refusal(422, 'setup_quality'));
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
    await expect(service.client.mistakes.get({ params })).rejects.toMatchObject(refusal(404));
    await expect(
      service.client.mistakes.create({ body: { trade_exec_id: 'E1', category: 'bad_luck' } }),
    ).rejects.toMatchObject(refusal(422, 'category'));
    await expect(
      service.client.mistakes.create({ body: { trade_exec_id: 'none', category: 'other' } }),
    ).rejects.toMatchObject(refusal(404));
  });
});

describe('tags', () => {
  const countMistakes = async () =>
    Object.fromEntries((await service.client.tags.list()).items.map(({ tag, trade_count }) => [tag, trade_count]));

  it('are put on trades with and without a review, counted, renamed into one, and hidden', async () => {
    for (const exec_id of ['TAG1', 'TAG2'])
      await service.client.trades.create({ body: { ...fill, exec_id, instrument: exec_id } });
    const review = { setup_quality: 'A', execution_quality: 'B', followed_plan: true, tags: ['gap'] } as const;
    await service.client.reports.create({ params: { exec_id: 'TAG1' }, body: { ...review, tags: ['gap'] } });
    const exec_ids = ['TAG1', 'TAG2'];
    expect(await service.client.tags.apply({ body: { exec_ids, add: ['gap', 'open'] } })).toEqual({ changed: 2 });
    expect(await countMistakes()).toMatchObject({ gap: 2, open: 2 });
    // What is there already is not put there twice.
    expect(await service.client.tags.apply({ body: { exec_ids, add: ['gap'] } })).toEqual({ changed: 0 });
    expect(await service.client.tags.rename({ body: { tags: ['gap', 'open'], to: 'opening gap' } })).toEqual({
      changed: 2,
    });
    expect(await countMistakes()).toMatchObject({ 'opening gap': 2 });
    expect(await countMistakes()).not.toHaveProperty('gap');
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
    expect(await countMistakes()).not.toHaveProperty('opening gap');
  });

  it('that are unused have no name to change, and a trade that is not there stops the whole', async () => {
    await expect(service.client.tags.rename({ body: { tags: ['never'], to: 'x' } })).rejects.toMatchObject(
      refusal(404),
    );
    await expect(
      service.client.tags.apply({ body: { exec_ids: ['TAG1', 'nowhere'], add: ['half'] } }),
    ).rejects.toMatchObject(refusal(404));
    expect(await countMistakes()).not.toHaveProperty('half');
    await expect(service.client.tags.apply({ body: { exec_ids: ['TAG1'] } })).rejects.toMatchObject(refusal(422));
  });
});

describe('several trades in one call', () => {
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
    ).rejects.toMatchObject(refusal(404));
    expect((await all()).items.filter(({ notes }) => notes === 'together').map(({ exec_id }) => exec_id)).toEqual(
      expect.arrayContaining(['M1', 'M2']),
    );
    expect((await all()).items.find(({ exec_id }) => exec_id === 'M3')?.notes).toBeNull();
    await expect(service.client.trades.removeMany({ body: { exec_ids: ['M1', 'nowhere'] } })).rejects.toMatchObject(
      refusal(404),
    );
    expect((await all()).total).toBe(3);
    expect(await service.client.trades.removeMany({ body: { exec_ids: ['M1', 'M2', 'M3', 'M1'] } })).toEqual({
      removed: 3,
    });
    expect((await all()).total).toBe(0);
  });
});

describe('reviews and mistakes of several trades in one call', () => {
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
    ).rejects.toMatchObject(refusal(422, 'R2'));
    await expect(
      service.client.reports.upsertMany({ body: { exec_ids: [...exec_ids, 'nowhere'], changes: whole } }),
    ).rejects.toMatchObject(refusal(404));
    expect((await service.client.reports.get({ params: { exec_id: 'R1' } })).lessons_learned).toBe('own words');
    await expect(service.client.reports.get({ params: { exec_id: 'R2' } })).rejects.toMatchObject(refusal(404));
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
    ).rejects.toMatchObject(refusal(404));
    expect(await service.client.mistakes.createMany({ body: { exec_ids, ...mistake } })).toEqual({ created: 2 });
    const { items } = await service.client.mistakes.list({ query: { limit: 200 } });
    expect(items.filter(({ trade_id }) => exec_ids.includes(trade_id))).toHaveLength(2);
  });
});
