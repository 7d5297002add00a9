import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let cursor: Assistant;

beforeAll(async () => {
  bench = await openBench();
  claude = await bench.connect('claude-code');
  cursor = await bench.connect('cursor');
});
afterAll(() => bench.close());

describe('settings', () => {
  it('are read whole or one by one, as text', async () => {
    const all = await claude.call('get_settings');
    expect(all.data).toMatchObject({ 'ui.theme': 'system', 'ui.sidebar.width': '280' });
    const one = await claude.call('get_settings', { key: 'ui.theme' });
    expect(one.data).toEqual({ key: 'ui.theme', value: 'system', value_type: 'str' });
    expect(one.structured).toEqual(one.data);
  });

  it('are changed all or none, and the wrong one is named', async () => {
    const changed = await claude.call('update_settings', { settings: { 'ui.theme': 'light' } });
    expect(changed.data).toEqual({ status: 'updated', count: 1 });
    const bad = await claude.call('update_settings', { settings: { 'ui.theme': 'dark', 'ui.sidebar.width': '1' } });
    expect(bad.isError).toBe(true);
    expect(bad.data).toMatchObject({ code: 'validation_failed', details: { status: 422 } });
    expect(JSON.stringify(bad.data)).toContain('ui.sidebar.width');
    expect((await claude.call('get_settings', { key: 'ui.theme' })).data.value).toBe('light');
  });

  it('of logging are read and changed without showing any other', async () => {
    const changed = await cursor.call('update_log_level', { feature: 'tax', level: 'DEBUG' });
    expect(changed.data).toMatchObject({ updated: 'logging.tax.level', level: 'DEBUG' });
    expect((await cursor.call('get_log_settings', { prefix: 'tax' })).data).toEqual({ 'logging.tax.level': 'DEBUG' });
    expect((await cursor.call('get_log_settings', { prefix: 'ui.' })).data).toEqual({});
  });

  it('through one tool for both', async () => {
    const read = await cursor.call('manage_settings', { action: 'get', key: 'ui.theme' });
    expect(read.data).toMatchObject({ key: 'ui.theme' });
    expect((await cursor.call('manage_settings', { action: 'update' })).data.code).toBe('invalid_arguments');
  });
});

describe('a mistake in a call', () => {
  it.each([
    ['a missing argument', 'update_log_level', { feature: 'tax' }, 'invalid_arguments', 'level'],
    ['an unknown argument', 'get_settings', { keys: 'ui.theme' }, 'invalid_arguments', 'keys: unknown field'],
    ['a wrong type', 'get_settings', { key: 7 }, 'invalid_arguments', 'key'],
    ['a key that does not exist', 'get_settings', { key: 'no.such' }, 'not_found', 'no.such'],
  ])('%s is answered with what to fix', async (_, tool, args, code, part) => {
    const answer = await claude.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.data.code).toBe(code);
    expect(answer.data.message).toContain(part);
  });
});

describe('diagnosis', () => {
  it('is honest when all is well, and shows no key', async () => {
    const { data, isError } = await claude.call('zorivest_diagnose', { verbose: true });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      backend: { reachable: true, status: 'ok' },
      database: { unlocked: true },
      guard: { enabled: false, locked: false },
      problems: [],
    });
    expect(JSON.stringify(data)).not.toContain(bench.apiKey);
    expect((data.metrics as { per_tool: object }).per_tool).toHaveProperty('get_settings');
  });

  it('is no false alarm because it is the first to open the book after a start', async () => {
    await bench.api.auth.lock();
    const { data } = await claude.call('zorivest_diagnose');
    expect(data).toMatchObject({ database: { unlocked: true }, problems: [] });
  });

  it('is honest when nothing answers', async () => {
    const alone = await bench.connect('claude-code', { server: { apiUrl: 'http://127.0.0.1:1' } });
    const { data, isError } = await alone.call('zorivest_diagnose');
    expect(isError).toBe(false);
    expect(data).toMatchObject({ backend: { reachable: false, status: 'unreachable' }, database: { unlocked: false } });
    expect((data.problems as string[]).join()).toContain('zorivest up');
    const refused = await alone.call('get_settings');
    expect(refused.data).toMatchObject({ code: 'backend_unreachable' });
    expect(refused.data.message).toContain('zorivest_diagnose');
  });
});

describe('the service', () => {
  it('reports its process', async () => {
    const { data } = await claude.call('zorivest_service_status');
    expect(data).toMatchObject({ backend: 'running', pid: process.pid, database: { unlocked: true } });
  });

  it('reports what its scheduler will do', async () => {
    const status = async () => (await claude.call('zorivest_service_status')).data.scheduler;
    expect(await status()).toEqual({ active_policies: 0, next_run: null });
    const policy_json = {
      name: 'Evening',
      trigger: { cron_expression: '0 18 * * *' },
      steps: [{ id: 'page', type: 'render', params: { template: '# Good evening' } }],
    };
    const { id, content_hash } = await bench.api.scheduling.createPolicy({ body: { policy_json } });
    await bench.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
    expect(await status()).toEqual({ active_policies: 1, next_run: expect.stringContaining('T18:00:00') as string });
  });

  it('says where its logs are, never what is in them', async () => {
    const own = await bench.connect('claude-code', { server: { host: { env: { ZORIVEST_HOME: bench.home } } } });
    const { data } = await own.call('zorivest_service_logs');
    expect(data.log_directory).toBe(`${bench.home}/logs`);
    expect((data.log_files as string[]).every((name) => name.endsWith('.jsonl'))).toBe(true);
  });

  it('when it is down, is reported as down', async () => {
    const alone = await bench.connect('claude-code', { server: { apiUrl: 'http://127.0.0.1:1' } });
    const { isError, data } = await alone.call('zorivest_service_status');
    expect(isError).toBe(true);
    expect(data.code).toBe('backend_unreachable');
  });
});

describe('the app', () => {
  it('is a page whose address is given where no browser can be opened', async () => {
    const host = { env: { PATH: '/nowhere' }, serverDir: '/', platform: 'linux' as const };
    const { data, isError } = await (await bench.connect('zed', { server: { host } })).call('zorivest_launch_gui');
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      gui_found: false,
      url: expect.stringMatching(/^http:.*\/$/) as string,
      setup_instructions: { start: 'zorivest up' },
    });
  });
});

describe('keys', () => {
  it('that the service does not know open nothing', async () => {
    await expect(bench.connect('claude-code', { key: 'zrv_sk_wrong' })).rejects.toThrow('does not accept this API key');
  });

  it('that may only read see no tool that writes, but the emergency ones and the way to their tasks', async () => {
    const key = await bench.keyFor('read-only');
    const reader = await bench.connect('claude-code', { key });
    const { tools } = await reader.client.listTools();
    const writing = tools.filter((tool) => !tool.annotations?.readOnlyHint).map(({ name }) => name);
    // The last fetches what became of a call, and may give it up.
    const allowed = ['zorivest_emergency_stop', 'zorivest_emergency_unlock', 'zorivest_launch_gui', 'get_task'];
    expect(writing).toEqual(allowed);
    expect((await reader.call('get_settings')).isError).toBe(false);
  });

  it('are not needed to look, only to do', async () => {
    const keyless = await bench.connect('claude-code', { key: null });
    expect((await keyless.names()).length).toBeGreaterThan(15);
    const { data } = await keyless.call('get_settings');
    expect(data.code).toBe('unauthenticated');
  });
});
