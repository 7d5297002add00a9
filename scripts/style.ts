// Checks the app's style sheets: lengths in pixels and colours are allowed only in `theme/tokens.css`, so that one
// change of a token changes every page.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const UI = 'journal/ui';
const TOKENS = `${UI}/theme/tokens.css`;

const rules: readonly (readonly [literal: RegExp, advice: string])[] = [
  [/(?<![\w-])-?\d*\.?\d+px\b/g, 'a length in pixels: use a token, or rem for the width of a layout, em in @media'],
  [/#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|oklch|oklab)\(/gi, 'a colour: use a token'],
];

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/** Each fault with its place, and what to do instead. */
export function faultsInSheet(file: string, text: string): string[] {
  return withoutComments(text)
    .split('\n')
    .flatMap((line, at) =>
      rules.flatMap(([literal, advice]) =>
        [...line.matchAll(literal)].map(([found]) => `${file}:${at + 1}: ${found} is ${advice} (${TOKENS})`),
      ),
    );
}

/** Custom properties that are used but defined in no sheet: the browser silently ignores a misspelt token. */
export function unknownTokens(sheets: ReadonlyMap<string, string>, setByScript: ReadonlySet<string>): string[] {
  const known = new Set([...sheets.values()].flatMap((text) => text.match(/--[\w-]+(?=\s*:)/g) ?? []));
  return [...sheets].flatMap(([file, text]) =>
    [...new Set(text.match(/(?<=var\()--[\w-]+/g))]
      .filter((name) => !known.has(name) && !setByScript.has(name))
      .map((name) => `${file}: ${name} is not a token (${TOKENS})`),
  );
}

/** Of a grid: as wide as its columns are, which the person chooses, and how much of a cell its result fills; and where a plan's levels stand on its ladder. */
const SET_BY_SCRIPT = new Set([
  '--columns',
  '--width',
  '--share',
  '--at-stop',
  '--at-entry',
  '--at-target',
  '--at-last',
]);

export function styleFaults(root: string): string[] {
  const files = globSync(`${UI}/**/*.css`, { cwd: root, exclude: [`${UI}/dist/**`] }).toSorted();
  const sheets = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return [
    ...[...sheets].flatMap(([file, text]) => (file === TOKENS ? [] : faultsInSheet(file, text))),
    ...unknownTokens(sheets, SET_BY_SCRIPT),
  ];
}
