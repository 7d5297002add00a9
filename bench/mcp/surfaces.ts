// How many tokens each kind of client is charged for the list of tools, as it is sent.
import { createJournalServer } from '@zorivest/mcp-server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

interface Case {
  readonly name: string;
  readonly client: string;
  readonly toolsets?: 'all';
  readonly layout?: 'discrete' | 'composite' | 'dispatch';
  readonly goal: number;
}

const cases: readonly Case[] = [
  { name: 'static default (Cursor)', client: 'cursor-vscode', goal: 5_800 },
  {
    name: 'all toolsets, composite (Cursor)',
    client: 'cursor-vscode',
    toolsets: 'all',
    layout: 'composite',
    goal: 5_600,
  },
  { name: 'all toolsets, discrete (static)', client: 'some-editor', toolsets: 'all', layout: 'discrete', goal: 12_000 },
  { name: 'full list (Claude Code)', client: 'claude-code', goal: 18_000 },
];

const tokensOf = (value: unknown): number => encode(JSON.stringify(value)).length;

export function surfaceTable(): string {
  const rows = cases.map(({ name, client, toolsets, layout, goal }) => {
    const server = createJournalServer({
      apiUrl: 'http://127.0.0.1:8765',
      operator: { ...(toolsets ? { toolsets } : {}), ...(layout ? { layout } : {}) },
    });
    const { tools } = server.surface({ client: { name: client, version: '1.0.0' } });
    const tokens = tokensOf({ tools });
    return `| ${name} | ${tools.length} | ${tokens} | ${goal} | ${tokens <= goal ? 'met' : 'missed'} |`;
  });
  return ['| surface | tools listed | tokens (o200k) | goal | |', '|---|--:|--:|--:|---|', ...rows].join('\n');
}
