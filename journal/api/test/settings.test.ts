// Settings and saved filters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './refused.ts';
import { openWithTrade, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

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

  it('are changed all together or not at all, and each has its reason', async () => {
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
    await expect(service.client.settings.set({ params: { key }, body: { value } })).rejects.toMatchObject(refusal(422));
  });

  it('go back to their defaults, one or all', async () => {
    await service.client.settings.remove({ params: { key: 'ui.sidebar.width' } });
    await expect(service.client.settings.remove({ params: { key: 'ui.sidebar.width' } })).rejects.toMatchObject(
      refusal(404),
    );
    expect(await service.client.settings.reset({ body: { keys: ['ui.theme'] } })).toEqual({
      status: 'reset',
      count: 1,
    });
    // Light or dark as the system is, until somebody chooses.
    expect((await service.client.settings.get({ params: { key: 'ui.theme' } })).value).toBe('system');
    expect((await service.client.settings.reset()).count).toBe(2);
    await expect(service.client.settings.get({ params: { key: 'no.such' } })).rejects.toMatchObject(refusal(404));
  });

  it('of a book from elsewhere that are none of ours count as not set, and the book can be written', async () => {
    const { connection } = service.service.app.store;
    connection.exec(`insert into settings values ('bin.days', 'never', 'int', '2026-01-01T00:00:00.000Z')`);
    await service.client.auth.lock();
    expect((await service.client.settings.get({ params: { key: 'bin.days' } })).value).toBe('30');
    await service.client.settings.set({ params: { key: 'ui.density' }, body: { value: 'comfortable' } });
    await service.client.settings.remove({ params: { key: 'ui.density' } });
    service.service.app.store.connection.exec(`delete from settings where key = 'bin.days'`);
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

  it('that a file leaves as they are do not become values of one’s own, and a wrong one gets the reason', async () => {
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

describe('filters', () => {
  it('are saved under a name, replaced and forgotten', async () => {
    const params = { name: 'Shorts / 2026' };
    await service.client.filters.save({ params, body: { query: { period: '2025' } } });
    await service.client.filters.save({ params, body: { query: { period: '2026', direction: 'short' } } });
    expect((await service.client.filters.list()).items).toMatchObject([
      { name: 'Shorts / 2026', query: { period: '2026', direction: 'short' } },
    ]);
    await service.client.filters.remove({ params });
    await expect(service.client.filters.remove({ params })).rejects.toMatchObject(refusal(404));
  });
});
