// One page of the repository as HTML, with what the site needs to know of it: its headings, its pictures, its text for the search.
import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeMarkup } from '@zorivest/pictures';
import { anchors } from '../../scripts/links.ts';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

export interface Section {
  readonly heading: string;
  /** Empty for what stands above the first heading. */
  readonly id: string;
  readonly text: string;
}

export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

interface Surroundings {
  readonly link: (address: string) => string;
  /** The picture of a file of the repository, as the site has it. */
  readonly picture: (file: string) => Picture;
}

/** What a reader sees of a piece, without its marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
      if ('tokens' in token && Array.isArray(token.tokens)) return plainText(token.tokens);
      return token.type === 'space' ? ' ' : 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Deeper headings stay with the section around them. */
const SEARCHED = 3;

/** Notes for the editors of the page. */
const COMMENT = /<!--[^]*?-->\n*/g;

export function renderMarkdown(source: string, written: string, { link, picture }: Surroundings): RenderedPage {
  const marked = new Marked();
  const text = written.replaceAll(COMMENT, '');
  const tokens = marked.lexer(text);
  const ids = [...anchors(text)];
  const headings: Heading[] = [];
  const sections: { heading: string; id: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, tokens: inner } = token as Tokens.Heading;
      const heading = { depth, id: ids[headings.length] ?? '', text: plainText(inner) };
      headings.push(heading);
      if (depth <= SEARCHED) sections.push({ heading: heading.text, id: depth === 1 ? '' : heading.id, text: '' });
      continue;
    }
    const last = sections.at(-1);
    if (last !== undefined) last.text += ` ${plainText([token])}`;
  }
  const [first] = headings;
  if (first?.depth !== 1) throw new Error(`${source} does not begin with its title`);
  let met = 0;
  marked.use({
    renderer: {
      heading({ depth, tokens: inner }) {
        const { id = '' } = headings[met++] ?? {};
        const body = this.parser.parseInline(inner);
        return depth === 1
          ? `<h1>${body}</h1>\n`
          : `<h${depth} id="${id}">${body} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens: inner }) {
        const address = link(href);
        const outside = /^https?:/.test(address) ? ' rel="noreferrer"' : '';
        return `<a href="${escapeMarkup(address)}"${outside}>${this.parser.parseInline(inner)}</a>`;
      },
      image({ href, text: words }) {
        const { address, width, height } = picture(posix.join(posix.dirname(source), href));
        return `<img src="${address}" width="${width}" height="${height}" alt="${escapeMarkup(words)}" loading="lazy">`;
      },
      code({ text: lines, lang = '' }) {
        const body = escapeMarkup(lines);
        // In the lines of a shell what follows a # is a comment.
        const shown = /^(?:sh|bash|yaml)$/.test(lang)
          ? body.replaceAll(/(^|\s)(#.*)$/gm, '$1<span class="comment">$2</span>')
          : body;
        return `<pre tabindex="0"><code>${shown}</code></pre>\n`;
      },
      table({ header, rows }) {
        const cells = header.map(({ tokens: inner }) => this.parser.parseInline(inner));
        const names = header.map(({ tokens: inner }) => escapeMarkup(plainText(inner)));
        const isGrid = names.every((name) => name === '');
        const row = (items: readonly Tokens.TableCell[]) =>
          items
            .map(({ tokens: inner }, at) => `<td data-name="${names[at] ?? ''}">${this.parser.parseInline(inner)}</td>`)
            .join('');
        const top = cells.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${cell}</th>`)).join('');
        const body = rows.map((items) => `<tr>${row(items)}</tr>`).join('\n');
        const head = isGrid ? '' : `<thead><tr>${top}</tr></thead>`;
        return `<table${isGrid ? ' class="grid" role="presentation"' : ''}>${head}<tbody>${body}</tbody></table>\n`;
      },
      // Nothing of a page becomes markup that did not begin as Markdown.
      html: ({ text: words }) => escapeMarkup(words),
    },
  });
  return { title: first.text, html: marked.parser(tokens), headings, sections };
}
