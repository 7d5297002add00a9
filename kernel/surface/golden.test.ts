/**
 * Every surface, as a person can review it: one table of all clients and configurations with their cost, and each
 * distinct list in full. `npx vitest run golden -u` after a change that was meant.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { familyNames } from '../client/profiles.ts';
import { renderExplanation } from './explain.ts';
import { library, libraryPresentation } from '../testing/library.ts';
import type { OperatorConfig, Surface } from './model.ts';
import { surfaceFor } from './surface.ts';

const configs: Readonly<Record<string, OperatorConfig>> = {
  default: {},
  all: { toolsets: 'all' },
  dispatch: { layout: 'dispatch' },
  'read-only': { readOnly: true },
};

interface SurfaceSample {
  readonly client: string;
  readonly config: string;
  readonly surface: Surface;
  readonly tokens: number;
}

const shown: SurfaceSample[] = Object.entries(configs).flatMap(([config, operator]) =>
  [...familyNames, 'unheard-of', 'stateless'].map((client) => {
    const surface = surfaceFor(library, libraryPresentation, operator, {
      era: client === 'stateless' ? 'modern' : 'legacy',
      path: '/',
      headers: {},
      role: null,
      capabilities: {},
      client: { name: client, version: '1' },
    });
    return { client, config, surface, tokens: countTokens(JSON.stringify({ tools: surface.tools })) };
  }),
);

/** Clients that are shown the very same list share one file, named after the first of them. */
const distinct = new Map<string, SurfaceSample[]>();
for (const one of shown) {
  const list = JSON.stringify(one.surface.tools);
  distinct.set(list, [...(distinct.get(list) ?? []), one]);
}
const fileOf = ({ surface }: SurfaceSample): string => {
  const first = distinct.get(JSON.stringify(surface.tools))?.[0] as SurfaceSample;
  return `${first.config}-${first.client}`;
};

it('every client and configuration is shown what the table says, at the cost it says', async () => {
  const rows = shown.map((one) => {
    const { mode, layout, tools, format } = one.surface;
    const cells = [one.config, one.client, mode, layout, tools.length, one.tokens, format, fileOf(one)];
    return `| ${cells.join(' | ')} |`;
  });
  const head = [
    '| config | client | mode | layout | tools | tokens | answers | list |',
    '|---|---|---|---|--:|--:|---|---|',
  ];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot('./golden/surfaces.golden');
});

it.each([...distinct.values()].map((same) => [fileOf(same[0] as SurfaceSample), same[0] as SurfaceSample] as const))(
  'the list %s is the one that was reviewed',
  async (file, { surface }) => {
    const text = `${renderExplanation(surface)}\n${surface.tools.map((tool) => JSON.stringify(tool)).join('\n')}\n`;
    await expect(text).toMatchFileSnapshot(`./golden/${file}.golden`);
  },
);
