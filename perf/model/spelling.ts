// One statement, two spellings: a log writes what the application sent (`a=1, b IN (1,2)`, with or without backticks), MySQL's and
// MariaDB's own counters what their parser made of it (`a` = ? , `b` IN (...)). What both have in common shows that they are the same.
import type { QuerySample } from './snapshot.ts';

/** Words that are one to the parser, which writes the first it knows. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['distinctrow', 'distinct'],
  ['character', 'char'],
  ['integer', 'int'],
  ['substr', 'substring'],
  ['mid', 'substring'],
  ['rlike', 'regexp'],
  ['schema', 'database'],
  ['current_timestamp', 'now'],
]);

/**
 * What is left of a fingerprint when names have no quotes, blanks stand between words only, and a list of values, or of rows of
 * them, is one value.
 */
export function spellingOf(fingerprint: string): string {
  return fingerprint
    .replaceAll('`', '')
    .replaceAll('...', '?')
    .replaceAll('?+', '?')
    .replaceAll('<>', '!=')
    .replaceAll(/\s*([^\w\s$])\s*/g, '$1')
    .replaceAll(/\?(?:,?\?)+/g, '?')
    .replaceAll(/\(\?\)(?:,\(\?\))+/g, '(?)')
    .replaceAll(/[a-z]\w*/g, (word) => SYNONYMS.get(word) ?? word.replace(/^sql_tsi_/, ''));
}

/**
 * Gives each statement one name, where a snapshot has both a server's counters and logs: that of the log which has it most often,
 * since it is what the application's authors wrote. Without counters nothing changes.
 */
export function inOneSpelling(all: readonly QuerySample[]): (sample: QuerySample) => QuerySample {
  const isCounted = ({ counted, engine }: QuerySample) => counted === true && engine !== 'postgres';
  if (!all.some(isCounted)) return (sample) => sample;
  const named = new Map<string, QuerySample>();
  for (const sample of all) {
    if (sample.engine === 'postgres') continue;
    const spelling = spellingOf(sample.fingerprint);
    const known = named.get(spelling);
    const isBetter =
      known === undefined ||
      (isCounted(known) && !isCounted(sample)) ||
      (isCounted(known) === isCounted(sample) && sample.count > known.count);
    if (isBetter) named.set(spelling, sample);
  }
  return (sample) => {
    const { class_id, fingerprint } =
      (sample.engine === 'postgres' ? undefined : named.get(spellingOf(sample.fingerprint))) ?? sample;
    return { ...sample, class_id, fingerprint };
  };
}
