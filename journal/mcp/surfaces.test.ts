/** What each client is shown of the journal, and what it costs: the numbers people rely on. */
import { searchTools, type OperatorConfig, type Surface } from '@zorivest/kernel';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { presentation } from './presentation.ts';
import { createJournalServer } from './server.ts';
import { questions, unseen } from './test/questions.ts';

const apiUrl = 'http://127.0.0.1:1';
const show = (client: string, operator: OperatorConfig = {}): Surface =>
  createJournalServer({ apiUrl, operator }).surface(
    client === 'modern' ? { era: 'modern' } : { client: { name: client, version: '1.0.0' } },
  );
const names = ({ tools }: Surface): string[] => tools.map(({ name }) => name);
const tokens = ({ tools }: Surface): number => countTokens(JSON.stringify({ tools }));
const { catalogue } = createJournalServer({ apiUrl });
const all = catalogue.entries.filter(({ tool }) => tool.toolsets.length > 0).map(({ tool }) => tool.name);
/** Extras that came after the limit of the whole list was set: each keeps to that of one. */
const FURTHER = new Set([
  'get_breakdown',
  'get_market_calendar',
  'get_task',
  'get_net_worth',
  'get_returns',
  'get_income',
  'list_cash',
  'reconcile_accounts',
  'get_risk_status',
  'get_trade_replay',
  'compare_with_rule',
  'get_week',
]);
/** Of use only where a list grows. */
const GROWING = ['list_available_toolsets', 'enable_toolset'];
const WAYS = ['tool_search', 'call_read', 'call_write', 'call_destructive', 'get_task'];
const ofToolsets = (...sets: string[]) =>
  catalogue.entries.filter(({ tool }) => tool.toolsets.some((set) => sets.includes(set))).map(({ tool }) => tool.name);

describe('a client that takes at most forty tools', () => {
  it('is shown the defaults and, within its limit, the way to all the others', () => {
    const surface = show('cursor');
    const always = ofToolsets('core', 'discovery').filter((name) => !GROWING.includes(name));
    expect(names(surface)).toEqual([...always, ...WAYS, ...(presentation.rank ?? [])].slice(0, 40));
    expect(all.filter((name) => surface.route(name).kind === 'none')).toEqual([]);
    expect(surface.tools.length).toBeLessThanOrEqual(40);
    expect(tokens(surface)).toBeLessThanOrEqual(5800);
  });

  it('reaches all tools within its limit when all are asked for', () => {
    const surface = show('cursor', { toolsets: 'all' });
    expect(names(surface)).toEqual(names(show('cursor')));
    expect(all.filter((name) => surface.route(name).kind === 'none')).toEqual([]);
  });

  it('gets composites where the operator says so', () => {
    const surface = show('cursor', { toolsets: 'all', layout: 'composite' });
    expect(surface.tools.length).toBeLessThanOrEqual(40);
    expect(all.filter((name) => surface.route(name).kind === 'none')).toEqual([]);
    expect(tokens(surface)).toBeLessThanOrEqual(5600);
    for (const name of ['zorivest_emergency_stop', 'zorivest_emergency_unlock', 'get_confirmation_token']) {
      expect(names(surface)).toContain(name);
    }
  });

  it('may have them one by one', () => {
    const surface = show('cursor', { toolsets: 'all', layout: 'discrete' });
    expect(all.filter((name) => !names(surface).includes(name))).toEqual(GROWING);
    expect(tokens(surface)).toBeLessThanOrEqual(12_000);
  });
});

describe('a client whose list can grow', () => {
  it('starts with the defaults and the extras there is room for', () => {
    const surface = show('Cline');
    const always = ofToolsets('core', 'discovery');
    expect(names(surface)).toEqual([...always, ...WAYS, ...(presentation.rank ?? [])].slice(0, 40));
    expect(all.filter((name) => surface.route(name).kind === 'none')).toEqual([]);
    expect(surface.grows).toBe(true);
  });

  it('keeps every tool it was shown when it switches a toolset on', () => {
    const before = show('Cline');
    const after = createJournalServer({ apiUrl }).surface({
      client: { name: 'Cline', version: '1.0.0' },
      enabled: ['tax', 'accounts'],
    });
    expect(names(before).filter((name) => !names(after).includes(name))).toEqual([]);
    expect(names(after)).toContain('find_wash_sales');
  });
});

