import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let cline: Assistant;

beforeAll(async () => {
  bench = await openBench();
  const { wire } = await bench.serve();
  claude = await bench.connect('claude-code', { url: wire.url });
  cline = await bench.connect('Cline', { url: wire.url });
});
afterAll(() => bench.close());

describe('market data', () => {
  it('lists its providers without showing a key', async () => {
    const { data } = await claude.call('list_market_providers');
    const names = (data.items as { provider_name: string }[]).map(({ provider_name }) => provider_name);
    expect(names).toContain('polygon');
    expect(JSON.stringify(data)).not.toMatch(/"api_key"/);
    const { data: report } = await claude.call('zorivest_diagnose');
    expect((report.providers as unknown[]).length).toBe(names.length);
    expect(report.providers).toContainEqual({ name: 'polygon', is_enabled: false, has_key: false });
  });

  it('takes a provider by either of its names, and a failed test is a result', async () => {
    const { isError, data } = await claude.call('test_market_provider', { provider_name: 'Polygon.io' });
    expect(isError).toBe(false);
    expect(data.success).toBe(false);
    expect((await claude.call('test_market_provider', { provider_name: 'Unknown' })).data.code).toBe('not_found');
  });

  it('disconnects only with the literal and a confirmation', async () => {
    const args = { provider_name: 'polygon', confirm_destructive: true };
    expect((await claude.call('disconnect_market_provider', args)).data).toEqual({ status: 'removed' });
    const refused = await claude.call('disconnect_market_provider', { ...args, confirm_destructive: false });
    expect(refused.data.code).toBe('invalid_arguments');
  });

  it('says what is missing when no provider can answer', async () => {
    const { isError, data } = await claude.call('get_stock_quote', { ticker: 'aapl' });
    expect(isError).toBe(true);
    expect(data.message).toBeTypeOf('string');
    expect((await claude.call('get_stock_quote', { ticker: '' })).data.code).toBe('invalid_arguments');
  });
});

describe('pipelines', () => {
  const policy = {
    schema_version: 1,
    name: 'Morning',
    trigger: { cron_expression: '0 8 * * 1-5', timezone: 'America/New_York' },
    steps: [{ id: 'page', type: 'render', params: { template: '# Good morning' } }],
  };

  it('are stored, listed, previewed and run only when a person has approved them', async () => {
    const made = await claude.call('create_policy', { policy_json: policy });
    expect(made.data).toMatchObject({ name: 'Morning', approved: false });
    const policy_id = made.data.id as string;
    expect((await claude.call('list_policies')).data).toMatchObject({ total: 1, policies: [{ id: policy_id }] });
    const refused = await claude.call('run_pipeline', { policy_id });
    expect(refused.isError).toBe(true);
    expect(refused.data.message).toMatch(/approv/);
    expect((await claude.call('preview_report', { policy_id })).data).toMatchObject({
      dry_run: true,
      policy_id,
      status: 'success',
    });
    const history = await claude.call('get_pipeline_history', { policy_id });
    expect(history.data.items).toMatchObject([{ policy_id, dry_run: true }]);
    expect((await claude.call('get_pipeline_history')).data.count).toBe(1);
  });

  it('are stopped when the one who started them gives up', async () => {
    // No provider delivers the quote, and the step waits between its attempts.
    const step = { id: 'quote', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['AAPL'] } } };
    const made = await claude.call('create_policy', {
      policy_json: {
        ...policy,
        name: 'Patient',
        steps: [{ ...step, on_error: 'retry_then_fail', retry: { max_attempts: 10 } }],
      },
    });
    const policy_id = made.data.id as string;
    await bench.person.scheduling.approvePolicy({
      params: { policy_id },
      body: { content_hash: made.data.content_hash as string },
    });
    const stop = new AbortController();
    const messages: unknown[] = [];
    const running = claude.client.callTool(
      { name: 'run_pipeline', arguments: { policy_id } },
      { signal: stop.signal, onprogress: ({ message }) => messages.push(message) },
    );
    await expect.poll(() => messages.length).toBeGreaterThan(1);
    stop.abort('enough');
    await expect(running).rejects.toThrow('enough');
    expect(messages.slice(0, 2)).toEqual(['Running the pipeline', 'Running the pipeline, 1 s']);
    await expect
      .poll(() => bench.api.scheduling.policyRuns({ params: { policy_id } }))
      .toMatchObject([{ status: 'cancelled' }]);
  });

  it('change their schedule and then need a new approval', async () => {
    const { policies } = (await claude.call('list_policies')).data as { policies: { id: string }[] };
    const policy_id = policies[0]?.id;
    const changed = await claude.call('update_policy_schedule', { policy_id, cron_expression: '30 9 * * *' });
    expect(changed.data).toMatchObject({ requires_reapproval: true });
    expect((await claude.call('update_policy_schedule', { policy_id })).data.code).toBe('invalid_arguments');
    const wrong = await claude.call('update_policy_schedule', { policy_id, cron_expression: 'often' });
    expect(wrong.isError).toBe(true);
    expect((await claude.call('update_policy_schedule', { policy_id: 'none', enabled: false })).data.code).toBe(
      'not_found',
    );
  });

  it('with mistakes are refused with what is wrong', async () => {
    const { data } = await claude.call('create_policy', {
      policy_json: { ...policy, name: 'Bad', steps: [{ id: 'X' }] },
    });
    expect(data.code).toBe('validation_failed');
    expect(JSON.stringify(data.details)).toContain('steps');
    expect((await claude.call('create_policy', { policy_json: { name: 'Worse' } })).data.code).toBe(
      'invalid_arguments',
    );
  });

  it('are reached by a client that must first load them', async () => {
    const before = await cline.names();
    expect(before).not.toContain('list_policies');
    const refused = await cline.call('list_policies');
    expect(refused.data.message).toContain('enable_toolset');
    const enabled = await cline.call('enable_toolset', { toolset_name: 'scheduling' });
    expect(enabled.data).toMatchObject({ status: 'enabled', tool_count: 6 });
    expect(await cline.names()).toContain('list_policies');
    expect((await cline.call('list_policies')).isError).toBe(false);
  });
});
