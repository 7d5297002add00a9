import { distance } from '../surface/nearest.ts';
import { allStems, stems } from './stems.ts';

/** What is searched of one tool, by how much each part says about it. */
export interface SearchDocument {
  readonly name: string;
  readonly fields: readonly { readonly text: string; readonly weight: number }[];
  /** Phrases that mean this tool when they stand in the question as a whole. */
  readonly phrases: readonly string[];
}

export interface Hit {
  readonly name: string;
  readonly score: number;
}

export interface Search {
  /** Best first; only what has something in common with the question. */
  find(query: string): Hit[];
}

/**
 * BM25F: how soon more of the same word stops helping, and how strongly a long field is penalized. The fields' weights add
 * up to ten, so a word in a name and among the synonyms must still tell more than one in a description.
 */
const SATURATION = 5;
const LENGTH = 0.5;
/** A word that only resembles the question's counts less than the word itself. */
const RESEMBLES = 0.6;
const PHRASE = 0.3;

/** Another word for the same thing, where the question's own stands for less too. */
const MEANS_THE_SAME = 0.6;

/** A word to look for, and how much finding it tells. */
interface Variant {
  readonly term: string;
  readonly worth: number;
}

interface IndexEntry {
  readonly name: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly phrases: readonly (readonly string[])[];
}

/** Fields-weighted BM25 over a few hundred short documents, all in memory. */
export function createSearch(
  documents: readonly SearchDocument[],
  thesaurus: readonly (readonly string[])[] = [],
): Search {
  const fieldCount = Math.max(0, ...documents.map(({ fields }) => fields.length));
  const words = documents.map(({ fields }) => fields.map(({ text }) => stems(text)));
  const average = Array.from(
    { length: fieldCount },
    (_, field) => words.reduce((sum, doc) => sum + (doc[field]?.length ?? 0), 0) / Math.max(1, documents.length),
  );
  const indexed = documents.map(({ name, fields, phrases }, doc): IndexEntry => {
    const weights = new Map<string, number>();
    for (const [field, { weight }] of fields.entries()) {
      const terms = words[doc]?.[field] ?? [];
      const norm = 1 - LENGTH + LENGTH * (terms.length / Math.max(1, average[field] ?? 1));
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight / norm);
    }
    return { name, weights, phrases: phrases.map(allStems).filter(({ length }) => length > 1) };
  });
  const frequency = new Map<string, number>();
  for (const { weights } of indexed)
    for (const term of weights.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);

  const rarity = (term: string): number => {
    const found = frequency.get(term) ?? 0;
    return Math.log(1 + (indexed.length - found + 0.5) / (found + 0.5));
  };

  const alikes = alikesOf(thesaurus);

  /** The word itself and others for the same thing; a word everybody uses does not tell more in other words. */
  const variants = (term: string): readonly Variant[] => {
    const most = frequency.has(term) ? rarity(term) : Number.POSITIVE_INFINITY;
    const others = [...(alikes.get(term) ?? [])].filter((other) => frequency.has(other));
    return [
      ...spellings(term).map((same) => ({ term: same.term, worth: same.weight * rarity(same.term) })),
      ...others.map((other) => ({ term: other, worth: MEANS_THE_SAME * Math.min(most, rarity(other)) })),
    ];
  };

  /** The word itself, or, when no document uses it, words that begin alike or differ by one letter. */
  const spellings = (term: string): readonly { readonly term: string; readonly weight: number }[] => {
    if (frequency.has(term)) return [{ term, weight: 1 }];
    if (term.length < 4) return [];
    const alike = [...frequency.keys()].filter(
      (known) =>
        known.startsWith(term) ||
        (known.length >= 4 && term.startsWith(known)) ||
        (term.length >= 5 && Math.abs(known.length - term.length) <= 1 && distance(known, term) === 1),
    );
    return alike.map((known) => ({ term: known, weight: RESEMBLES }));
  };

  /** Words that no document is indexed by ("what can you do") still tell something as a phrase. */
  const phraseWorth = (phrase: readonly string[]): number =>
    PHRASE * phrase.reduce((sum, term) => sum + (frequency.has(term) ? rarity(term) : 1), 0);

  return {
    find(query) {
      const queryStems = allStems(query);
      const terms = [...new Set(stems(query))].map(variants).filter(({ length }) => length > 0);
      const importance = terms.map((same) => Math.max(...same.map(({ worth }) => worth)));
      const all = importance.reduce((sum, value) => sum + value, 0);
      return indexed
        .flatMap(({ name, weights, phrases }) => {
          let score = 0;
          let covered = 0;
          for (const [index, same] of terms.entries()) {
            const best = Math.max(...same.map(({ term, worth }) => worth * saturate(weights.get(term))));
            if (best > 0) covered += importance[index] ?? 0;
            score += best;
          }
          const bonus = phrases
            .filter((phrase) => includes(queryStems, phrase))
            .reduce((sum, phrase) => sum + phraseWorth(phrase), 0);
          if (score === 0 && bonus === 0) return [];
          return [{ name, score: score * (0.5 + 0.5 * (covered / Math.max(all, Number.EPSILON))) + bonus }];
        })
        .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    },
  };
}

/** For each word, by its stem, those that stand in a line of the thesaurus with it. */
function alikesOf(thesaurus: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const alikes = new Map<string, Set<string>>();
  for (const line of thesaurus) {
    const same = new Set(line.flatMap(allStems));
    for (const word of same) {
      const known = alikes.get(word) ?? new Set();
      for (const other of same) if (other !== word) known.add(other);
      alikes.set(word, known);
    }
  }
  return alikes;
}

function saturate(weight: number | undefined): number {
  return weight === undefined ? 0 : weight / (weight + SATURATION);
}

function includes(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, start) => phrase.every((word, index) => words[start + index] === word));
}
