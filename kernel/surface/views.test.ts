import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { familyNames } from '../client/profiles.ts';
import { createCatalogue } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import { ruleFaults } from '../tool/rules.ts';
import { VIEW_MIME, VIEWS_EXTENSION } from '../tool/view.ts';
import { library, libraryPresentation } from '../testing/library.ts';
import type { ListedTool, OperatorConfig, Surface, SurfaceRequest } from './model.ts';
import { createResultStore } from './result-store.ts';
import { shapeResult } from './result.ts';
import { createSurfaces, surfaceFor } from './surface.ts';

const DRAWS = { extensions: { [VIEWS_EXTENSION]: { mimeTypes: [VIEW_MIME] } } };

function requestOf(client: string, capabilities: SurfaceRequest['capabilities']): SurfaceRequest {
  return {
    era: client === 'stateless' ? 'modern' : 'legacy',
    path: '/',
    headers: {},
    role: null,
    capabilities,
    client: { name: client, version: '1' },
  };
}

const surfaceOf = (
  client: string,
  capabilities: SurfaceRequest['capabilities'],
  config: OperatorConfig = {},
): Surface => surfaceFor(library, libraryPresentation, config, requestOf(client, capabilities));

const everyone = [...familyNames, 'unheard-of', 'stateless'];
const findListed = ({ tools }: Surface, name: string): ListedTool | undefined =>
  tools.find((tool) => tool.name === name);

describe('a client that says it draws views', () => {
  it.each(['goose', 'chatgpt', 'stateless'])('learns which page draws a tool, in either era (%s)', (client) => {
    const tool = findListed(surfaceOf(client, DRAWS), 'list_loans');
    expect(tool?._meta).toMatchObject({ ui: { resourceUri: 'ui://library/loans' } });
    expect(tool?._meta).not.toHaveProperty('ui/resourceUri');
  });

  it.each(['claude-ai', 'Visual Studio Code'])('learns it by the flat key, too, where it needs that (%s)', (client) => {
    expect(findListed(surfaceOf(client, DRAWS), 'list_loans')?._meta).toMatchObject({
      ui: { resourceUri: 'ui://library/loans' },
      'ui/resourceUri': 'ui://library/loans',
    });
  });

  it.each(everyone)(
    'sees the same names, descriptions and schemas as without, at no more than 20 tokens (%s)',
    (client) => {
      const [without, withViews] = [surfaceOf(client, {}), surfaceOf(client, DRAWS)];
      const forModels = withViews.tools.filter(({ _meta }) => !isForPages(_meta));
      expect(forModels.map(({ _meta, ...shown }) => shown)).toEqual(without.tools.map(({ _meta, ...shown }) => shown));
      expect(withViews.instructions).toBe(without.instructions);
      for (const [at, tool] of forModels.entries()) {
        const { ui } = { ui: undefined, ...tool._meta };
        if (ui === undefined) continue;
        const bare = countTokens(JSON.stringify({ ...without.tools[at]?._meta }));
        expect(countTokens(JSON.stringify({ ...without.tools[at]?._meta, ui })) - bare).toBeLessThanOrEqual(20);
      }
    },
  );

  it('has the tools for pages on its list, with the word that keeps them from the model', () => {
    const tools = surfaceOf('goose', DRAWS).tools.filter(({ _meta }) => isForPages(_meta));
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['count_loans', expect.objectContaining({ ui: { visibility: ['app'] } })],
    ]);
  });

  it('may call a drawn tool by its own name, even where its model has it behind another', () => {
    const surface = surfaceOf('goose', DRAWS, { layout: 'dispatch' });
    expect(surface.resolve('list_loans', {})).toMatchObject({ found: true, via: 'direct' });
    expect(surface.resolve('get_fines', {})).toMatchObject({ found: false, reason: 'not_loaded' });
  });
});

