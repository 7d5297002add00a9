// What a statement says happened to a position without a trade, into the book, each once. An event is known by the
// statement's name for it; the same event told by another export is known by what it says.
import type { StatementEvent } from '@zorivest/imports';
import type { Insertable, Selectable } from 'kysely';
import { eventColumns } from '../positions/columns.ts';
import type { PositionEventRow } from '../positions/tables.ts';
import { addDecimals, decimalText, flagValue, timeText } from '../store/index.ts';
import { findTrade } from '../trades/repository.ts';
import type { ImportRun } from './run.ts';
import { type Ratio, splitRatio } from './split-ratio.ts';

type NewEvent = Insertable<PositionEventRow>;
type Split = Extract<StatementEvent, { kind: 'split' }>;

/** Takes the events of one run; a split without a ratio waits for the trades that tell it. */
export class EventImport {
  readonly #run: ImportRun;
  readonly #claimed = new Set<number>();
  readonly #withoutRatio: Split[] = [];

  constructor(run: ImportRun) {
    this.#run = run;
  }

  async add(events: readonly StatementEvent[]): Promise<void> {
    for (const event of events) {
      if (event.kind === 'split' && event.new_shares === null) this.#withoutRatio.push(event);
      else await this.#take(event, ratioOf(event));
    }
  }

  /** Every trade of the file is in the book now: how many shares a split found there gives its ratio. */
  async end(): Promise<void> {
    for (const event of this.#withoutRatio) {
      const { account_id } = await this.#run.accounts.of(event.account ?? '');
      if (await this.#known(account_id, event)) continue;
      const held = await this.#held(account_id, event.instrument, timeText(event.time));
      const ratio = splitRatio(held, event.shares_added ?? 0);
      if (ratio !== null) await this.#take(event, ratio);
      else
        this.#flag(
          event,
          `${event.shares_added} shares of ${event.instrument} came by a split on ${event.time.slice(0, 10)}, and the ${held} the book has do not tell its ratio: record the split with POST /position-events`,
        );
    }
  }

  async #take(event: StatementEvent, ratio: Ratio | null): Promise<void> {
    const { account_id } = await this.#run.accounts.of(event.account ?? '');
    if (await this.#known(account_id, event)) return;
    const { counts, scope } = this.#run;
    counts.events_imported++;
    await scope.db
      .insertInto('position_events')
      .values(rowOf(event, ratio, account_id, this.#run))
      .execute();
    const asked = questionOf(event);
    if (asked !== null) this.#run.note({ outcome: 'flagged', message: asked, row: event.row, ref: event.id });
  }

  /** Counts an event the book has already: under its own name, as the closing trade it stands for, or told otherwise. */
  async #known(accountId: string, event: StatementEvent): Promise<boolean> {
    const { db } = this.#run.scope;
    const named = await db
      .selectFrom('position_events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('source_id', '=', event.id)
      .executeTakeFirst();
    const closing = 'exec_id' in event && event.exec_id !== null ? await findTrade(db, event.exec_id) : undefined;
    const twin = named ?? closing ?? (await this.#toldOtherwise(accountId, event));
    if (twin === undefined) return false;
    if ('id' in twin) this.#claimed.add(twin.id);
    this.#run.counts.duplicates++;
    return true;
  }

  /** Splits and new names hold for every account and are put together when they are read; the rest must not come twice. */
  async #toldOtherwise(
    accountId: string,
    event: StatementEvent,
  ): Promise<Pick<Selectable<PositionEventRow>, 'id'> | undefined> {
    if (event.kind === 'split' || event.kind === 'symbol_change') return undefined;
    const day = timeText(event.time).slice(0, 10);
    const alike = await this.#run.scope.db
      .selectFrom('position_events')
      .select(['id', 'quantity', 'import_batch_id'])
      .where('instrument', '=', event.instrument)
      .where('time', '>=', day)
      .where('time', '<=', `${day}T23:59:59.999Z`)
      .where('kind', '=', event.kind)
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    return alike.find(
      ({ id, quantity, import_batch_id }) =>
        import_batch_id !== this.#run.id &&
        !this.#claimed.has(id) &&
        (quantity === null || quantity === decimalText(Math.abs(event.quantity))),
    );
  }

  async #held(accountId: string, instrument: string, before: string): Promise<string> {
    const rows = await this.#run.scope.db
      .selectFrom('trades')
      .select(['action', 'quantity'])
      .where('account_id', '=', accountId)
      .where('instrument', '=', instrument)
      .where('time', '<', before)
      .execute();
    return addDecimals(rows.map(({ action, quantity }) => (action === 'BOT' ? quantity : `-${quantity}`)));
  }

  #flag(event: StatementEvent, message: string): void {
    this.#run.counts.flagged++;
    this.#run.note({ outcome: 'flagged', message, row: event.row, ref: event.id });
  }
}

function ratioOf(event: StatementEvent): Ratio | null {
  if (event.kind !== 'split' || event.new_shares === null || event.old_shares === null) return null;
  return { new_shares: event.new_shares, old_shares: event.old_shares };
}

function rowOf(event: StatementEvent, ratio: Ratio | null, accountId: string, run: ImportRun): NewEvent {
  return {
    ...eventColumns.store({
      ...event,
      ...ratio,
      ...(event.kind === 'transfer' && wayOf(event.quantity, accountId)),
      account_id: accountId,
      source_id: event.id,
      import_batch_id: run.id,
      created_at: run.now.toISOString(),
    }),
    stock_recorded: flagValue('stock_recorded' in event && event.stock_recorded),
  };
}

/** What a person may have to say; whether it is still open stands in `needs` of the event. */
function questionOf(event: StatementEvent): string | null {
  const day = event.time.slice(0, 10);
  if (event.kind === 'transfer')
    return `${event.quantity} ${event.instrument} were transferred on ${day}: they are paired with the other account's half by themselves; without it, say what they cost and when they were bought (GET /position-events, then PATCH)`;
  if (event.kind === 'reward' && event.value === null)
    return `${event.quantity} ${event.instrument} came as a reward on ${day} and the statement does not say what they were worth: PATCH the position event with its value`;
  return null;
}

/** A statement's sign says which way shares were moved. */
function wayOf(quantity: number, accountId: string) {
  return quantity < 0 ? { quantity: -quantity, from_account_id: accountId } : { quantity, to_account_id: accountId };
}

/** Executions that only close what an option's end closes: the end says it better, and once is enough. */
export function closedByEvents(events: readonly StatementEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => ('exec_id' in event && event.exec_id !== null ? [event.exec_id] : [])));
}
