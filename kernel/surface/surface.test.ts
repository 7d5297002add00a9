import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../call/define.ts';
import { createCatalogue } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import { ruleFaults } from '../tool/rules.ts';
import { library, libraryPresentation } from '../testing/library.ts';
import { referenceFaults } from './presentation.ts';
import type { OperatorConfig, Surface, SurfaceRequest } from './model.ts';
import { createSurfaces, surfaceFor } from './surface.ts';

function show(client: string, config: OperatorConfig = {}, request: Partial<SurfaceRequest> = {}): Surface {
  return surfaceFor(library, libraryPresentation, config, {
    era: 'legacy',
    path: '/',
    headers: {},
    role: null,
    capabilities: {},
    client: { name: client, version: '1.0.0' },
    ...request,
  });
}
const modern = (config: OperatorConfig = {}, request: Partial<SurfaceRequest> = {}): Surface =>
  show('anything', config, { era: 'modern', ...request });
const names = (surface: Surface): string[] => surface.tools.map(({ name }) => name);
const toolOf = (surface: Surface, name: string) => surface.tools.find((tool) => tool.name === name);
/** All 47 of its toolsets, `query_library` and `tool_search`, without the two that only serve a list that grows. */
const LISTED = 47 + 2 - 2;
const forModels = library.entries.filter(({ tool }) => tool.pagesOnly !== true);

describe('the tools of the fixture', () => {
  it('keep the rules every tool must keep', () => {
    expect(library.entries.flatMap(({ tool }) => ruleFaults(tool))).toEqual([]);
    expect(referenceFaults(library)).toEqual([]);
  });
});

describe('a client that defers what it does not need', () => {
  const surface = show('claude-code', { toolsets: ['fines'] });

  it('is shown every tool, whatever toolsets were chosen', () => {
    expect(surface.tools.length).toBe(LISTED);
    expect(surface.loaded).toEqual(library.toolsets.map(({ name }) => name));
  });

  it('may be any client, if the operator says so', () => {
    expect(names(show('cursor', { mode: 'anthropic' }))).toEqual(names(surface));
    expect(show('cursor', { mode: 'anthropic' }).format).toBe('detailed');
  });

  it('learns which to load up front, how to find the others, and which need its person', () => {
    expect(toolOf(surface, 'get_hours')?._meta).toMatchObject({ 'anthropic/alwaysLoad': true });
    expect(toolOf(surface, 'get_fines')?._meta).toMatchObject({ 'anthropic/searchHint': 'for, which, books' });
    expect(toolOf(surface, 'get_fines')?._meta).toMatchObject({ 'anthropic/maxResultSizeChars': 100_000 });
    expect(toolOf(surface, 'waive_fine')?._meta).toMatchObject({ 'anthropic/requiresUserInteraction': true });
  });

  it('gets rich descriptions of tools and parameters, and output schemas only if it makes something of them', () => {
    const tool = toolOf(surface, 'get_book');
    expect(tool?.description).toMatch(/Use it when/);
    expect(JSON.stringify(tool?.inputSchema)).toContain('the check digit is verified');
    expect(tool?.outputSchema).toBeUndefined();
    const used = toolOf(modern(), 'get_book')?.outputSchema;
    expect(used).toMatchObject({ type: 'object', properties: { items: { type: 'array' } } });
    expect(toolOf(show('cursor', { mode: 'anthropic' }), 'get_book')?.outputSchema).toEqual(used);
  });
});

