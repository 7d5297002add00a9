/** A change as a sentence; which columns it touched is for the history. */
export function sentenceOf(what: string): string {
  const told = what.replace(/: [a-z][a-z0-9_]*(?:, [a-z][a-z0-9_]*)*(?=$|, with )/, '');
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}
