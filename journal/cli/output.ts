// What the command says: for people on a terminal, for machines with --json, colours only where they are seen.
import { styleText } from 'node:util';
import { ApiError, ApiUnreachable, visible } from '@zorivest/contract';

/** Of ours are the colours alone. */
// oxlint-disable-next-line no-control-regex -- the one that begins a colour
const COLOUR = /(\u001b\[[\d;]*m)/;
const ACTS = /[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names, notes and files of strangers are printed among our words: none of it moves the cursor, sets a title or copies itself. */
export const harmless = (text: string): string =>
  text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(ACTS, visible)))
    .join('');

export function say(text = ''): void {
  process.stdout.write(`${harmless(text)}\n`);
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

type Style = Parameters<typeof styleText>[0];

/** Follows NO_COLOR and whether stdout is a terminal. */
export function style(look: Style, text: string): string {
  return styleText(look, text, { stream: process.stdout });
}

const GAP = 2;
/** Narrower than this a column says nothing. */
const NARROWEST = 6;

/** Columns as wide as they need to be; where the terminal is too narrow the widest give way, and figures never do. */
export function table(
  rows: readonly (readonly string[])[],
  options: { readonly width?: number | undefined } = {},
): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isFigure = head.map(
    (_, column) => rows.slice(1).every((row) => FIGURE.test(row[column] ?? '')) && rows.length > 1,
  );
  const room = options.width ?? Number.POSITIVE_INFINITY;
  for (;;) {
    const over = widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1) - room;
    const widest = widths.reduce(
      (best, width, i) => (!isFigure[i] && width > (widths[best] ?? 0) ? i : best),
      widths.findIndex((_, i) => !isFigure[i]),
    );
    const width = widths[widest] ?? 0;
    if (over <= 0 || width <= NARROWEST) break;
    widths[widest] = Math.max(NARROWEST, width - over, nextWidest(widths, isFigure, width));
  }
  const padCell = (text: string, column: number) => {
    const width = widths[column] ?? 0;
    const cut = text.length > width ? `${text.slice(0, width - 1)}…` : text;
    return isFigure[column] ? cut.padStart(width) : cut.padEnd(width);
  };
  return rows.map((row) => row.map(padCell).join(' '.repeat(GAP)).trimEnd()).join('\n');
}

const FIGURE = /^(-?[\d,.]*%?)$/;

/** The widest column gives way only to the next one at a time, so that no column pays for all the others. */
function nextWidest(widths: readonly number[], isFigure: readonly boolean[], below: number): number {
  const others = widths.filter((width, i) => !isFigure[i] && width < below);
  return others.length > 0 ? Math.max(...others) - 1 : 0;
}

/** A mistake of the caller or a state they can fix: shown as one sentence, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** The command was not written as its help says: nothing was tried. */
export class UsageError extends UserError {}

export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    return error.requestId === undefined ? error.message : `${error.message} (request ${error.requestId})`;
  }
  if (error instanceof UserError || error instanceof ApiUnreachable) return error.message;
  return error instanceof Error ? error.message : String(error);
}
