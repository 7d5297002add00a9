// What a broker's words mean, worked out once per file: a history has a handful of them in a million rows.

/** More different words than this are no vocabulary; they are worked out each time. */
const MOST = 5000;

export function remembered<T>(meaning: (words: string) => T): (words: string) => T {
  const known = new Map<string, T>();
  return (words) => {
    let found = known.get(words);
    if (found === undefined) {
      found = meaning(words);
      if (known.size < MOST) known.set(words, found);
    }
    return found;
  };
}