describe.each([
  // An output schema never reaches the model of Claude Code; a host of the stateless era may write code against it.
  { client: 'claude-code', most: 18_000, outputSchemas: 0 },
  { client: 'modern', most: 26_000, outputSchemas: 1 },
])('$client', ({ client, most, outputSchemas }) => {
  const surface = show(client);

  it('is shown all tools, richly, with output schemas where they are used', () => {
    const always = all.filter((name) => !GROWING.includes(name));
    const expected = [...always, 'tool_search', 'get_task', ...(presentation.extras ?? [])];
    expect(names(surface).toSorted()).toEqual(expected.toSorted());
    expect(surface.format).toBe('detailed');
    // What a task answers is what its tool would have.
    const schemas = surface.tools.filter(({ outputSchema }) => outputSchema).length;
    expect(schemas).toBe((surface.tools.length - 1) * outputSchemas);
    const lasting = surface.tools.filter(({ name }) => !FURTHER.has(name));
    expect(tokens({ ...surface, tools: lasting })).toBeLessThanOrEqual(most);
  });

  it('is asked to load the core and discovery tools up front', () => {
    const pinned = surface.tools
      .filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
      .map(({ name }) => name);
    expect(pinned.filter((name) => all.includes(name))).toEqual(
      ofToolsets('core', 'discovery').filter((name) => !GROWING.includes(name)),
    );
  });
});

describe('what is in no toolset', () => {
  it('costs a client that lists everything at most 300 tokens each, but for the one that stands for ten', () => {
    const { tools } = show('claude-code');
    const costs = tools
      .filter(({ name }) => presentation.extras?.includes(name))
      .map((tool) => [tool.name, countTokens(JSON.stringify(tool))] as const);
    expect(costs.filter(([, cost]) => cost > 300).map(([name]) => name)).toEqual(['query_trade_analytics']);
  });

  const writing = ['manage_accounts', 'manage_imports', 'manage_settings', 'record_cash'];

  it('is left out first where room is short, and reached all the same', () => {
    const surface = show('cursor');
    const unranked = (presentation.extras ?? []).filter((name) => !presentation.rank?.includes(name));
    expect(unranked.length).toBeGreaterThan(3);
    for (const name of unranked) {
      expect(names(surface)).not.toContain(name);
      expect(surface.route(name).kind).toBe('dispatch');
    }
    expect(names(show('cursor', { toolsets: ['tax'] }))).toContain('list_imports');
  });

  it('is hidden from who may only read, where it writes', () => {
    for (const client of ['cursor', 'claude-code', 'Cline']) {
      const surface = show(client, { readOnly: true });
      expect(names(surface).filter((name) => writing.includes(name))).toEqual([]);
      for (const name of writing) expect(surface.route(name).kind).toBe('none');
      expect(surface.route('list_accounts').kind).not.toBe('none');
    }
  });
});

describe('instructions', () => {
  it.each([
    ['claude-code', {}],
    ['Cline', {}],
    ['cursor', {}],
    ['cursor', { toolsets: 'all' as const }],
    ['cursor', { layout: 'dispatch' as const }],
  ])('of %s %j hold the whole map in 500 characters and stay under 2 KB', (client, operator) => {
    const { instructions } = show(client, operator);
    const map = instructions.slice(0, 500);
    const core = catalogue.members('core')?.length;
    expect(map).toContain(`${all.length} tools in ${catalogue.toolsets.length} categories: core ${core}`);
    for (const { name } of catalogue.toolsets) expect(map).toContain(name);
    expect(Buffer.byteLength(instructions)).toBeLessThan(2048);
  });
});

describe('the right tool is among the first three found', () => {
  const shareMissed = (asked: typeof questions, first = 3) =>
    Object.entries(asked).filter(([question, tools]) => {
      const found = searchTools(catalogue, question).map((entry) => entry.tool.name);
      return !found
        .filter((name) => name !== 'tool_search')
        .slice(0, first)
        .some((name) => tools.includes(name));
    }).length / Object.keys(asked).length;

  it('for at least 97 of 100 questions, and the first one for 90', () => {
    expect(Object.keys(questions).length).toBeGreaterThanOrEqual(150);
    expect(shareMissed(questions)).toBeLessThanOrEqual(0.03);
    expect(shareMissed(questions, 1)).toBeLessThanOrEqual(0.1);
  });

  it.each([
    ['dividends received this year', 'get_income'],
    ['deposits and withdrawals', 'get_net_worth'],
    ['time weighted return', 'get_returns'],
    ['is my book complete', 'reconcile_accounts'],
  ])('%s is answered by %s', (question, tool) => {
    expect(searchTools(catalogue, question)[0]?.tool.name).toBe(tool);
  });

  it('for at least 85 of 100 questions that no tool was written for', () => {
    expect(Object.keys(unseen).length).toBeGreaterThanOrEqual(60);
    expect(shareMissed(unseen)).toBeLessThanOrEqual(0.15);
  });
});
