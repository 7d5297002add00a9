// What a broker's words mean, worked out once per file: a history has a handful of them in a million rows.

/** More different words than this are no vocabulary; they are worked out each time. */
const MOST = 5000;

export function memoize<T>(meaning: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = meaning(text);
      if (known.size < MOST) known.set(text, found);
    }
    return found;
  };
}
