// The book's executions matched into round trips and open positions: read and matched once, cached until the book changes.
// The matching itself (`matching.ts`) is a pure function of rows, so that it can run wherever the rows are.
import type { RoundTrip } from '@zorivest/domain';
import { type Call, notFound, today } from '@zorivest/store';
import { type Register, registerOf } from '../register/register.ts';
import type { BookExecution } from '../trades/columns.ts';
import { executionsNamed, listExecutions } from '../trades/repository.ts';
import { positionEvents } from './events.ts';
import { structureChoices } from './choices.ts';
import { matchPositions, type Positions, rematchPositions } from './matching.ts';

/** What a statement of the United States is in, and what is assumed where nothing says otherwise. */
export const DOLLARS = 'USD';

/** With more changes than this the whole book is read and matched again. */
const MOST_CHANGES = 500;

/** After a change of single trades only their families are matched again. */
export async function positionsOf(call: Pick<Call, 'results' | 'db' | 'now'>): Promise<Positions> {
  const { results, db, now } = call;
  const day = today(now());
  const register = await registerOf(call);
  return results.ofTrades<Positions>(`positions ${day}`, async (last) => {
    if (last === null || last.changed.size > MOST_CHANGES)
      return matchPositions(
        withNames(register, await listExecutions(db)),
        await positionEvents(db),
        day,
        await structureChoices(db),
      );
    return rematchPositions(
      last.value,
      last.changed,
      withNames(register, await executionsNamed(db, [...last.changed])),
    );
  });
}

/** Each under the name its instrument had when it was traded. */
function withNames(register: Register, rows: BookExecution[]): BookExecution[] {
  if (register.isEmpty) return rows;
  for (const row of rows) row.instrument = register.nameAt(row.instrument, row.time);
  return rows;
}

/** Each execution's round trip: as its entry if it has two sides, as the one it opened if part of it was moved into another. */
export function tripsByExecution(call: Pick<Call, 'results' | 'db' | 'now'>): Promise<ReadonlyMap<string, RoundTrip>> {
  return call.results.ofTrades('trip by execution', async () => mapByExecution((await positionsOf(call)).trips));
}

export function mapByExecution<T extends Pick<RoundTrip, 'entry_exec_ids' | 'exit_exec_ids'>>(
  trips: readonly T[],
): Map<string, T> {
  const byExecution = new Map<string, T>();
  for (const trip of trips) for (const id of trip.exit_exec_ids) byExecution.set(id, trip);
  for (const trip of trips) for (const id of trip.entry_exec_ids) byExecution.set(id, trip);
  for (const trip of trips) for (const id of trip.entry_exec_ids.slice(0, 1)) byExecution.set(id, trip);
  return byExecution;
}

/** The round trip an execution belongs to. */
export async function tripOf(call: Call, execId: string): Promise<RoundTrip> {
  const trip = (await tripsByExecution(call)).get(execId);
  if (trip === undefined) throw notFound('trade', execId);
  return trip;
}

/** A trip that came from an exercise has no currency of its own; it is in its option's. */
export function isIn(currency: string): (trip: RoundTrip) => boolean {
  return (trip) => trip.currency === null || trip.currency === currency;
}
