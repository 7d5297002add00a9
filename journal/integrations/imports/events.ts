// What a statement says happened to a position without a trade, into the book, each once. An event is known by the
// statement's id for it; the same event in another export is recognised by its contents.
import type { StatementEvent } from '@zorivest/imports';
import type { Insertable, Selectable } from 'kysely';
import { enterEventNames, eventColumns, findTrade, type PositionEventRow } from '@zorivest/records';
import { addDecimals, decimalText, flagValue, timeText } from '@zorivest/store';
import type { ImportRun } from './run.ts';
import { hidesName, isSameQuantity } from './trades.ts';
import { type Ratio, splitRatio } from './split-ratio.ts';

type NewEvent = Insertable<PositionEventRow>;
type Split = Extract<StatementEvent, { kind: 'split' }>;
type ReturnOfCapital = Extract<StatementEvent, { kind: 'return_of_capital' }>;

/** Takes the events of one run; a split without a ratio waits for the trades that tell it, and so does a payment. */
export class EventImport {
  readonly #run: ImportRun;
  readonly #claimed = new Set<number>();
  readonly #withoutRatio: Split[] = [];
  readonly #withoutShares: ReturnOfCapital[] = [];

  constructor(run: ImportRun) {
    this.#run = run;
  }

  async add(events: readonly StatementEvent[]): Promise<void> {
    await this.#run.names.learn(events.flatMap(({ isin, instrument }) => (isin === instrument ? [{ isin }] : [])));
    for (const stated of events) {
      if (hidesName(this.#run, stated)) continue;
      const named = { ...stated, instrument: this.#run.names.of(stated.instrument) };
      const event =
        named.kind === 'symbol_change' ? { ...named, new_instrument: this.#run.names.of(named.new_instrument) } : named;
      if (event.kind === 'split' && event.new_shares === null) this.#withoutRatio.push(event);
      else if (event.kind === 'return_of_capital' && event.amount_per_share === null) this.#withoutShares.push(event);
      else await this.#take(event, ratioOf(event));
    }
  }

  /** Every trade of the file is in the book now: the shares held give a split its ratio, a payment its share. */
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
          `${event.shares_added} shares of ${event.instrument} came by a split on ${event.time.slice(0, 10)}, and the ${held} the book has do not determine its ratio: record the split with \`zorivest event add --kind split\`, or in the app`,
        );
    }
    for (const event of this.#withoutShares) await this.#shared(event);
  }

  async #shared(event: ReturnOfCapital): Promise<void> {
    const { account_id } = await this.#run.accounts.of(event.account ?? '');
    const held = Number(await this.#held(account_id, event.instrument, dayAfter(event.time)));
    const each = Math.round(((event.amount ?? 0) / held) * 1e8) / 1e8;
    if (held > 0 && each > 0) return this.#take({ ...event, amount_per_share: each }, null);
    if (await this.#known(account_id, event)) return;
    this.#flag(
      event,
      `${event.amount} of capital was returned on ${event.instrument} on ${event.time.slice(0, 10)}, and the book has no shares it was paid on: record it with \`zorivest event add --kind return_of_capital\`, or in the app`,
    );
  }

  async #take(event: StatementEvent, ratio: Ratio | null): Promise<void> {
    const { account_id } = await this.#run.accounts.of(event.account ?? '');
    if (await this.#known(account_id, { ...event, ...(event.kind === 'split' && ratio) })) return;
    const { counts, scope } = this.#run;
    counts.events_imported++;
    this.#run.rows.mark(event.row, 'events');
    const stored = await scope.db
      .insertInto('position_events')
      .values(rowOf(event, ratio, account_id, this.#run))
      .returning(['id', 'kind', 'instrument', 'new_instrument', 'time'])
      .executeTakeFirstOrThrow();
    await enterEventNames(scope.db, stored, this.#run.now);
    const asked = questionOf(event);
    if (asked !== null) this.#run.note({ outcome: 'flagged', message: asked, row: event.row, ref: event.id });
  }

  /** Counts an event the book has already: under its own name, as the closing trade it stands for, or stated differently. */
  async #known(accountId: string, event: StatementEvent): Promise<boolean> {
    const { db } = this.#run.scope;
    const named = await db
      .selectFrom('position_events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('source_id', '=', event.id)
      .executeTakeFirst();
    const closing = 'exec_id' in event && event.exec_id !== null ? await findTrade(db, event.exec_id) : undefined;
    const twin = named ?? closing ?? (await this.#sameFromOtherExport(accountId, event));
    if (twin === undefined) return false;
    if ('id' in twin) this.#claimed.add(twin.id);
    this.#run.counts.duplicates++;
    this.#run.rows.mark(event.row, 'known');
    return true;
  }

  /** The same event from another export: another name, the same day and figures. */
  async #sameFromOtherExport(
    accountId: string,
    event: StatementEvent,
  ): Promise<Pick<Selectable<PositionEventRow>, 'id'> | undefined> {
    const day = timeText(event.time).slice(0, 10);
    const alike = await this.#run.scope.db
      .selectFrom('position_events')
      .selectAll()
      .where('instrument', '=', event.instrument)
      .where('time', '>=', day)
      .where('time', '<=', `${day}T23:59:59.999Z`)
      .where('kind', '=', event.kind)
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    return alike.find(
      (row) => row.import_batch_id !== this.#run.id && !this.#claimed.has(row.id) && saysTheSame(row, event),
    );
  }

  async #held(accountId: string, instrument: string, before: string): Promise<string> {
    const rows = await this.#run.scope.db
      .selectFrom('trades')
      .select(['time', 'action', 'quantity'])
      .where('account_id', '=', accountId)
      .where('instrument', '=', instrument)
      .where('time', '<', before)
      .execute();
    const splits = await this.#run.scope.db
      .selectFrom('position_events')
      .select(['time', 'new_shares', 'old_shares'])
      .where('kind', '=', 'split')
      .where('instrument', '=', instrument)
      // One of the same day may be the same split, reported by another export.
      .where('time', '<', before.slice(0, 10))
      .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', accountId)]))
      .execute();
    return addDecimals(
      rows.map(({ time, action, quantity }) => {
        const later = splits.filter((split) => split.time >= time);
        const now = later.reduce(
          (held, one) => (held * Number(one.new_shares)) / Number(one.old_shares),
          Number(quantity),
        );
        return decimalText(action === 'BOT' ? now : -now);
      }),
    );
  }

  #flag(event: StatementEvent, message: string): void {
    this.#run.counts.flagged++;
    this.#run.rows.mark(event.row, 'asked');
    this.#run.note({ outcome: 'flagged', message, row: event.row, ref: event.id });
  }
}

function ratioOf(event: StatementEvent): Ratio | null {
  if (event.kind !== 'split' || event.new_shares === null || event.old_shares === null) return null;
  return { new_shares: event.new_shares, old_shares: event.old_shares };
}

/** Whether what the book has says what this event says, as far as both say it. */
function saysTheSame(row: Selectable<PositionEventRow>, event: StatementEvent): boolean {
  if (event.kind === 'split' && event.new_shares === null) return false;
  const columns = eventColumns.change({ ...event, ...('quantity' in event && { quantity: Math.abs(event.quantity) }) });
  return COMPARED_COLUMNS.every((name) => {
    const [stored, fresh] = [row[name], columns[name]];
    if (stored === null || fresh === null || fresh === undefined || stored === fresh) return true;
    return name === 'quantity' && isSameQuantity(stored, fresh);
  });
}

const COMPARED_COLUMNS = [
  'new_shares',
  'old_shares',
  'new_instrument',
  'quantity',
  'cash_per_share',
  'amount_per_share',
] as const;

/** Shares are paid on until the day's end. */
function dayAfter(time: string): string {
  return timeText(new Date(Date.parse(timeText(time)) + 86_400_000).toISOString());
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
    ...(event.quantity_exact !== undefined && { quantity: event.quantity_exact }),
  };
}

/** What a person may have to say; whether it is still open stands in `needs` of the event. */
function questionOf(event: StatementEvent): string | null {
  const day = event.time.slice(0, 10);
  if (event.kind === 'transfer' && event.quantity < 0)
    return `${-event.quantity} ${event.instrument} left on ${day}: they are paired with the other account's half automatically; if they went to an account of yours, import its statement, or link the two (\`zorivest event link\`, or in the app)`;
  if (event.kind === 'transfer')
    return `${event.quantity} ${event.instrument} were transferred on ${day}: they are paired with the other account's half automatically; if there is none, state what they cost and when they were bought (\`zorivest event answer\`, or in the app)`;
  if (event.kind === 'reward' && event.value === null)
    return `${event.quantity} ${event.instrument} came as a reward on ${day} and the statement does not say what they were worth: \`zorivest event answer <id> --value …\`, or in the app`;
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