describe('a client with a limit of 40 tools', () => {
  it('is shown the defaults one by one, in minimal words', () => {
    const surface = show('cursor-vscode');
    expect(surface.layout).toBe('discrete');
    expect(surface.loaded).toEqual(['desk', 'guide', 'books', 'loans']);
    expect(toolOf(surface, 'get_book')?.outputSchema).toBeUndefined();
    expect(JSON.stringify(surface.tools)).not.toContain('check digit');
    expect(surface.tools.length).toBeLessThanOrEqual(36);
  });

  it('is shown as many as fit when all are asked for, and reaches every one of them', () => {
    const surface = show('cursor', { toolsets: 'all' });
    expect(surface.layout).toBe('discrete');
    expect(surface.tools.length).toBe(40);
    for (const { tool } of forModels) expect(surface.route(tool.name).kind).not.toBe('none');
  });

  it('never folds reading and writing together, nor what must stand alone', () => {
    const surface = show('cursor', { toolsets: 'all', layout: 'composite' });
    for (const tool of surface.tools) {
      const { action } = (tool.inputSchema.properties ?? {}) as { action?: { enum: string[] } };
      for (const name of action?.enum ?? []) {
        expect(library.get(name)?.tool.hints.readOnly).toBe(tool.annotations.readOnlyHint);
        expect(library.get(name)?.tool.hints.destructive).toBe(tool.annotations.destructiveHint);
      }
    }
    expect(names(surface)).toContain('ring_alarm');
    expect(names(surface)).toContain('get_alarm');
  });

  it('keeps discrete tools when the operator insists', () => {
    const surface = show('cursor', { toolsets: 'all', layout: 'discrete' });
    const ways = ['tool_search', 'call_read', 'call_write', 'call_destructive'];
    expect(surface.tools.length).toBe(47 - 2 + ways.length);
  });

  it('learns what found no room, and why', () => {
    expect(show('cursor').explain.find(({ about }) => about === 'not listed')).toBeUndefined();
    const { explain } = show('cursor', { toolsets: 'all' });
    expect(explain.find(({ about }) => about === 'not listed')).toEqual({
      about: 'not listed',
      chose:
        'get_till, take_payment, charge_fine, waive_fine, search_partner, list_partners, list_requests, request_book, cancel_request, query_library',
      because: 'this client takes 40 tools',
    });
  });

  it('sees first what always works, then the ways to the rest, then what is asked for most', () => {
    expect(names(show('cursor')).join(' ')).toBe(
      'get_hours set_hours get_alarm ring_alarm desk_status describe_toolset get_confirmation_token tool_search call_read call_write call_destructive search_books lend_copy return_copy get_book list_copies get_copy list_new_books list_lost_copies get_shelf_map add_book add_copy move_copy mend_copy discard_copy list_loans list_overdue list_holds renew_loan place_hold cancel_hold query_library',
    );
  });
});

describe('a client whose list can grow', () => {
  it('starts with the defaults and adds what the session switched on', () => {
    const surface = show('Cline', {}, { enabled: ['fines'] });
    expect(surface.grows).toBe(true);
    expect(surface.loaded).toContain('fines');
    expect(names(surface)).toContain('get_till');
  });

  it('is not believed once it was seen not to list again', () => {
    expect(show('Cline', {}, { relists: false }).grows).toBe(false);
    expect(show('antigravity-client', {}, { relists: true }).grows).toBe(true);
    expect(show('cursor', {}, { relists: true }).grows).toBe(false);
  });
});

describe('the stateless era', () => {
  it('shows everything, the same to every client, whatever a session did', () => {
    const one = modern({}, { client: { name: 'cursor', version: '1' }, enabled: ['fines'], relists: false });
    const other = modern({}, { client: { name: 'claude-code', version: '2' } });
    expect(one.tools).toEqual(other.tools);
    expect(one.mode).toBe('stateless');
    expect(one.tools.length).toBe(LISTED);
  });

  it('shows what the operator or the path chose', () => {
    expect(modern({ toolsets: ['fines'] }).loaded).toEqual(['desk', 'guide', 'fines']);
    const scoped = modern({}, { path: '/x/fines' });
    expect(scoped.loaded).toEqual(['desk', 'guide', 'fines']);
    expect(scoped.resolve('get_member', {})).toMatchObject({ found: false, reason: 'unknown' });
  });

  it('ignores overrides by client name', () => {
    const config = { clientOverrides: { anything: ['fines'] } };
    expect(modern(config).loaded).toEqual(library.toolsets.map(({ name }) => name));
    expect(show('Anything Else', config).loaded).toEqual(['desk', 'guide', 'fines']);
  });
});

describe('read-only', () => {
  const writing = (surface: Surface) =>
    surface.tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);

  it.each([
    ['by the operator', show('claude-code', { readOnly: true })],
    ['by role', show('claude-code', {}, { role: 'visitor' })],
    ['by path', modern({}, { path: '/readonly' })],
    ['folded', show('cursor', { readOnly: true, layout: 'composite', toolsets: 'all' })],
    ['dispatched', show('zed', { readOnly: true, layout: 'dispatch' })],
  ])('%s keeps no writing tool but the ones the server names', (_, surface) => {
    const writers = writing(surface).filter((name) => !name.startsWith('call_'));
    expect(writers).toEqual(['ring_alarm']);
    expect(surface.resolve('enable_toolset', {})).toMatchObject({ found: true });
    expect(surface.resolve('add_book', { isbn: '1' })).toMatchObject({ found: false });
    expect(surface.resolve('call_write', { name: 'add_book', arguments: {} })).toMatchObject({ found: false });
  });
});

