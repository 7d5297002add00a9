// What people write about their trades in other journals, as the cells of their exports have it.

/** Tags in one cell. A comma inside of a tag cannot be distinguished from one between two. */
export function splitWords(cell: string, separator: string | RegExp = ','): string[] {
  return [...new Set(cell.split(separator).map((word) => word.trim()))].filter((word) => word !== '');
}

/** The words of a note that was saved as a web page. */
export function stripMarkup(text: string): string {
  return text
    .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** A note of several parts, those that say something. */
export function joinNotes(...parts: readonly (readonly [name: string, text: string])[]): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (name === '' ? text : `${name}: ${text}`))
    .join('\n');
}
