// SQL_CALC_FOUND_ROWS makes the server read every row that fits, only to count them, where LIMIT would let it stop early.
import { plural } from '../../text/format.ts';
import type { QueryRow } from '../findings/rows.ts';
import { truncate, ms, wholeNumber } from '../findings/text.ts';
import { defineRule } from './rule.ts';

const COUNTING = /^select (?:\w+ )*?sql_calc_found_rows\b.*\blimit\b/;
/** Fewer rows than this are counted in a few milliseconds. */
const ROWS = 1000;
/** Rows read for each row sent: below this the list is hardly longer than the page. */
const READ_PER_SENT = 20;
const SLOW_MS = 20;
const SEVERE_MS = 500;

export const countedRows = defineRule({
  type: 'counted_rows',
  source: 'https://dev.mysql.com/doc/refman/8.0/en/information-functions.html#function_found-rows',
  find: ({ queries }) => {
    const costly = queries.filter(isCostly).toSorted((a, b) => b.query_total_time_ms - a.query_total_time_ms);
    const [worst] = costly;
    if (worst === undefined) return null;
    const read = worst.rows_examined / worst.count;
    const sent = worst.rows_sent / worst.count;
    return {
      title: 'A page of a list makes the database count the whole list',
      severity: worst.avg_time_ms >= SEVERE_MS ? 'P1' : 'P2',
      impact: `SQL_CALC_FOUND_ROWS read ${wholeNumber(read)} rows to send ${wholeNumber(sent)}, ${ms(worst.avg_time_ms)} in ${plural(worst.count, 'its run', `each of ${worst.count} runs`)}: ${truncate(worst.fingerprint)}`,
      action:
        "Where no page numbers are shown, do not count: in WordPress give WP_Query 'no_found_rows' => true. Where they are, take SQL_CALC_FOUND_ROWS out, count with a SELECT COUNT(*) of its own that an index can answer, and cache the count.",
      verification: `Record again: the statement must be gone, or read about as many rows as it sends (${wholeNumber(sent)}).`,
      metrics: {
        rows_read_per_run: read,
        rows_sent_per_run: sent,
        avg_time_ms: worst.avg_time_ms,
        count: worst.count,
        statements: costly.length,
        severity_score_ms: worst.avg_time_ms,
      },
      samples: worst.records,
      evidence: worst.evidence,
    };
  },
});

/** A list sorted without an index is read whole with or without a count: there the index is the cause. */
function isCostly(row: QueryRow): boolean {
  return (
    COUNTING.test(row.fingerprint) &&
    row.avg_time_ms >= SLOW_MS &&
    row.rows_examined >= ROWS * row.count &&
    row.rows_examined >= READ_PER_SENT * row.rows_sent &&
    row.filesort_share < 0.5 &&
    !row.plan?.rows.some(({ extra }) => extra.includes('Using filesort'))
  );
}
