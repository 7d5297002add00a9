// What to do next, and how to see that it helped. Each advice follows from a figure of its row; three at most.
import type { Evidence, PlanRow } from '../model/snapshot.ts';
import { provedSentence, type Recommendation } from './findings/finding.ts';
import type { EndpointRow, LinkedQuery, QueryRow, SpanRow } from './findings/rows.ts';
import { type Caller, callerSentence } from './findings/callers.ts';
import { type IndexAdvice, isProved } from './index/advice.ts';
import { conditionsOf } from './index/conditions.ts';
import { plural } from '../text/format.ts';
import { truncate, ms, percent, wholeNumber } from './findings/text.ts';

type Advice = Omit<Recommendation, 'evidence'> | false;

const MOST = 3;
const WORTH_NAMING = 0.1;
/** PHP's own functions and those of its extensions: there is no body to read. */
const BUILT_IN = /^(?:[a-z0-9_]+|(?:PDO|PDOStatement|mysqli|mysqli_stmt|Redis|Memcached|SoapClient|CurlHandle)::\w+)$/;

function chooseAdvice(evidence: readonly Evidence[], advice: readonly Advice[]): Recommendation[] {
  return advice
    .filter((one) => one !== false)
    .slice(0, MOST)
    .map((one) => ({ ...one, evidence: evidence.slice(0, 1) }));
}

export function forEndpoint(
  row: EndpointRow,
  heaviestSpan: SpanRow | undefined,
  caller: Caller | null = null,
): Recommendation[] {
  const query = mainQuery(row);
  const serverShare = row.ttfb_ms !== null && row.wall_ms ? row.ttfb_ms / row.wall_ms : null;
  return chooseAdvice(row.evidence, [
    query !== undefined && {
      id: 'endpoint-query-association',
      action: `While this endpoint was served, ${query.count} ${plural(query.count, 'run')} of query ${query.class_id.slice(0, 8)} took ${ms(query.total_time_ms)}${query.certain === query.count ? '' : ' (other endpoints ran in the same seconds)'}. Start with that query${caller === null ? '' : ` (${callerSentence(caller)})`}: ${truncate(query.fingerprint)}`,
      verification_step: 'Collect and ingest again; the time of this query in the endpoint must fall.',
    },
    heaviestSpan !== undefined && {
      id: 'endpoint-breakdown',
      action: `${heaviestSpan.span_label} alone takes ${ms(heaviestSpan.self_ms)} of the profiled request (${percent(heaviestSpan.share_of_request)}). Look at it first in the flame graph.`,
      verification_step: 'Profile the same request again and compare its exclusive time.',
    },
    heaviestSpan === undefined &&
      serverShare !== null && {
        id: 'endpoint-breakdown',
        action:
          serverShare >= 0.8
            ? `${percent(serverShare)} of the time passes before the first byte, so it is spent on the server. Record an SPX profile of this request to see where.`
            : `Only ${percent(serverShare)} of the time passes before the first byte; the rest is transfer. Check the size and compression of the answer.`,
        verification_step: 'Ingest the profile together with these timings and run the analysis again.',
      },
    row.failed_count > 0 && {
      id: 'endpoint-failures',
      action: `${row.failed_count} of ${row.sample_count} samples failed. Find out why before judging the times of the rest.`,
      verification_step: 'Probe again; failed_count must be 0.',
    },
    {
      id: 'endpoint-regression-check',
      action: 'Keep this snapshot as the baseline, change one thing, collect again.',
      verification_step: 'Run analysis.compare on both snapshots; the endpoint must be listed as faster.',
    },
  ]);
}

/** The statement that takes most of an endpoint's time, where that is a tenth of it or more and certainly its own. */
export function mainQuery(row: EndpointRow): LinkedQuery | undefined {
  const whole = (row.wall_ms_p50 ?? row.wall_ms ?? 0) * row.sample_count;
  return row.queries.find((one) => one.certain > 0 && one.total_time_ms >= WORTH_NAMING * whole);
}

export function forSpan(row: SpanRow): Recommendation[] {
  const own = row.total_ms > 0 && row.self_ms / row.total_ms >= 0.5;
  // Names that begin so are PHP's own engine, not code anybody could change.
  const engine = row.span_label.startsWith('::');
  const compiles = row.span_label.startsWith('::zend_compile_');
  return chooseAdvice(row.evidence, [
    compiles && {
      id: 'span-opcache',
      action: `This is PHP compiling ${row.calls} ${plural(row.calls, 'file')}; nothing in the code makes it faster. With OPcache (opcache.enable=1, on the command line opcache.enable_cli=1) each file is compiled once, not in every request.`,
      verification_step: 'Profile a second request: the function must be gone, or be called for new files only.',
    },
    !engine &&
      row.calls >= 100 && {
        id: 'span-call-count',
        action: `It is called ${row.calls} times in one request, ${ms(row.total_ms / row.calls)} each. Call it less: cache its result, or pass it many items in one call.`,
        verification_step: 'Profile again; the number of calls must fall.',
      },
    !compiles && {
      id: 'span-flamegraph',
      action: own
        ? BUILT_IN.test(row.span_label)
          ? `${ms(row.self_ms)} pass within this function of PHP itself, which no code of yours changes. See who calls it: ask --callers-of ${row.span_label}.`
          : `${ms(row.self_ms)} pass in its own code, not in functions it calls. Read its body for loops, repeated computation and waiting (files, sockets, locks).`
        : `Its own work is ${ms(row.self_ms)} of ${ms(row.total_ms)}; the rest is what it calls. Follow the widest box below it in the flame graph.`,
      verification_step: 'Profile the same request again and compare exclusive and inclusive time.',
    },
    row.max_cycle_depth > 0 && {
      id: 'span-recursion',
      action: `It calls itself up to ${row.max_cycle_depth} levels deep. Check the depth for the data it gets.`,
      verification_step: 'Profile again; the cycle depth must be smaller.',
    },
    !engine && {
      id: 'span-input-shape',
      action:
        'Compare this request with a fast one of the same endpoint: how much data does each hand to this function?',
      verification_step: 'Profile both and compare calls and inclusive time.',
    },
  ]);
}

