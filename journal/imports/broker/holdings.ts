// What a statement states besides its rows: what is held at the end, cash, results, the value of the account. Stored to be
// reconciled with the book, never made a trade of. What cannot be read is left out, for nothing is booked from it.
import { EVERY_POSITION, type StatedKind } from '@zorivest/vocabulary';
import { findContradictions, OwnRows } from '../statement/contradictions.ts';
import type {
  CashRow,
  Contradiction,
  Execution,
  StatedCash,
  StatedFigure,
  StatedHoldings,
  StatedPosition,
  StatementEvent,
} from '../statement/model.ts';
import type { Clock } from '../text/time.ts';
import type { Accounts } from './accounts.ts';
import { currencyCode, isinOf } from './cell.ts';
import type { Figures } from './figures.ts';
import type { Instrument } from './instrument.ts';
import type { Instruments } from './instruments.ts';

/** As the file has it. */
interface StatementRow {
  readonly currency?: string;
  readonly when?: string;
  readonly account?: string;
  readonly row?: number;
}

interface HeldPosition extends StatementRow {
  readonly symbol: string;
  readonly instrument?: Instrument;
  readonly quantity: string;
  readonly price?: string;
  readonly value?: string;
  readonly cost?: string;
  readonly costPrice?: string;
  readonly unrealised?: string;
  readonly multiplier?: string;
  readonly isin?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly brokerId?: string;
  readonly priced?: string;
  readonly priorQuantity?: string;
  readonly priorPrice?: string;
  readonly result?: string;
}

interface HeldCash extends StatementRow {
  readonly amount: string;
  readonly currency: string;
  readonly inBase?: boolean;
  readonly settled?: string;
  readonly opening?: string;
  readonly from?: string;
  readonly moved?: Readonly<Record<string, string>>;
}

interface HeldFigure extends StatementRow {
  readonly kind: StatedKind;
  readonly subject: string;
  readonly from?: string;
  readonly name?: string;
  readonly note?: string;
  readonly amounts: Readonly<Record<string, string>>;
}

interface Parts {
  readonly instruments: Instruments;
  readonly clock: Clock;
  readonly figures: Figures;
  readonly accounts: Accounts;
}

/** No account holds more; what a damaged file states beyond this is dropped. */
const MOST = 100_000;

export class Holdings {
  readonly #parts: Parts;
  readonly #positions: StatedPosition[] = [];
  readonly #cash: StatedCash[] = [];
  readonly #figures: StatedFigure[] = [];
  readonly #contradictions: Contradiction[] = [];
  #rows: OwnRows | null = null;
  #until: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The evening of figures that name none: a statement may say it at its very end. */
  useDate(when: string): void {
    this.#until = this.#dateOf(when) ?? this.#until;
  }

  /** The file lists everything that moved its account: its rows are compared with what it states of the whole. */
  followRows(): void {
    this.#rows ??= new OwnRows();
  }

  /** A row as it was understood. */
  follow(
    row: { readonly execution: Execution } | { readonly cash: CashRow } | { readonly event: StatementEvent },
  ): void {
    this.#rows?.add(row);
  }

  /** A fill of this file, or of another, was reversed: what the rows come to is no longer known. */
  followCancel(): void {
    this.#rows?.lose();
  }