describe('dispatch', () => {
  const surface = show('zed', { layout: 'dispatch' });

  it('lists the pinned tools, the search and the dispatchers', () => {
    const pinned = library.entries.filter(({ tool }) => ['desk', 'guide'].includes(tool.toolsets[0] ?? ''));
    const rest = ['tool_search', 'call_read', 'call_write', 'call_destructive', 'query_library'];
    const listed = pinned.filter(({ tool }) => tool.onlyWhereListGrows !== true).map(({ tool }) => tool.name);
    expect(names(surface)).toEqual([...listed, ...rest]);
  });

  it('reaches each tool through the dispatcher of its risk and no other', () => {
    const args = { isbn: '9780000000000' };
    expect(surface.resolve('call_read', { name: 'get_book', arguments: args })).toMatchObject({ found: true, args });
    expect(surface.resolve('call_read', { name: 'get_book', arguments: JSON.stringify(args) })).toMatchObject({ args });
    expect(surface.resolve('call_read', { name: 'add_book', arguments: args })).toEqual({
      found: false,
      reason: 'invalid',
      message: 'add_book is not for call_read: call it through call_write.',
    });
  });
});

describe('a call', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'by a name that only JavaScript knows, %s, is of an unknown tool',
    (name) => {
      expect(show('zed').resolve(name, {})).toMatchObject({ found: false, reason: 'unknown' });
    },
  );

  it('of a folded tool is resolved by action, and says where another action is', () => {
    const surface = show('cursor', { toolsets: 'all', layout: 'composite' });
    expect(surface.resolve('books_read', { action: 'get_book', args: { isbn: '1' } })).toMatchObject({
      found: true,
      args: { isbn: '1' },
      via: 'indirect',
    });
    const wrong = surface.resolve('books_read', { action: 'add_book' });
    expect(wrong).toMatchObject({
      reason: 'invalid',
      message: expect.stringContaining('through books_write') as string,
    });
    const flat = surface.resolve('books_read', { action: 'get_book', isbn: '1' });
    expect(flat).toMatchObject({ reason: 'invalid', message: expect.stringContaining('inside args') as string });
  });

  it('of a tool that is not loaded says how to load it', () => {
    const message = (surface: Surface) => (surface.resolve('get_fines', {}) as { message: string }).message;
    expect(message(show('Zed', { toolsets: ['books'] }))).toContain('call_read');
    expect(message(show('cursor', { toolsets: ['books', 'loans', 'members'] }))).toContain('call_read');
    expect(message(show('Cline'))).toContain('Call enable_toolset with toolset_name "fines" first');
    expect(message(show('Cline', {}, { relists: false }))).toContain('call_read');
  });

  it('of a misspelt tool suggests the right one', () => {
    expect(show('zed').resolve('get_bok', {})).toMatchObject({
      reason: 'unknown',
      message: 'There is no tool "get_bok" here. Did you mean get_book?',
    });
  });

  it('of a tool that was chosen and found no room works, as that of an extra does', () => {
    const surface = show('cursor', { toolsets: 'all' });
    expect(names(surface)).not.toContain('list_partners');
    expect(surface.resolve('list_partners', {})).toMatchObject({ found: true, via: 'direct' });
    expect(names(surface)).not.toContain('query_library');
    expect(surface.resolve('query_library', {})).toMatchObject({ found: true });
  });
});

describe('descriptions', () => {
  it('name a sibling only where it is shown', () => {
    const all = toolOf(show('claude-code'), 'get_fines')?.description;
    expect(all).toContain(
      'for that use search_books. Answers with one entry per item (see get_book for a single title)',
    );
    const scoped = toolOf(modern({}, { path: '/x/fines' }), 'get_fines')?.description;
    expect(scoped).toContain('question about what stands where. Answers with one entry per item, newest first');
    expect(JSON.stringify(modern({}, { path: '/x/fines' }).tools)).not.toMatch(/search_members|tool_search/);
  });
});

