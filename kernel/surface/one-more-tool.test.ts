/** One more tool never changes what a list is like: on every client, with every choice of toolsets, up to twenty more. */
import { describe, expect, it } from 'vitest';
import { familyNames } from '../client/profiles.ts';
import { library, libraryPresentation, oneMoreTool } from '../testing/library.ts';
import { createCatalogue, type CatalogueEntry } from '../tool/catalogue.ts';
import type { OperatorConfig, Surface } from './model.ts';
import { surfaceFor } from './surface.ts';

const MOST = 20;
const grown = Array.from({ length: MOST + 1 }, (_, more) =>
  createCatalogue(
    [...library.entries.map(({ tool }) => tool), ...Array.from({ length: more }, (__, at) => oneMoreTool(at))],
    library.toolsets,
  ),
);

const clients = [...familyNames, 'unheard-of', 'stateless'];
const configs: readonly OperatorConfig[] = [
  {},
  { toolsets: 'all' },
  { toolsets: ['loans', 'fines'] },
  { readOnly: true },
  { layout: 'composite', toolsets: 'all' },
  { layout: 'dispatch' },
];

const surfacesOf = (client: string, config: OperatorConfig): Surface[] =>
  grown.map((catalogue) =>
    surfaceFor(catalogue, libraryPresentation, config, {
      era: client === 'stateless' ? 'modern' : 'legacy',
      path: '/',
      headers: {},
      role: null,
      capabilities: {},
      client: { name: client, version: '1' },
    }),
  );

/** What serves a list that grows is of no use elsewhere, and answers all the same. */
const isForModels = ({ tool }: CatalogueEntry): boolean => tool.pagesOnly !== true && tool.onlyWhereListGrows !== true;
const names = ({ tools }: Surface): string[] => tools.map(({ name }) => name);

describe.each(configs)('with %j', (config) => {
  it.each(clients)('%s keeps its layout and the beginning of its list, and reaches every tool', (client) => {
    const surfaces = surfacesOf(client, config);
    for (const [more, surface] of surfaces.entries()) {
      const before = surfaces[more - 1] ?? surface;
      const namesBefore = names(before).slice(0, -1);
      expect(surface.layout).toBe(before.layout);
      // A tool that was alone in its toolset and risk is folded with the second: an operator who folds has chosen that.
      if (surface.layout !== 'composite') expect(names(surface).slice(0, namesBefore.length)).toEqual(namesBefore);
      expect(new Set(names(surface)).size).toBe(names(surface).length);
      expect(surface.tools.length).toBeLessThanOrEqual(surface.profile.toolLimit ?? Infinity);
      const unreached = (grown[more]?.entries ?? []).filter(
        (entry) => isForModels(entry) && surface.allows(entry) && surface.route(entry.tool.name).kind === 'none',
      );
      expect(unreached.map(({ tool }) => tool.name)).toEqual([]);
    }
  });
});

it('what a session switches on is added behind what it was shown before', () => {
  for (const client of ['Cline', 'vscode', 'goose']) {
    const request = { era: 'legacy', path: '/', headers: {}, role: null, capabilities: {} } as const;
    const show = (enabled: readonly string[]) =>
      names(
        surfaceFor(
          grown[MOST] ?? library,
          libraryPresentation,
          {},
          {
            ...request,
            client: { name: client, version: '1' },
            enabled,
          },
        ),
      );
    expect(show(['fines']).slice(0, 40)).toEqual(show([]));
    expect(show(['fines'])).toContain('get_till');
  }
});
