// The web app as it was built: a page and the files it names, read once. The service knows nothing else of it.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { FORM_STYLE } from '@zorivest/analytics';
import { hashOf } from './html.ts';

const manifestSchema = z.object({
  page: z.string(),
  files: z.array(z.object({ path: z.string().regex(/^\/assets\/[\w.-]+$/), type: z.string() })),
});

export interface AppFile {
  readonly type: string;
  readonly body: Buffer;
}

export interface AppFiles {
  readonly page: Buffer;
  readonly files: ReadonlyMap<string, AppFile>;
}

/** Next to the bundle in the installed package; in the app's own folder in the repository. */
const places = [new URL('./ui/', import.meta.url), new URL('../../ui/dist/', import.meta.url)];

/** Null where the app was not built: the service does without. */
export function readAppFiles(): AppFiles | null {
  const place = places.find((each) => existsSync(new URL('manifest.json', each)));
  if (place === undefined) return null;
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(new URL('manifest.json', place), 'utf8')));
  return {
    page: readFileSync(new URL(manifest.page, place)),
    files: new Map(
      manifest.files.map(({ path, type }) => [path, { type, body: readFileSync(new URL(`.${path}`, place)) }]),
    ),
  };
}

/** No inline script, of styles only that of the forms it opens to print, nothing from elsewhere, no text that becomes code. */
const appHeaders = {
  'content-security-policy':
    `default-src 'none'; script-src 'self'; style-src 'self' ${hashOf(FORM_STYLE)}; img-src 'self' blob: data:; font-src 'self'; ` +
    "connect-src 'self'; " +
    "frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const;

export const pageHeaders = {
  ...appHeaders,
  'content-type': 'text/html; charset=utf-8',
} as const;

export const fileHeaders = { ...appHeaders, 'cache-control': 'public, max-age=31536000, immutable' } as const;
