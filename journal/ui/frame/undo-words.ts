/** A change as a sentence in words; which columns it touched is for the history. */
export function sentenceOf(what: string): string {
  const told = what.replace(/: [a-z][a-z0-9_]*(?:, [a-z][a-z0-9_]*)*(?=$|, with )/, '');
  const spoken = told.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => name.replaceAll('_', ' '));
  return `${spoken.charAt(0).toUpperCase()}${spoken.slice(1)}.`;
}
