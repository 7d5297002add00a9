// What a PDF layout is: the text of a broker's document, line by line, and how to find trades and cash in it.
import type { DateOrder } from '../text/time.ts';
import type { Sink } from '../broker/sink.ts';

export interface PdfLayout {
  readonly name: string;
  readonly label: string;
  readonly zone: string;
  readonly dateOrder?: DateOrder;
  /** 0..1: how surely the text is this broker's document. */
  recognise(text: string): number;
  read(lines: readonly string[], sink: Sink): void;
}

/** Reads one line as a row of data. */
export function asRow(sink: Sink, line: number, read: () => void): void {
  sink.startRow();
  read();
  sink.finishRow(line);
}

/** A number as these documents write it: 1,638.44, (1,638.44), -0.15, $74.33. */
export const NUMBER = String.raw`\(?-?\$?[\d,]*\.?\d+\)?`;
