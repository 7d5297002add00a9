// What the person is looking at, reported to the model in at most 200 tokens.

/** About what a character costs a model, on the high side: words are cheap, signs dearer, other scripts dearest. */
function cost(character: string): number {
  if (/[a-z ]/i.test(character)) return 0.34;
  if (/[0-9]/.test(character)) return 0.6;
  return character.charCodeAt(0) < 128 ? 1 : 3;
}

const MOST_TOKENS = 200;

/** The text, cut where a model would begin to pay too much for it. */
export function affordable(text: string): string {
  let left = MOST_TOKENS - 4;
  let fitting = '';
  for (const character of text.replaceAll(/\s+/g, ' ')) {
    left -= cost(character) * character.length;
    if (left < 0) return `${fitting}…`;
    fitting += character;
  }
  return fitting;
}
