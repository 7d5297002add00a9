// The look of the service's own pages, and what they may do: run and show what is in them by its hash, and nothing else.
import { createHash } from 'node:crypto';
import { htmlPage } from '@zorivest/store';

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfbf9; --line: #d9dcd6; --soft: #5d6675; --accent: #1f6f5c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7ea; --paper: #14181d; --line: #2d343d; --soft: #98a2ae; --accent: #5cc2a6; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 58rem; margin: 2.5rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; text-transform: capitalize; }
p.lead { color: var(--soft); margin-top: 0; } a { color: var(--accent); }
code, pre { font: .9em ui-monospace, monospace; } pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; } dt { color: var(--soft); } dd { margin: 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: .45rem .75rem; } summary { cursor: pointer; }
.method { display: inline-block; min-width: 4.2rem; font-weight: 600; } .tag { color: var(--soft); font-size: .85em; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
`;

const meta = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** How a policy names a style or script that may stand in a page. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface ServicePage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function servicePage(title: string, body: string, script?: string): ServicePage {
  const code = script === undefined ? '' : `<script>${script}</script>`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html: htmlPage({ title, style, meta, body: body + code }),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
  };
}
