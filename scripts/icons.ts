// The icons of the web app as elements: lucide's drawings, parsed when the app is built. The page must not parse markup,
// so it gets names and attributes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { iconNames } from '../journal/ui/theme/icon-names.ts';

/** Named for the notices of a package: no import leads to it. */
export const ICONS = 'node_modules/@iconify-json/lucide/icons.json';

/** One shape of a drawing. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Attributes that every icon of the set has; the style sheet sets them once for all. */
const SHEET_ATTRIBUTES: ReadonlySet<string> = new Set([
  'fill',
  'stroke',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-width',
]);

/** The shapes of a drawing, without the group around them. */
export function shapesOf(body: string): Shape[] {
  return [...body.matchAll(/<(\w+)((?:\s[\w-]+="[^"]*")*)\s*\/?>/g)].flatMap(([, tag = '', written = '']) => {
    const attributes = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
      SHEET_ATTRIBUTES.has(name) ? [] : [[name, value] as const],
    );
    return tag === 'g' ? [] : [[tag, Object.fromEntries(attributes)] as const];
  });
}

export function iconPlugin(root: string): Plugin {
  return {
    name: 'icons',
    setup(job) {
      job.onResolve({ filter: /^zorivest:icons$/ }, ({ path }) => ({ path, namespace: 'icons' }));
      job.onLoad({ filter: /.*/, namespace: 'icons' }, () => {
        // The set's own format, read for the drawings that are named.
        const { icons } = JSON.parse(readFileSync(join(root, ICONS), 'utf8')) as {
          icons: Readonly<Record<string, { readonly body: string } | undefined>>;
        };
        const drawn = Object.entries(iconNames).map(([meaning, name]) => {
          const icon = icons[name];
          if (icon === undefined) throw new Error(`lucide has no icon "${name}" (journal/ui/theme/icon-names.ts)`);
          return [meaning, shapesOf(icon.body)] as const;
        });
        return { contents: JSON.stringify(Object.fromEntries(drawn)), loader: 'json' };
      });
    },
  };
}
