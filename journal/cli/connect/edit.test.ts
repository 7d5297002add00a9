import { describe, expect, it } from 'vitest';
import { clients } from './clients.ts';
import { CannotEdit } from './cannot-edit.ts';
import { editJson, editToml, removeJson, removeToml } from './edit.ts';
import { parseJsonc } from './jsonc.ts';

const entry = { url: 'http://127.0.0.1:8766/mcp', headers: { Authorization: 'Bearer zrv_sk_x' } };

describe('putting our entry into a JSON file', () => {
  it('makes the file when there is none', () => {
    expect(JSON.parse(editJson('', 'mcpServers', 'zorivest', entry))).toEqual({ mcpServers: { zorivest: entry } });
  });

  it('keeps the entries of others, their order and the indentation', () => {
    const before = '{\n    "theme": "dark",\n    "mcpServers": {\n        "other": { "command": "x" }\n    }\n}\n';
    const after = editJson(before, 'mcpServers', 'zorivest', entry);
    expect(JSON.parse(after)).toEqual({ theme: 'dark', mcpServers: { other: { command: 'x' }, zorivest: entry } });
    expect(after).toContain('\n    "mcpServers": {\n        "other"');
  });

  it('replaces its own entry and no other', () => {
    const once = editJson('{"servers":{"a":1}}', 'servers', 'zorivest', { url: 'old' });
    expect(JSON.parse(editJson(once, 'servers', 'zorivest', entry))).toEqual({ servers: { a: 1, zorivest: entry } });
  });

  it('keeps comments and trailing commas where they are', () => {
    const before = [
      '// my settings',
      '{',
      '  "theme": "One Dark", // dark',
      '  /* servers */',
      '  "mcpServers": {',
      '    "other": { "command": "x", "args": ["//not a comment", ], }, // keep',
      '  },',
      '}',
      '',
    ].join('\n');
    const after = editJson(before, 'mcpServers', 'zorivest', entry);
    for (const line of before.split('\n').filter((one) => one.includes('/'))) {
      for (const part of line.split(/(?=\/)/)) expect(after).toContain(part.trim());
    }
    expect(parseJsonc(after)).toEqual({
      theme: 'One Dark',
      mcpServers: { other: { command: 'x', args: ['//not a comment'] }, zorivest: entry },
    });
    expect(removeJson(after, 'mcpServers', 'zorivest')).toBe(before);
  });

  it.each([
    '{}',
    '{ }',
    '// a comment\n{}',
    '{"a":1,}',
    '{"mcpServers":{}}',
    '{"mcpServers":{ /* none yet */ }}',
    '{\n\t"mcpServers": {\n\t\t"a": 1\n\t}\n}',
    '{"mcpServers":{"zorivest":{"url":"old"},"a":1}}',
    '{"a":"}","mcpServers":{"b":"{"}}',
  ])('works on %j, and can be undone', (text) => {
    const before = parseJsonc(text) as { mcpServers?: Record<string, unknown> };
    const after = editJson(text, 'mcpServers', 'zorivest', entry);
    expect(parseJsonc(after)).toEqual({ ...before, mcpServers: { ...before.mcpServers, zorivest: entry } });
    const { zorivest: _, ...others } = before.mcpServers ?? {};
    expect(parseJsonc(removeJson(after, 'mcpServers', 'zorivest'))).toEqual({ ...before, mcpServers: others });
  });

  it.each(['{"a":', 'nonsense', '[]', '{"mcpServers":[]}'])('leaves %j to the person', (text) => {
    expect(() => editJson(text, 'mcpServers', 'zorivest', entry)).toThrow(CannotEdit);
  });
});

describe('putting our table into a TOML file', () => {
  it('adds it at the end, once, however often it is done', () => {
    const before = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"\n';
    const once = editToml(before, 'mcp_servers', 'zorivest', entry);
    expect(once).toBe(
      `${before}\n[mcp_servers.zorivest]\nurl = "http://127.0.0.1:8766/mcp"\n\n[mcp_servers.zorivest.headers]\nAuthorization = "Bearer zrv_sk_x"\n`,
    );
    expect(editToml(once, 'mcp_servers', 'zorivest', entry)).toBe(once);
  });

  it('replaces its own sub-tables and keeps what follows them', () => {
    const before = '[mcp_servers.zorivest]\nurl = "old"\n[mcp_servers.zorivest.env]\nA = "1"\n[tui]\nx = 1\n';
    expect(editToml(before, 'mcp_servers', 'zorivest', { url: 'new' })).toBe(
      '[tui]\nx = 1\n\n[mcp_servers.zorivest]\nurl = "new"\n',
    );
  });
});

it.each([
  ['is not TOML', 'model = \n'],
  ['is not an object', 'mcp_servers = 1\n'],
  // Our entry stands in a line of its own making.
  ['cannot be edited safely', 'mcp_servers = { zorivest = { url = "old" } }\n'],
])('leaves a TOML file that %s to the person', (why, text) => {
  expect(() => editToml(text, 'mcp_servers', 'zorivest', entry)).toThrow(why);
});

it('a table inside a text of several lines is not a table', () => {
  const before = 'note = """\n[mcp_servers.zorivest]\n"""\n\n[mcp_servers.other]\ncommand = "y"\n';
  const after = editToml(before, 'mcp_servers', 'zorivest', entry);
  expect(after.startsWith(before)).toBe(true);
  expect(() => removeToml(after, 'mcp_servers', 'zorivest')).toThrow(CannotEdit);
});

it('takes our table out of a TOML file and leaves the rest', () => {
  const before = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"\n';
  expect(removeToml(editToml(before, 'mcp_servers', 'zorivest', entry), 'mcp_servers', 'zorivest').trimEnd()).toBe(
    before.trimEnd(),
  );
});

describe('every client', () => {
  const target = { url: 'http://127.0.0.1:8766/mcp', apiKey: 'K', program: '/p.js', node: '/node', apiUrl: 'http://a' };
  it.each(Object.keys(clients))('%s has a file of its own on each platform and an entry with the key', (name) => {
    const client = clients[name];
    if (!client) throw new Error('unreachable');
    const paths = (['linux', 'darwin', 'win32'] as const).map((platform) =>
      client.path({ home: '/home/x', platform, env: {} }),
    );
    for (const path of paths) expect(path).toMatch(/^\/home\/x\/.+\.(json|toml)$/);
    expect(JSON.stringify(client.entry(target))).toContain('K');
  });
});
