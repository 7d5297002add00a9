/** Every tool, one by one, as it is. */
import type { Outcome } from '../call/outcome.ts';
import type { ClientProfile } from '../client/model.ts';
import type { ListedTool, OperatorConfig, Surface, SurfaceRequest } from '../surface/model.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';

const PROFILE: ClientProfile = {
  family: 'unknown',
  mode: 'static',
  toolLimit: null,
  resultLimit: 100_000,
  asksBeforeDestructive: false,
  relists: true,
  reads: 'unknown',
  format: 'concise',
  anthropicMeta: false,
};

export function surfaceFor(catalogue: Catalogue, config: OperatorConfig, _request: SurfaceRequest): Surface {
  const allows = ({ tool }: CatalogueEntry) => !config.readOnly || tool.hints.readOnly;
  const shown = catalogue.entries.filter(allows);
  return {
    mode: 'static',
    layout: 'discrete',
    profile: PROFILE,
    tools: shown.map(listed),
    instructions: '',
    format: 'concise',
    resultLimit: PROFILE.resultLimit,
    loaded: catalogue.toolsets.map(({ name }) => name),
    allows,
    resolve: (name, args) => {
      const entry = catalogue.get(name);
      return entry && allows(entry)
        ? { found: true, entry, args }
        : { found: false, reason: 'unknown', message: `There is no tool ${name}.` };
    },
    explain: [],
  };
}

function listed({ tool, input, output }: CatalogueEntry): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description.rich,
    inputSchema: input.rich,
    ...(output ? { outputSchema: output } : {}),
    annotations: {
      readOnlyHint: tool.hints.readOnly,
      destructiveHint: tool.hints.destructive,
      idempotentHint: tool.hints.idempotent,
      openWorldHint: tool.hints.openWorld,
    },
  };
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export function shapeResult(outcome: Outcome, entry: CatalogueEntry, _surface: Surface): ToolResult {
  if (!outcome.ok) {
    const { code, message, details } = outcome.error;
    const body = { error: { code, message, ...(details ? { details } : {}) } };
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
  }
  const data = Array.isArray(outcome.data) ? { items: outcome.data as unknown[] } : outcome.data;
  const text = outcome.text ?? (data === undefined ? undefined : JSON.stringify(data));
  return {
    content: [...(text === undefined ? [] : [{ type: 'text', text }]), ...outcome.attachments],
    ...(entry.output && data !== undefined ? { structuredContent: data } : {}),
  };
}
