// One movement of money as the file has it, made a row of the ledger: what it is, what it is about, and what was withheld.
import type { CashRow } from '../statement/model.ts';
import { looksLikeFormula } from '../text/csv.ts';
import { coinCode, currencyCode, dateFault, isinOf, majorUnit, shortenText, toEight } from './cell.ts';
import type { ReaderParts } from './fill-reader.ts';
import type { CashInput } from './input.ts';
import { isSymbol } from './instruments.ts';
import { memoize } from './memoize.ts';
import { cashKind, isCashInLieu } from './row-text.ts';
import { rateOf } from './stated-rate.ts';

type DraftCash = { -readonly [Key in keyof CashRow]: CashRow[Key] };

/** The row says that nothing was paid. */
export const NO_MONEY = Symbol('no money');

export class CashReader {
  readonly #parts: ReaderParts;
  /** What money that comes, and money that goes, is by the broker's words. */
  readonly #kindsIn = memoize((text: string) => cashKind(text, false));
  readonly #kindsOut = memoize((text: string) => cashKind(text, true));
  #fault = '';

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Why the last row could not be read. */
  get fault(): string {
    return this.#fault;
  }

  /** The row of the ledger; null, with the reason in `fault`, when the row cannot be one. */
  read(input: CashInput): CashRow | typeof NO_MONEY | null {
    const { figures, clock } = this.#parts;
    const stated = figures.value(input.amount);
    if (stated === null) return this.#bad(`The amount "${shortenText(input.amount)}" is not a number`);
    if (stated === undefined) return this.#bad('The row has no amount');
    if (stated === 0) return NO_MONEY;
    const moment = clock.read(input.when);
    if (moment === null) return this.#bad(dateFault(input.when));
    const unit = majorUnit(input.currency);
    const currency = unit?.currency ?? (input.coin === true ? coinCode : currencyCode)(input.currency) ?? 'USD';
    const words = input.description ?? input.memo ?? '';
    const row: DraftCash = {
      date: moment.date,
      amount: unit === null ? stated : toEight((stated / unit.parts).toFixed(8)),
      currency,
      kind: input.kind ?? (stated < 0 ? this.#kindsOut : this.#kindsIn)(words),
      row: input.row,
    };
    this.#describe(row, input);
    if (row.kind === 'other' && isCashInLieu(words)) this.#warnInLieu(row);
    const withheld = this.#withheld(input);
    if (withheld !== null) row.withheld = withheld;
    const rate = rateOf(input.fx, currency, unit?.parts ?? 1, figures);
    if (rate !== null) {
      row.fx_rate = toEight(rate.exact.toFixed(8));
      if (rate.currency !== '') row.fx_currency = rate.currency;
    }
    return row;
  }

  /** What a movement of money is about, as far as the file says. */
  #describe(row: DraftCash, input: CashInput): void {
    const { instruments } = this.#parts;
    const symbol = input.symbol?.trim() ?? '';
    if (symbol !== '' && isSymbol(symbol)) row.symbol = instruments.findByName(symbol).symbol;
    const memo = this.#plain(input.memo?.trim() ?? '', input.row);
    if (memo !== '') row.memo = memo;
    const { id, named } = this.#parts.accountOf(input.account);
    if (id !== '') row.account_id = id;
    if (named !== '') row.account = named;
    const isin = isinOf(input.isin ?? '');
    if (isin !== null) row.isin = isin;
    if (input.id) row.id = input.id;
    if (input.execId) row.exec_id = input.execId;
  }

  #warnInLieu({ row, amount, currency, symbol = 'an unnamed share' }: DraftCash): void {
    this.#parts.log.warn(
      `Row ${row}: ${amount} ${currency} were paid for a part of ${symbol}, and the statement does not tell how much of a share it was: record it as cash_in_lieu (POST /position-events) for its gain. Until then it is money that is no income.`,
    );
  }

  #withheld({ withheld }: CashInput): NonNullable<CashRow['withheld']> | null {
    const amount = withheld === undefined ? undefined : this.#parts.figures.value(withheld.amount);
    const currency = currencyCode(withheld?.currency);
    if (!amount || currency === null) return null;
    const rate = withheld?.rate;
    return { amount: Math.abs(amount), currency, ...(rate !== undefined && rate > 0 && { rate }) };
  }

  /** Text as text: what a spreadsheet would run gets an apostrophe in front, as spreadsheets themselves do. */
  #plain(text: string, row: number): string {
    if (!looksLikeFormula(text)) return text;
    this.#parts.log.warn(`Row ${row}: a cell looks like a spreadsheet formula and was stored as plain text.`);
    return `'${text}`;
  }

  #bad(reason: string): null {
    this.#fault = reason;
    return null;
  }
}
