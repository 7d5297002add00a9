// Markdown to HTML. The threat: a text that is written to be slow. The library looks ahead from every character for links
// and for the end of an emphasis, so that a line of 40 kB takes seconds and one of 80 kB four times as long. It is given
// what runs along a line in pieces, and what no person writes stays plain text: then the work grows with the text alone.
import { Lexer, Marked, type MarkedOptions, type Token, type TokensList } from 'marked';
import { escapeHtml } from '@zorivest/store';

/** A longer run without a space is no word and no address. */
const LONGEST_WORD = 256;
/** What is looked at together, cut between sentences where there are any; an emphasis does not reach further. */
const PIECE = 2000;
/** A piece with more stars and underscores than this is no prose. */
const MOST_MARKS = 100;

/** Quotes in quotes and lists in lists: each level is read again within the one around it. */
const DEEPEST = 100;

class PiecewiseLexer extends Lexer {
  #depth = 0;

  override blockTokens(text: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[] {
    if (this.#depth === DEEPEST) throw new RangeError('too many levels');
    this.#depth++;
    const found = super.blockTokens(text, tokens, lastParagraphClipped);
    this.#depth--;
    return found;
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    if (text.length <= LONGEST_WORD) return super.inlineTokens(text, tokens);
    for (const piece of pieces(text)) {
      if (piece.plain) tokens.push({ type: 'text', raw: piece.text, text: piece.text, escaped: false });
      else super.inlineTokens(piece.text, tokens);
    }
    return tokens;
  }
}

interface Piece {
  readonly text: string;
  readonly plain: boolean;
}

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let prose = '';
  const put = () => {
    if (prose !== '') found.push({ text: prose, plain: (prose.match(/[*_~[\]]/g)?.length ?? 0) > MOST_MARKS });
    prose = '';
  };
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) {
    if (word.length > LONGEST_WORD) {
      put();
      found.push({ text: word, plain: true });
    } else {
      if (prose.length + word.length > PIECE) put();
      prose += word;
      if (prose.length > PIECE / 2 && /[.!?:;]\s|\n/.test(word)) put();
    }
  }
  put();
  return found;
}

/** Values keep their own brackets and stars, so what they make of them must be harmless: no markup, no pictures, plain links. */
const markdown = new Marked({
  gfm: true,
  async: false,
  // The options are those of this very instance, whose output is text.
  hooks: { provideLexer: () => (text, options) => new PiecewiseLexer(options as unknown as MarkedOptions).lex(text) },
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const inline = this.parser.parseInline(tokens);
      return /^(?:https?:|mailto:)/i.test(href) ? `<a href="${escapeHtml(href)}">${inline}</a>` : inline;
    },
  },
});

export function markdownToHtml(text: string): string {
  try {
    return markdown.parse(text, { async: false });
  } catch (error) {
    if (error instanceof RangeError) throw new Error('the Markdown is nested too deep', { cause: error });
    throw error;
  }
}