  position(held: HeldPosition): void {
    const instrument = this.#parts.instruments.of({
      symbol: held.symbol,
      ...(held.instrument === undefined ? {} : { instrument: held.instrument }),
    });
    const quantity = this.#parts.figures.quantity(held.quantity);
    if (typeof instrument === 'string' || typeof quantity !== 'number' || this.#positions.length >= MOST) return;
    const prior = this.#number(held.priorQuantity);
    // A position that was closed in the time of the statement is listed with what it was before.
    if (quantity === 0 && !prior) return;
    const isin = isinOf(held.isin ?? '');
    this.#positions.push({
      instrument: instrument.symbol,
      quantity,
      ...this.#read({
        price: held.price,
        value: held.value,
        cost: held.cost,
        cost_price: held.costPrice,
        unrealised: held.unrealised,
        multiplier: held.multiplier,
        prior_price: held.priorPrice,
        result: held.result,
      }),
      ...(prior === undefined ? {} : { prior_quantity: prior }),
      ...(isin === null ? {} : { isin }),
      ...(held.name ? { name: held.name.slice(0, 200) } : {}),
      ...(held.kind ? { kind: held.kind.slice(0, 60) } : {}),
      ...(held.brokerId ? { broker_id: held.brokerId.slice(0, 60) } : {}),
      ...this.#priced(held.priced),
      ...this.#copyShared(held),
    });
  }

  /** Everything an account holds has been listed, be it nothing. */
  listsAll(held: StatementRow): void {
    const shared = this.#copyShared(held);
    const named = this.#positions.filter(({ account }) => account === shared.account).length;
    this.#figures.push({ kind: 'other', subject: EVERY_POSITION, amounts: { named }, ...shared });
  }

  balance(held: HeldCash): void {
    const amount = this.#number(held.amount);
    const currency = currencyCode(held.currency);
    if (amount === undefined || currency === null || this.#cash.length >= MOST) return;
    const from = this.#dateOf(held.from);
    const moved = this.#read(held.moved ?? {});
    this.#cash.push({
      amount,
      ...(held.inBase === true ? { in_base: true } : {}),
      ...this.#read({ settled: held.settled, opening: held.opening }),
      ...(from === undefined ? {} : { from }),
      ...(Object.keys(moved).length === 0 ? {} : { moved }),
      ...this.#copyShared(held),
      currency,
    });
  }

  figure(held: HeldFigure): void {
    const amounts = this.#read(held.amounts);
    if (Object.keys(amounts).length === 0 || this.#figures.length >= MOST) return;
    const from = this.#dateOf(held.from);
    this.#figures.push({
      kind: held.kind,
      subject: held.subject.slice(0, 200),
      ...(from === undefined ? {} : { from }),
      ...(held.name ? { name: held.name.slice(0, 200) } : {}),
      ...(held.note ? { note: held.note.slice(0, 200) } : {}),
      amounts,
      ...this.#copyShared(held),
    });
  }

  /** A contradiction the reader finds, such as a running balance that jumps. */
  contradict(found: StatementRow & Pick<Contradiction, 'subject' | 'stated' | 'own' | 'reason'>): void {
    if (this.#contradictions.length >= MOST) return;
    const { subject, stated, own, reason } = found;
    this.#contradictions.push({ subject, stated, own, reason, ...this.#copyShared(found) });
  }

  get isEmpty(): boolean {
    return this.#positions.length + this.#cash.length + this.#figures.length === 0;
  }

  listStated(): StatedHoldings {
    const withDate = <T extends { readonly date?: string }>(list: readonly T[]): T[] =>
      list.map((one) => (one.date === undefined && this.#until !== undefined ? { ...one, date: this.#until } : one));
    const stated = {
      positions: withDate(this.#positions),
      cash: withDate(this.#cash),
      figures: withDate(this.#figures),
    };
    return {
      ...stated,
      contradictions: withDate([...this.#contradictions, ...findContradictions(stated, this.#rows)]),
    };
  }

  #priced(when: string | undefined): Pick<StatedPosition, 'priced'> {
    const date = this.#dateOf(when);
    return date === undefined ? {} : { priced: date };
  }

  #number(cell: string | undefined): number | undefined {
    return this.#parts.figures.quantity(cell ?? '') ?? undefined;
  }

  /** Those that are numbers. */
  #read(cells: Readonly<Record<string, string | undefined>>): Record<string, number> {
    const read: Record<string, number> = {};
    for (const [name, cell] of Object.entries(cells)) {
      const value = this.#number(cell?.replace(/%$/, ''));
      if (value !== undefined) read[name] = value;
    }
    return read;
  }

  #dateOf(when: string | undefined): string | undefined {
    return when ? this.#parts.clock.read(when)?.date : undefined;
  }

  #copyShared({
    currency,
    when,
    account,
    row,
  }: StatementRow): Pick<StatedPosition, 'currency' | 'date' | 'account' | 'row'> {
    const code = currencyCode(currency);
    const date = this.#dateOf(when);
    const { named } = this.#parts.accounts.of(account);
    return {
      ...(code === null ? {} : { currency: code }),
      ...(date === undefined ? {} : { date }),
      ...(named === '' ? {} : { account: named }),
      ...(row === undefined ? {} : { row }),
    };
  }
}
