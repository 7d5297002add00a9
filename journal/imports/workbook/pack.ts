// A zip written: the same members always give the same bytes.
import { zipSync } from 'fflate';

export interface NewMember {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Packed by its own format already. */
  readonly isPacked?: boolean;
}

/** The earliest day a zip can name: the days that matter stand inside. */
const DAY = new Date(1980, 0, 1);

export function packZip(members: readonly NewMember[]): Uint8Array {
  return zipSync(
    Object.fromEntries(
      members.map(({ name, bytes, isPacked }) => [
        name,
        [bytes, { level: isPacked === true ? 0 : 6, mtime: DAY }] as const,
      ]),
    ),
  );
}
