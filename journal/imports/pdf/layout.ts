// What the PDF formats share: the lines of a document as rows, and how its figures look.
import type { Sink } from '../broker/sink.ts';

/** Reads one line as a row of data. */
export function asRow(sink: Sink, line: number, read: () => void): void {
  read();
  sink.finishRow(line);
}

/** A number as these documents write it: 1,638.44, (1,638.44), -0.15, $74.33. */
export const NUMBER = String.raw`\(?-?\$?[\d,]*\.?\d+\)?`;

/** The lines from each that fits a pattern up to the next that does. */
export function blocks(
  lines: readonly string[],
  start: RegExp,
): { readonly row: number; readonly match: RegExpExecArray; readonly lines: readonly string[] }[] {
  const starts = lines.flatMap((line, index) => {
    const match = start.exec(line);
    return match === null ? [] : [{ index, match }];
  });
  return starts.map(({ index, match }, place) => ({
    row: index + 1,
    match,
    lines: lines.slice(index, starts[place + 1]?.index ?? lines.length),
  }));
}
