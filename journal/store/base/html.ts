// HTML without a framework: escaping, and the frame of a page.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** A whole page; `meta` and `body` are markup already. */
export function htmlPage(page: {
  readonly title: string;
  readonly style: string;
  readonly meta: string;
  readonly body: string;
}): string {
  const { title, style, meta, body } = page;
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${meta}<title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body>\n${body}\n</body></html>\n`;
}
