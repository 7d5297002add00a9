// The indexes of a table, from what SHOW CREATE TABLE prints.
import type { TableIndexes } from '../model/snapshot.ts';

const KEY =
  /^\s*(?:(PRIMARY) KEY|(?:UNIQUE |FULLTEXT |SPATIAL )?(?:KEY|INDEX) `((?:[^`]|``)+)`) \((.+?)\)(?: USING \w+)?(?:,| |$)/;
const COLUMN = /`((?:[^`]|``)+)`/g;

/** Only what can be searched in order: full-text and spatial indexes serve other questions. */
export function indexesOf(table: string, createTable: string): TableIndexes {
  const indexes = createTable.split('\n').flatMap((line) => {
    if (/^\s*(?:FULLTEXT|SPATIAL) /.test(line)) return [];
    const match = KEY.exec(line);
    if (match === null) return [];
    const columns = [...match[3]!.matchAll(COLUMN)].map(([, name]) => name!.replaceAll('``', '`'));
    return columns.length === 0 ? [] : [{ name: match[1] ?? match[2]!.replaceAll('``', '`'), columns }];
  });
  return { table, indexes };
}
