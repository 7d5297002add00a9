// What a person sees who opens the service in a browser: that it runs and what to do next. Anyone on this machine can
// open it, so it names no folder.
import type { Vault } from '../vault/vault.ts';
import { escapeHtml } from '../core/html.ts';
import { servicePage, type ServicePage } from './html.ts';

interface Shown {
  readonly vault: Vault;
  readonly version: string;
}

export function statusPage({ vault: { state }, version }: Shown): ServicePage {
  const rows: [string, string][] = [
    ['Version', escapeHtml(version)],
    ['Vault', state === 'unlocked' ? 'unlocked' : `${state} — the first valid API key or the passphrase opens it`],
    ['Book and logs', 'where <code>zorivest doctor</code> says'],
    [
      'API',
      '<a href="/docs">documentation</a>, <a href="/api/v1/openapi.json">OpenAPI</a>, <a href="/api/v1/health">health</a>',
    ],
    [
      'First API key',
      'shown once by <code>zorivest init</code>; a book made by <code>npm start</code> keeps it in <code>first-run.json</code>, beside the book',
    ],
  ];
  const next = [
    'Connect your assistant: <code>zorivest connect claude-code</code> (or cursor, vscode, windsurf, codex, …)',
    'Make a key of its own for each assistant: <code>zorivest keys create --role read-write --name cursor</code>',
    'See what is wrong, if something is: <code>zorivest doctor</code>',
  ];
  return servicePage(
    'Zorivest',
    `<h1>Zorivest is running</h1><p class="lead">Your trading journal, on this machine only.</p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>What to do next</h2><ul>${next.map((line) => `<li>${line}</li>`).join('')}</ul>`,
  );
}