describe('a client that does not', () => {
  const others: readonly SurfaceRequest['capabilities'][] = [
    {},
    { extensions: {} },
    { extensions: { [VIEWS_EXTENSION]: {} } },
    { extensions: { [VIEWS_EXTENSION]: { mimeTypes: ['text/html'] } } },
    { extensions: 'all', ui: true },
    { experimental: { [VIEWS_EXTENSION]: { mimeTypes: [VIEW_MIME] } } },
  ];

  it.each(everyone)('sees no byte of views, whatever else it says (%s)', (client) => {
    const plain = JSON.stringify(surfaceOf(client, {}).tools);
    expect(plain).not.toContain('ui://');
    for (const capabilities of others) expect(JSON.stringify(surfaceOf(client, capabilities).tools)).toBe(plain);
  });

  it('has no tool that is for pages, by name or through a dispatcher', () => {
    const surface = surfaceOf('goose', {}, { layout: 'dispatch' });
    expect(surface.resolve('count_loans', {})).toMatchObject({ found: false, reason: 'unknown' });
    expect(surface.resolve('call_read', { name: 'count_loans' })).toMatchObject({ found: false, reason: 'unknown' });
  });
});

it('the two kinds of client are never given each other’s remembered list', () => {
  const surfaces = createSurfaces(library, libraryPresentation, {});
  const [plain, drawing] = [surfaces(requestOf('goose', {})), surfaces(requestOf('goose', DRAWS))];
  expect(findListed(plain, 'list_loans')?._meta).toBeUndefined();
  expect(findListed(drawing, 'list_loans')?._meta).toBeDefined();
  expect(surfaces(requestOf('goose', {}))).toBe(plain);
});

describe('the answer of a tool with a view', () => {
  const entry = library.get('list_loans');
  const rows = Array.from({ length: 5000 }, (_, at) => ({ id: `loan-${at}`, note: null, created_at: 'today' }));
  const shapeFor = (capabilities: SurfaceRequest['capabilities'], via: 'direct' | 'indirect' = 'direct') =>
    shapeResult(
      { ok: true, data: rows, attachments: [], text: undefined },
      // goose reads the text, concisely, and takes 40,000 characters of it
      {
        surface: surfaceOf('goose', capabilities),
        store: createResultStore(),
        owner: 'me',
        via,
        ...(entry && { entry }),
      },
    );

  it('is whole for the page, while the model reads what it always read', () => {
    const [without, drawn] = [shapeFor({}), shapeFor(DRAWS)];
    expect(without.structuredContent).toBeUndefined();
    expect(drawn.structuredContent).toEqual({ items: rows, count: 5000 });
    const texts = [without, drawn].map(({ content }) => JSON.stringify(content).replaceAll(/result:\/\/[\w-]+/g, ''));
    expect(texts[0]).toBe(texts[1]);
  });

  it('is as before where it came through another tool, for which no page is drawn', () => {
    expect(shapeFor(DRAWS, 'indirect').structuredContent).toBeUndefined();
  });
});

describe('a fault of the author is reported when the server starts', () => {
  const [drawn, other] = [library.get('list_loans')?.tool, library.get('list_overdue')?.tool] as [AnyTool, AnyTool];
  const catalogueOf = (...tools: AnyTool[]) => createCatalogue(tools, library.toolsets);
  const page = library.get('count_loans')?.tool as AnyTool;

  it('an address that is none', () => {
    expect(() => catalogueOf({ ...drawn, view: { page: () => '', uri: 'ui://Library/Loans list' } })).toThrow(
      'is not an address of a view',
    );
  });

  it('two pages at one address', () => {
    expect(() => catalogueOf(drawn, { ...other, view: { page: () => '', uri: 'ui://library/loans' } })).toThrow(
      'two views are at ui://library/loans',
    );
  });

  it('a fifth tool for pages, or one in a toolset', () => {
    const five = [1, 2, 3, 4, 5].map((at) => ({ ...page, name: `page_${at}` }));
    expect(() => catalogueOf(...five)).toThrow('at most 4 tools for pages alone');
    expect(() => catalogueOf({ ...page, toolsets: ['loans'] })).toThrow('cannot be in a toolset');
  });

  it('a tool for pages that changes something', () => {
    expect(ruleFaults({ ...page, hints: { ...page.hints, readOnly: false } })).toEqual([
      'count_loans: a tool for pages alone may only read: a model can call it too',
    ]);
  });
});

it('a server can say which views it has and what they draw', () => {
  expect(library.views).toEqual([{ view: 'loans', uri: 'ui://library/loans', tools: ['list_loans', 'list_overdue'] }]);
});

function isForPages(meta: ListedTool['_meta']): boolean {
  const ui = meta?.ui as { visibility?: readonly string[] } | undefined;
  return ui?.visibility?.includes('model') === false;
}