describe('instructions', () => {
  const surfaces = ['claude-code', 'cursor', 'Cline', 'unheard-of'].flatMap((client) =>
    [{}, { toolsets: 'all' as const }, { layout: 'dispatch' as const }].map((config) => show(client, config)),
  );

  it('hold the map of the whole in their first 500 characters and stay under 2 KB', () => {
    for (const { instructions } of surfaces) {
      expect(instructions.slice(0, 500)).toContain('47 tools in 7 categories: desk 5 (hours, alarms)');
      expect(instructions.slice(0, 500)).toContain('inter-library 5 (other houses)');
      expect(Buffer.byteLength(instructions)).toBeLessThan(2048);
    }
  });

  it('count what this client may use and name only what it sees', () => {
    expect(show('cursor', { readOnly: true }).instructions).toContain('28 tools in 7 categories');
    expect(show('cursor', { toolsets: 'all' }).instructions).not.toContain('query_library');
    expect(show('cursor', { toolsets: 'all' }).instructions).toContain('40 are listed. Call the others by name');
    expect(show('cursor').instructions).toContain('Not loaded: members, fines, inter-library.');
  });
});

describe('a server', () => {
  it('refuses toolsets that do not exist, and lists those that do', () => {
    expect(() => createSurfaces(library, libraryPresentation, { toolsets: ['book'] })).toThrow(
      'There is no toolset "book". Known toolsets: desk, guide, books, loans, members, fines, inter-library.',
    );
    expect(() => modern({}, { path: '/x/nope' })).toThrow('There is no toolset "nope"');
    expect(() => modern({}, { path: '/y' })).toThrow('There is nothing at /y');
  });

  it('refuses a presentation that does not fit its catalogue', () => {
    const extras = ['no_such_tool'];
    expect(() => createSurfaces(library, { about: '', extras }, {})).toThrow('there is no tool no_such_tool');
    expect(() => createSurfaces(library, { about: '', extras: ['get_book'] }, {})).toThrow('cannot be an extra');
    const conciseDrops = ['copy_id'];
    expect(() => createSurfaces(library, { about: '', conciseDrops }, {})).toThrow('copy_id is dropped');
  });

  it('lists a description as its author wrote it; a reference to no tool stops the start', () => {
    const text = 'Fetch GET /repos/{owner}/{repo}/issues from the forge. Placeholders look like {name}.';
    const forge = (rich: string, parameter = 'Text with {placeholders}.') =>
      createCatalogue(
        [
          defineTool({
            name: 'fetch_issues',
            title: 'Fetch issues',
            toolsets: ['forge'],
            description: { minimal: rich, rich },
            synonyms: [],
            hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
            guard: 'guarded',
            confirmation: 'none',
            cost: 'network',
            input: z.object({ query: z.string().describe(parameter) }),
            handler: () => ({}),
          }) as AnyTool,
        ],
        [{ name: 'forge', description: 'A forge.', byDefault: true }],
      );
    const request = { era: 'modern', path: '/', headers: {}, role: null, capabilities: {} } as const;
    const [listed] = surfaceFor(forge(text), { about: 'A forge.' }, {}, request).tools;
    expect(listed?.description).toBe(text);
    expect(JSON.stringify(listed?.inputSchema)).toContain('Text with {placeholders}.');
    for (const broken of [forge('See {tool:no_such}.'), forge(text, 'An id of {tool:no_such}')])
      expect(() => createSurfaces(broken, { about: '' }, {})).toThrow(/fetch_issues.* refers to \{tool:no_such\}/);
    const advice = ['Begin with {tool:nothing}.'];
    expect(() => createSurfaces(library, { about: '', advice }, {})).toThrow('the advice refers to {tool:nothing}');
  });

  it('builds a surface once for each thing it depends on', () => {
    const surfaces = createSurfaces(library, libraryPresentation, {});
    const request = { era: 'modern', path: '/', headers: {}, role: null, capabilities: {} } as const;
    expect(surfaces({ ...request, client: { name: 'a', version: '1' } })).toBe(
      surfaces({ ...request, client: { name: 'b', version: '1' }, headers: { x: 'y' } }),
    );
    expect(surfaces(request)).not.toBe(surfaces({ ...request, role: 'visitor' }));
  });

  it('of no tools at all shows nothing and still explains itself', () => {
    const surface = surfaceFor(
      createCatalogue([], []),
      { about: 'Empty.' },
      {},
      {
        era: 'modern',
        path: '/',
        headers: {},
        role: null,
        capabilities: {},
      },
    );
    expect(surface.tools).toEqual([]);
    expect(surface.explain.length).toBeGreaterThan(0);
  });
});
