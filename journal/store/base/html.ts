// HTML without a framework: the frame of a page.
import { escapeMarkup } from '@zorivest/pictures';

export { escapeMarkup as escapeHtml } from '@zorivest/pictures';

/** A whole page; `meta` and `body` are markup already. */
export function htmlPage(page: {
  readonly title: string;
  readonly style: string;
  readonly meta: string;
  readonly body: string;
}): string {
  const { title, style, meta, body } = page;
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${meta}<title>${escapeMarkup(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body></html>\n`;
}
