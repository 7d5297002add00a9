// The contract as a page: every operation, its parameters and its schemas, searchable, with nothing loaded from outside.
import { escapeHtml } from '@zorivest/store';
import { servicePage, type ServicePage } from './html.ts';

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly 'x-role': string;
  readonly parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly tags: string[];
}

const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function operationHtml(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? [])
    .map(
      ({ name, in: place, required, schema }) =>
        `<dt><code>${escapeHtml(name)}</code></dt><dd>${place}${required ? ', required' : ''} <code>${escapeHtml(JSON.stringify(schema))}</code></dd>`,
    )
    .join('');
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const text = escapeHtml(operation.description)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>');
  return `<details data-text="${escapeHtml(`${method} ${path} ${operation.summary}`.toLowerCase())}">
<summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> — ${escapeHtml(operation.summary)} <span class="tag">${escapeHtml(operation['x-role'])}</span></summary>
<p>${text}</p>${parameters ? `<dl>${parameters}</dl>` : ''}
${operation.requestBody ? `<p>Body</p>${json(operation.requestBody)}` : ''}<p>Answer ${status}</p>${json(success)}</details>`;
}

const search = `const box = document.querySelector('input');
box.addEventListener('input', () => { const wanted = box.value.toLowerCase();
for (const one of document.querySelectorAll('details')) one.hidden = !one.dataset.text.includes(wanted); });`;

export function docsPage(document: Record<string, unknown>): ServicePage {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const byTag = new Map<string, string[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const tag = operation.tags[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method.toUpperCase(), path, operation)]);
    }
  }
  const sections = [...byTag].map(([tag, items]) => `<section><h2>${escapeHtml(tag)}</h2>${items.join('')}</section>`);
  return servicePage(
    'Zorivest API',
    `<h1>Zorivest API</h1><p class="lead">Paths are relative to <code>/api/v1</code>. The same as
<a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p><input placeholder="Search" aria-label="Search">${sections.join('')}`,
    search,
  );
}
