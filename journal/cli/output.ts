// What the command says: for people on a terminal, for machines with --json, colours only where they are seen.
import { styleText } from 'node:util';
import { ApiError, ApiUnreachable } from '@zorivest/contract';

export function say(text = ''): void {
  process.stdout.write(`${text}\n`);
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

type Style = Parameters<typeof styleText>[0];

/** Follows NO_COLOR and whether stdout is a terminal. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Columns as wide as they need to be. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A mistake of the caller or a state they can mend: shown as one sentence, without a stack. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    return error.requestId === undefined ? error.message : `${error.message} (request ${error.requestId})`;
  }
  if (error instanceof UserError || error instanceof ApiUnreachable) return error.message;
  return error instanceof Error ? error.message : String(error);
}
