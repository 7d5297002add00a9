/** What people call each tool, as words and phrases that stand nowhere in its name or description. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Phrases between commas. In a phrase any number stands for every number: "bought 100" finds "bought 250". */
export function phrases<const Tool extends string>(lists: Readonly<Record<Tool, string>>): Synonyms {
  return Object.fromEntries(
    Object.entries<string>(lists).map(([tool, list]) => [
      tool,
      list
        .split(',')
        .map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim())
        .filter((phrase) => phrase !== ''),
    ]),
  );
}
