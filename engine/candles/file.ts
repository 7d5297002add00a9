// A candle file's bytes, whole or cut at line ends into parts that threads parse side by side.
import { AHEAD, layoutOf, MOST_AHEAD, parseRows, type BadRow, type Layout, type ParsedRows } from './csv.ts';
import { withoutLonelyEnds } from './quality.ts';
import { COLUMNS, emptySeries, slice, type Series } from './series.ts';

/** A file that holds no candles we can read; the message says what is wrong with it. */
export class CandleFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CandleFileError';
  }
}

const NEWLINE = 10;
/** A first line longer than this is not a candle file. */
const LONGEST_HEADER = 65_536;

/** The layout of a file and where its rows begin, from its first bytes. */
export function openCsv(head: Uint8Array): { readonly layout: Layout; readonly rowsFrom: number } {
  const end = head.subarray(0, LONGEST_HEADER).indexOf(NEWLINE);
  const line = new TextDecoder().decode(end < 0 ? head.subarray(0, LONGEST_HEADER) : head.subarray(0, end));
  const layout = layoutOf(line);
  if (layout === undefined) {
    throw new CandleFileError(
      'the first line is neither a header with timestamp, open, high, low and close nor a row of at least five numbers',
    );
  }
  return { layout, rowsFrom: layout.hasHeader ? (end < 0 ? head.length : end + 1) : 0 };
}

/** All rows of a file that is in memory. */
export function parseCsv(bytes: Uint8Array): ParsedRows {
  const { layout, rowsFrom } = openCsv(bytes);
  return joinParts([parseRows(bytes, rowsFrom, bytes.length, layout)], layout.hasHeader ? 1 : 0);
}

/** Parts in file order -> one series, line numbers counted from the file's first line. */
export function joinParts(parts: readonly ParsedRows[], headerLines: number): ParsedRows {
  const badRows: BadRow[] = [];
  let badCount = 0;
  let lines = headerLines;
  let lastTime = -Infinity;
  const accepted: Series[] = [];
  for (const part of parts) {
    for (const { line, message } of part.badRows) badRows.push({ line: line + lines, message });
    badCount += part.badCount;
    // Where two parts meet, time must still go forward. A few rows that are ahead of all that follows are wrong.
    const ahead = countAhead(accepted.at(-1), part.series);
    if (ahead > 0) {
      const before = accepted.pop() as Series; // some of its rows were just counted
      accepted.push(slice(before, 0, before.length - ahead));
      for (let k = ahead; k > 0; k--) badRows.push({ line: lines - k + 1, message: AHEAD });
      badCount += ahead;
      lastTime = before.length > ahead ? before.t[before.length - ahead - 1] : -Infinity;
    }
    let from = 0;
    while (from < part.series.length && part.series.t[from] <= lastTime) from++;
    if (from > 0) {
      badCount += from;
      badRows.push({ line: lines + 1, message: `time is not after the row before (${from} rows from here)` });
    }
    accepted.push(slice(part.series, from, part.series.length));
    lines += part.lines;
    lastTime = part.series.length > 0 ? part.series.t[part.series.length - 1] : lastTime;
  }
  const [only] = accepted;
  const { series, left } = withoutLonelyEnds(
    accepted.length === 1 && only !== undefined ? only : concatenate(accepted),
  );
  for (const end of left)
    badRows.push({
      line: end === 'first' ? headerLines + 1 : lines,
      message: `the ${end} time is further from the others than they span`,
    });
  const listed = badRows.toSorted((a, b) => a.line - b.line).slice(0, 100);
  return { series, badRows: listed, badCount: badCount + left.length, lines };
}

/** The number of rows at the end of a part that lie ahead of the next one, when they are few compared with it; else 0. */
function countAhead(before: Series | undefined, next: Series): number {
  const first = next.t[0];
  if (before === undefined || first === undefined) return 0;
  let ahead = 0;
  while (ahead <= MOST_AHEAD && ahead < before.length && before.t[before.length - 1 - ahead] >= first) ahead++;
  return ahead <= MOST_AHEAD && ahead < next.length ? ahead : 0;
}

function concatenate(parts: readonly Series[]): Series {
  const joined = emptySeries(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (const key of COLUMNS) joined[key].set(part[key], at);
    at += part.length;
  }
  return joined;
}