/** What other findings say of the same class, so that this one need not guess. */
export interface QueryCauses {
  readonly nPlusOne: boolean;
  readonly index: IndexAdvice | null;
}

export function forQuery(row: QueryRow, causes: QueryCauses): Recommendation[] {
  const ratio = row.rows_examined_per_row_sent;
  const wasteful =
    (ratio === null && row.rows_examined / row.count >= 1000) ||
    (ratio !== null && ratio >= 50 && row.rows_examined / row.count >= 100);
  return chooseAdvice(row.evidence, [
    causes.nPlusOne && {
      id: 'query-volume-check',
      action: `It is sent row by row, ${row.repeats.max_in_a_row} times in one request at most: the finding n_plus_one says where it is sent and how to fix it.`,
      verification_step: 'Ingest a new log; the class must run once or twice in a request.',
    },
    causes.index !== null && {
      id: 'query-index-candidate',
      action: `It lacks an index on ${causes.index.table} (${causes.index.columns.join(', ')}): the finding missing_index says why these columns in this order.`,
      verification_step: 'EXPLAIN must name the index; rows examined per run must fall in the next log.',
    },
    causes.index === null &&
      wasteful && {
        id: 'query-index-candidate',
        action: `It examines ${wholeNumber(row.rows_examined / row.count)} rows to send ${wholeNumber(row.rows_sent / row.count)}${row.full_scan_share > 0 ? `, with a full scan in ${percent(row.full_scan_share)} of its runs` : ''}. ${whyNoIndex(row)}`,
        verification_step: 'Rows examined per run must fall in the next log.',
      },
    row.lock_share >= 0.3 && {
      id: 'query-lock-check',
      action: `${percent(row.lock_share)} of its time is waiting for locks. Look for long transactions and for writers on the same rows.`,
      verification_step: 'The share of lock time must fall in the next log.',
    },
    (row.tmp_table_on_disk_share > 0 || row.filesort_share >= 0.5) && {
      id: 'query-sort-check',
      action:
        row.tmp_table_on_disk_share > 0
          ? `${percent(row.tmp_table_on_disk_share)} of its runs write a temporary table to disk. Select fewer or shorter columns, or sort by an index.`
          : `${percent(row.filesort_share)} of its runs sort without an index. An index in the order of its ORDER BY avoids the sort.`,
      verification_step: 'The share of runs with a sort or a temporary table must fall in the next log.',
    },
    row.error_count + row.killed_count > 0 && {
      id: 'query-error-check',
      action: `${row.error_count} ${plural(row.error_count, 'run')} ended in an error, ${row.killed_count} ${plural(row.killed_count, 'was', 'were')} killed. Find the cause before tuning.`,
      verification_step: 'Both counts must be 0 in the next log.',
    },
    {
      id: 'query-plan',
      action:
        row.plan === undefined
          ? `Run EXPLAIN on an example of it (record ${row.evidence[0]?.record_id ?? 'unknown'} in the log has the real values), or ingest with --dsn to have it run for you.`
          : `Its plan: ${row.plan.rows.map(planWords).join('; ')}.`,
      verification_step: 'Change one thing and compare the average time in the next log.',
    },
    !causes.nPlusOne &&
      row.count >= 100 && {
        id: 'query-volume-check',
        action: `It ran ${row.count} times at ${ms(row.avg_time_ms)}. Each run saved counts: can the result be cached?`,
        verification_step: 'The count must fall in a log of the same length.',
      },
  ]);
}

/** States only what was examined. */
function whyNoIndex(row: QueryRow): string {
  if (row.proof !== undefined && !isProved(row))
    return `An index on ${row.proof.table} (${row.proof.columns.join(', ')}) does not help. ${provedSentence(row.proof)}`;
  const hidden = conditionsOf(row.examples[0] ?? row.fingerprint)?.tables.flatMap((table) => table.hidden) ?? [];
  return hidden.length > 0
    ? `Its condition on ${[...new Set(hidden)].join(', ')} is inside a function, or uses LIKE or another operator that no plain index on the column supports. Rewrite it so that the column is compared directly.`
    : 'The log does not show which index would help. Use EXPLAIN, or ingest with --dsn, which also lists the existing indexes.';
}

function planWords({ table, access, key, rows, extra }: PlanRow): string {
  const how =
    access === 'ALL' ? 'reads the whole table' : key === null ? `reads by ${access}` : `uses ${key} (${access})`;
  return `${table} ${how}${rows === null ? '' : `, ${wholeNumber(rows)} rows`}${extra.length === 0 ? '' : `, ${extra.join(', ')}`}`;
}
