// The row that keys act on. It is a trade's, not a place's: when an assistant records another one above it, the keys
// stay with the trade the person looks at.
import { useState } from 'react';
import type { Trip } from './columns.ts';
import type { RowWindow } from './row-window.ts';

interface Active {
  readonly row: number;
  /** Not known before its row has come. */
  readonly trade: string | undefined;
}

type TripAt = (row: number) => Trip | undefined;

export function useActiveRow(total: number, window: RowWindow, tripAt: TripAt) {
  const [active, setActive] = useState<Active>({ row: 0, trade: undefined });
  const inList = (row: number) => Math.max(0, Math.min(total - 1, row));
  const row = inList(active.row);
  const trade = tripAt(row)?.id;
  if (trade !== undefined && trade !== active.trade) {
    const moved = active.trade === undefined ? undefined : rowOfTrade(active.trade, window, tripAt);
    setActive(moved === undefined ? { row, trade } : { row: moved, trade: active.trade });
  }
  const activate = (to: number): number => {
    const next = inList(to);
    setActive({ row: next, trade: tripAt(next)?.id });
    return next;
  };
  return [row, activate] as const;
}

/** A row that is no longer drawn was deleted, or left the list: its neighbour takes its place. */
function rowOfTrade(trade: string, { start, size }: RowWindow, tripAt: TripAt): number | undefined {
  for (let row = start; row < start + size; row++) if (tripAt(row)?.id === trade) return row;
  return undefined;
}
