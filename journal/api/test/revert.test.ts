// One change undone by its row in the audit, or the reason why it cannot be.
import type { JournalClient } from '@zorivest/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

const changes = async (query: object) => (await service.person.audit.list({ query })).items;
const lastChange = async (resource_type: string, resource_id: string | number) => {
  const [newest] = await changes({ resource_type, resource_id: String(resource_id), limit: 1 });
  return newest?.id ?? 0;
};
const revert = (id: number) => service.person.audit.revert({ params: { id } });
const revertLast = async (type: string, id: string | number) => revert(await lastChange(type, id));
const refusal = (code: string, text = '') => ({ status: 409, code, message: expect.stringContaining(text) as string });

const image = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

describe('a change of a trade', () => {
  const params = { exec_id: 'T1' };

  it('returns to what it was, and the totals with it', async () => {
    const made = await service.client.trades.create({ body: { ...fill, exec_id: 'T1', realized_pnl: 5 } });
    await service.client.trades.patch({ params, body: { price: 1, notes: 'a typo', realized_pnl: 500 } });
    const answer = await revertLast('trade', 'T1');
    expect(answer).toMatchObject({
      resource_type: 'trade',
      resource_id: 'T1',
      not_restored: [],
      item: { price: 150.25 },
    });
    const { status: _, possible_duplicate_of: __, ...trade } = made;
    expect(await service.client.trades.get({ params })).toEqual(trade);
    const [named, change] = await changes({ action: 'audit.revert' });
    expect(named).toMatchObject({ actor: 'person', resource_type: 'audit', resource_id: String(answer.id) });
    expect(change).toMatchObject({ resource_id: 'T1', before: { price: 1 }, after: { price: 150.25, notes: null } });
  });

  it('is undone once; undoing that is a change like any other', async () => {
    const original = (await changes({ action: 'trade.update', resource_id: 'T1' }))[0]?.id ?? 0;
    await expect(revert(original)).rejects.toMatchObject(refusal('already_reverted'));
    await revertLast('trade', 'T1');
    expect(await service.client.trades.get({ params })).toMatchObject({ price: 1, notes: 'a typo' });
    await revertLast('trade', 'T1');
    expect(await service.client.trades.get({ params })).toMatchObject({ price: 150.25, notes: null });
  });

  it('stays when somebody has changed the trade since, and says what', async () => {
    await service.client.trades.patch({ params, body: { price: 2 } });
    const older = await lastChange('trade', 'T1');
    await service.client.trades.patch({ params, body: { notes: 'mine' } });
    await expect(revert(older)).rejects.toMatchObject(refusal('changed_since', 'notes'));
    await revertLast('trade', 'T1');
    await revert(older);
    expect(await service.client.trades.get({ params })).toMatchObject({ price: 150.25, notes: null });
  });

  it('that made it removes it, unless work depends on it', async () => {
    const own = { exec_id: 'T2' };
    await service.client.trades.create({ body: { ...fill, ...own } });
    const created = await lastChange('trade', 'T2');
    await service.client.mistakes.create({ body: { trade_exec_id: 'T2', category: 'other' } });
    await expect(revert(created)).rejects.toMatchObject(refusal('changed_since', '1 mistake'));
    await service.client.trades.create({ body: { ...fill, exec_id: 'T3' } });
    expect(await revertLast('trade', 'T3')).toMatchObject({ item: null });
    await expect(service.client.trades.get({ params: { exec_id: 'T3' } })).rejects.toMatchObject({ status: 404 });
  });

  it('that removed it puts it back with its report, its picture and its mistake, whole', async () => {
    const own = { exec_id: 'T4' };
    await service.client.trades.create({ body: { ...fill, ...own, commission: 1.5, risk_amount: 20, notes: 'n' } });
    const before = await service.client.trades.get({ params: own });
    const { id } = await service.client.reports.create({ params: own, body: report });
    const there = await service.client.reports.get({ params: own });
    await service.client.images.attachToTrade({ params: own, body: { file: { bytes: await image(), name: 'a.png' } } });
    await service.client.trades.remove({ params: own });
    expect(await revertLast('report', id)).toMatchObject({ not_restored: [] });
    expect(await service.client.trades.get({ params: own })).toEqual(before);
    expect(await service.client.reports.get({ params: own })).toEqual(there);
    expect(await service.client.images.listForTrade({ params: own })).toHaveLength(1);
    await expect(revertLast('trade', 'T4')).resolves.toMatchObject({ item: null });
  });

  it('returns also where the audit keeps only a cut form of it', async () => {
    const secret = `password=hunter22 ${'x'.repeat(20)}`;
    await service.client.trades.patch({ params, body: { notes: secret } });
    await service.client.trades.patch({ params, body: { notes: 'shorter' } });
    await revertLast('trade', 'T1');
    expect(await service.client.trades.get({ params })).toMatchObject({ notes: secret });
  });
});

const report = {
  setup_quality: 'A',
  execution_quality: 'B',
  followed_plan: true,
  emotional_state: 'calm',
  lessons_learned: 'wait',
  tags: ['gap'],
} satisfies NonNullable<Parameters<JournalClient['reports']['create']>[0]>['body'];

it('a change of a report returns to what it was', async () => {
  const params = { exec_id: 'T1' };
  const { id } = await service.client.reports.create({ params, body: report });
  await service.client.reports.update({ params, body: { setup_quality: 'F', tags: ['other'] } });
  expect(await revertLast('report', id)).toMatchObject({ item: { setup_quality: 'A', tags: ['gap'] } });
  await service.client.reports.remove({ params });
  await revertLast('report', id);
  expect(await service.client.reports.get({ params })).toMatchObject({ ...report, id });
});

describe('a change of a plan', () => {
  const plan = {
    ticker: 'NVDA',
    direction: 'long',
    conviction: 'high',
    strategy_name: 'gap',
    entry_price: 100,
    stop_loss: 95,
    target_price: 120,
    timeframe: 'day',
    entry_conditions: 'opens above',
  } as const;

  it('returns to what it was, and a removed plan comes back under its id', async () => {
    const { id } = await service.client.plans.create({ body: plan });
    const params = { plan_id: id };
    await service.client.plans.setStatus({ params, body: { status: 'cancelled' } });
    expect(await revertLast('plan', id)).toMatchObject({ item: { status: 'draft', cancelled_at: null } });
    const before = await service.client.plans.get({ params });
    await service.client.plans.remove({ params });
    await revertLast('plan', id);
    expect(await service.client.plans.get({ params })).toEqual(before);
  });

  it('stays when another plan stands in its place by now', async () => {
    const { items } = await service.client.plans.list({ query: { ticker: 'NVDA' } });
    const [first] = items;
    await service.client.plans.setStatus({ params: { plan_id: first?.id ?? 0 }, body: { status: 'cancelled' } });
    await service.client.plans.create({ body: plan });
    await expect(revertLast('plan', first?.id ?? 0)).rejects.toMatchObject({ status: 409 });
    expect((await service.client.plans.get({ params: { plan_id: first?.id ?? 0 } })).status).toBe('cancelled');
  });
});

it('is for the person, and for what changed the book', async () => {
  const id = await lastChange('trade', 'T1');
  await expect(service.client.audit.revert({ params: { id } })).rejects.toMatchObject({ status: 403 });
  await expect(revertLast('account', 'U1')).rejects.toMatchObject(refusal('changed_since', 'has other records'));
  await service.person.guard.lock();
  await service.person.guard.unlock();
  await expect(revertLast('guard', '1')).rejects.toMatchObject(refusal('not_revertible'));
  await expect(revert(999_999)).rejects.toMatchObject({ status: 404 });
});
