// What stands around every page: the head, the list of pages, what is on this page, and the pages before and after.
import { escapeMarkup } from '@zorivest/pictures';
import { addressOf, chapters } from '../pages.ts';
import { pathBetween } from './links.ts';
import type { Heading } from './markdown.ts';

/** Names with hashes, from the folder of the version. */
export interface Assets {
  readonly style: string;
  /** Runs before anything is drawn: the theme that was chosen. */
  readonly theme: string;
  readonly script: string;
  readonly icon: string;
}

export interface Layout {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly assets: Assets;
  readonly version: string;
  /** The file it was made from; the landing page has none. */
  readonly source?: string;
  readonly headings?: readonly Heading[];
}

/** Nothing from elsewhere, no inline script or style, no text that becomes code. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const flat = chapters.flatMap(({ pages }) => pages);

function listPages(address: string): string {
  return chapters
    .map(({ title, pages }) => {
      const links = pages.map(({ name, source }) => {
        const to = addressOf(source);
        const here = to === address ? ' aria-current="page"' : '';
        return `<li><a href="${pathBetween(address, to)}"${here}>${escapeMarkup(name)}</a></li>`;
      });
      return `<p>${escapeMarkup(title)}</p><ul>${links.join('')}</ul>`;
    })
    .join('\n');
}

const SHOWN_FROM = 2;

function listHeadings(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < SHOWN_FROM) return '';
  const links = shown.map(({ id, text }) => `<li><a href="#${id}">${escapeMarkup(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>`;
}

function neighbours(address: string, source: string | undefined): string {
  const at = flat.findIndex((entry) => entry.source === source);
  if (at < 0) return '';
  const link = (entry: (typeof flat)[number] | undefined, kind: string, word: string) =>
    entry === undefined
      ? ''
      : `<a class="${kind}" href="${pathBetween(address, addressOf(entry.source))}"><small>${word}</small>${escapeMarkup(entry.name)}</a>`;
  return `<nav class="neighbours" aria-label="Pages before and after">${link(flat[at - 1], 'before', 'Before')}${link(flat[at + 1], 'after', 'After')}</nav>`;
}

export function layOut({ address, title, description, body, assets, version, source, headings = [] }: Layout): string {
  const to = (target: string) => pathBetween(address, target) || posixSelf(address);
  const isLanding = source === undefined;
  const name = isLanding ? title : `${title} · Zorivest`;
  return `<!doctype html>
<html lang="en" data-root="${pathBetween(address, '.') || '.'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeMarkup(description)}">
<title>${escapeMarkup(name)}</title>
<link rel="icon" type="image/svg+xml" href="${to(assets.icon)}">
<script src="${to(assets.theme)}"></script>
<link rel="stylesheet" href="${to(assets.style)}">
<script type="module" src="${to(assets.script)}"></script>
</head>
<body${isLanding ? ' class="landing"' : ''}>
<a class="skip" href="#main">To the text</a>
<header>
<a class="brand" href="${to('index.html')}"><img src="${to(assets.icon)}" width="24" height="24" alt="">Zorivest</a>
<nav aria-label="Site">
<a href="${to('quickstart.html')}">Quickstart</a>
<a href="${to('guides/first-evening.html')}">Guides</a>
<a href="${to('reference/index.html')}">Reference</a>
<a href="${to('../demo/index.html')}">Demo</a>
</nav>
<div class="tools">
<button type="button" id="search" hidden>Search <kbd>/</kbd></button>
<button type="button" id="theme" hidden>Theme</button>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages" hidden>Menu</button>
</div>
</header>
<div class="columns">
<nav class="pages" id="pages" aria-label="Pages">
${listPages(address)}
</nav>
<main id="main"${isLanding ? '' : ' class="text"'}>
${body}
${neighbours(address, source)}
</main>
${listHeadings(headings)}
</div>
<footer><p>Zorivest ${escapeMarkup(version)}, MIT licensed. None of its programs places a trade. No tax or investment advice.</p></footer>
</body>
</html>
`;
}

/** A page's link to itself. */
const posixSelf = (address: string): string => address.split('/').at(-1) ?? address;
