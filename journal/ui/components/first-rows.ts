// A long table in two steps: who opens a page does not wait for all of its rows.
import { useDeferredValue } from 'react';

/** More than a screen of them. */
const FIRST_ROWS = 40;

/** The first rows with the page, all of them when it has been shown. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isWhole = useDeferredValue(true, rows.length <= FIRST_ROWS);
  return isWhole ? rows : rows.slice(0, FIRST_ROWS);
}
