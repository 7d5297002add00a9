import { existsSync, readFileSync } from 'node:fs';
import { codes, KernelError } from '../tool/errors.ts';
import type { View } from '../tool/view.ts';

/** What a drawing is made with: nodes by `h(tag, attributes, …children)`, and the parts our own pages use. */
export interface OwnPage {
  readonly h: (tag: string, attributes?: object, ...children: unknown[]) => unknown;
  readonly heading: (title: string, about?: string) => unknown;
  readonly figures: (
    list: readonly { readonly name: string; readonly text: string; readonly sign?: number }[],
  ) => unknown;
  readonly empty: (text: string) => unknown;
  readonly picture: (shape: unknown, caption?: string) => unknown;
  readonly barChart: (chart: {
    readonly label: string;
    readonly width: number;
    readonly bars: readonly { readonly name: string; readonly value: number }[];
    readonly format: (value: number) => string;
  }) => unknown;
  readonly lineChart: (chart: Readonly<Record<string, unknown>>) => unknown;
  readonly width: number;
  readonly formats: Readonly<Record<'money' | 'plain' | 'percent' | 'count', (value: number) => string>>;
}

const PLACES = [new URL('./own-page.html', import.meta.url), new URL('../dist/own-page.html', import.meta.url)];

/**
 * A view drawn by one function, for a server without a build of its own. The function goes into the page as its text:
 * it sees its two arguments and nothing else of the program.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the author says what the answer is
export function ownView<Answer>(uri: string, title: string, draw: (answer: Answer, page: OwnPage) => unknown): View {
  return {
    uri,
    page: () => {
      const file = PLACES.find((place) => existsSync(place));
      if (file === undefined) throw new KernelError(codes.notFound, 'The page was not built; run the build first.');
      // Replacements are functions, so that a `$` in the inserted text has no special meaning.
      return readFileSync(file, 'utf8')
        .replace('%title%', () => escapeHtml(title))
        .replace('%draw%', () => escapeScript(String(draw)));
    },
  };
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A script may hold any text except the one that would end it. */
const escapeScript = (text: string): string => text.replaceAll('</script', String.raw`<\/script`);
