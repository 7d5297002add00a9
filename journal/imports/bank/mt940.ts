// MT940 (and MT942): SWIFT's tagged lines. :25: account, :60F: opening, :61: a booking, :86: its words, :62F: closing.
import { fullYear, parseDate } from '../text/time.ts';
import { type BankFormat, Lines } from './format.ts';
import type { BankSink, OpenAccount } from './sink.ts';

export const mt940: BankFormat = {
  name: 'mt940',
  label: 'MT940',
  recognise(head) {
    const start = head.slice(0, 8000);
    if (/^\s*(?:\{\d:.*)?:?20:/m.test(start) && /^:25P?:/m.test(start)) return 1;
    return /^:61:\d{6}/m.test(start) || /^:60[FM]:[CD]\d{6}/m.test(start) ? 0.9 : 0;
  },
  reader(sink) {
    const statement = new Statement(sink);
    let tag = '';
    let value: string[] = [];
    let from = 0;
    let cut = '';
    const finish = () => {
      if (tag !== '') statement.tag(tag, value, from);
      tag = '';
      value = [];
    };
    const lines = new Lines((raw, number) => {
      // A message may open on the line of its SWIFT blocks: {1:…}{2:…}{4:
      const whole = cut + raw;
      cut = '';
      // A tag may be cut by the end of its line: ":6" and "1:2401…".
      if (/^:(?:\d{1,2}[A-Z]?)?$/.test(whole)) {
        cut = whole;
        return;
      }
      const line = whole.replace(/^(?:\{\d:[^{}]*\})*\{4:\s*/, '').replace(/^\{\d:.*\}\s*$/, '');
      const found = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(line);
      if (found !== null) {
        finish();
        tag = found[1] ?? '';
        value = [found[2] ?? ''];
        from = number;
      } else if (/^-\s*(?:\}.*)?$/.test(line)) finish();
      else if (tag !== '' && line.trim() !== '' && value.length < MOST_LINES)
        value.push(line.replace(/(?<!\s)\s*-\}\s*$/, ''));
    });
    return {
      push: (text) => lines.push(text),
      end() {
        lines.end();
        finish();
        statement.end();
      },
    };
  },
};

/** SWIFT allows six lines; banks write more, but not this many. */
const MOST_LINES = 100;

/** Value date, booking day, sign, the currency's third letter, amount, kind, and references. */
const BOOKING = /^(\d{6})\s*(\d{4})?\s*([RE]?[CD])([A-Z])?\s*([\d.,]*\d[\d.,]*)\s*([A-Z][A-Z0-9]{3})?(.*)$/i;

interface Booking {
  readonly row: number;
  readonly match: RegExpExecArray | null;
  readonly raw: string;
  /** The bank's own words after the first line. */
  readonly extra: string;
}

class Statement {
  readonly #sink: BankSink;
  #account: OpenAccount | null = null;
  #booking: Booking | null = null;

  constructor(sink: BankSink) {
    this.#sink = sink;
  }

  tag(tag: string, value: readonly string[], row: number): void {
    // A value may begin on the line after its tag.
    const start = Math.max(
      value.findIndex((line) => line.trim() !== ''),
      0,
    );
    const first = value[start]?.trim() ?? '';
    if (tag === '20') {
      this.#finish([]);
      this.#account = null;
    } else if (tag === '25' || tag === '25P') this.#account = this.#sink.account(first, 'bank');
    else if (tag === '60F' || tag === '60M' || tag === '60')
      this.#current().currency ??= first.slice(7, 10).toUpperCase() || null;
    else if (tag === '61') {
      this.#finish([]);
      this.#booking = { row, raw: first, ...bookingOf(value.slice(start)) };
    } else if (tag === '86') this.#finish(value);
    else if (tag === '62F' || tag === '62M' || tag === '62') {
      this.#finish([]);
      this.#closing(first);
    }
  }

  end(): void {
    this.#finish([]);
  }

  /** Banks that count 30 days to a month value on 30 February: then the day it was booked counts, else the month's last. */
  #dateOf(row: number, value: string, valueDate: string | null, day: string | undefined): string | null {
    if (valueDate !== null) return day === undefined ? valueDate : (bookingDate(valueDate, day) ?? valueDate);
    const year = fullYear(value.slice(0, 2));
    const booked = day === undefined ? null : parseDate(`${year}-${day.slice(0, 2)}-${day.slice(2)}`);
    if (booked !== null) return booked;
    const month = Number(value.slice(2, 4));
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    if (month < 1 || month > 12 || Number(value.slice(4, 6)) <= last) return null;
    this.#sink.log.warn(
      `Row ${row}: there is no ${value.slice(4, 6)}.${value.slice(2, 4)}.: the last of that month was used.`,
    );
    return parseDate(`${year}-${month}-${last}`);
  }

  #current(): OpenAccount {
    this.#account ??= this.#sink.account('', 'bank');
    return this.#account;
  }

  #closing(text: string): void {
    const found = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)/i.exec(text);
    if (found === null) return this.#sink.log.warn(`The closing balance "${text.slice(0, 40)}" could not be read.`);
    const account = this.#current();
    account.currency ??= found[3]?.toUpperCase() ?? null;
    this.#sink.balance(account, decimal(found[4] ?? ''), shortDate(found[2] ?? ''), found[1]?.toUpperCase() === 'D');
  }

  #finish(texts: readonly string[]): void {
    const booking = this.#booking;
    if (booking === null) return;
    this.#booking = null;
    const { match, row } = booking;
    if (match === null)
      return this.#sink.log.invalid(row, `The booking "${booking.raw.slice(0, 40)}" could not be read`);
    const [, value = '', day, mark = '', , amount = '', kind = '', references = ''] = match;
    const [customer = '', bank = ''] = references.split('//');
    const valueDate = shortDate(value);
    const text = bookingText(texts);
    this.#sink.transaction(this.#current(), {
      row,
      date: this.#dateOf(row, value, valueDate, day),
      stated: value,
      amount: decimal(amount),
      // Reversals turn the sign round: RC takes a credit back.
      negative: /^[E]?D$|^RC$/i.test(mark),
      id: reference(bank),
      payee: text.payee,
      memo: text.memo || booking.extra || reference(customer),
      type: kind || text.type,
      valueDate,
      checkNumber: reference(customer),
    });
  }
}

/** The booking, on one line or wrapped onto the next, and the bank's own words after it. */
function bookingOf(lines: readonly string[]): Pick<Booking, 'match' | 'extra'> {
  const [first = '', second = ''] = lines.map((line) => line.trim());
  const match = BOOKING.exec(first);
  if (match !== null) return { match, extra: lines.slice(1).join(' ').trim() };
  return { match: BOOKING.exec(first + second), extra: lines.slice(2).join(' ').trim() };
}

function reference(text: string): string {
  return /^(?:NONREF|NOREF|N)?$/i.test(text.trim()) ? '' : text.trim();
}

/** "1234,5" and "1234," are what SWIFT writes; some banks write a point. */
function decimal(text: string): string {
  return text.includes(',') ? text.replaceAll('.', '').replace(',', '.').replace(/\.$/, '') : text.replace(/\.$/, '');
}

function shortDate(digits: string): string | null {
  return digits.length < 6
    ? null
    : parseDate(`${fullYear(digits.slice(0, 2))}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`);
}

/** The booking day has no year: it is the one that brings it nearest to the value date. */
function bookingDate(valueDate: string | null, day: string): string | null {
  if (valueDate === null) return null;
  const year = Number(valueDate.slice(0, 4));
  const near = [year - 1, year, year + 1].flatMap(
    (one) => parseDate(`${one}-${day.slice(0, 2)}-${day.slice(2)}`) ?? [],
  );
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(valueDate));
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

interface Texts {
  readonly payee: string;
  readonly memo: string;
  readonly type: string;
}

/** The words of :86: numbered fields (?20…), named fields (/NAME/…) or plain text. */
function bookingText(lines: readonly string[]): Texts {
  const text = lines.join('');
  const numbered = /^\s*(?:\d{3}\s*)?([?~<^])(?=\d{2})/.exec(text);
  if (numbered !== null) return readNumberedFields(text, numbered[1] ?? '?');
  const named = /\/(?:NAME|REMI|BENM|ORDP|TRTP|IBAN|EREF|CSID)\//.test(text);
  if (named) return readNamedFields(text);
  return { payee: '', memo: lines.map((line) => line.trim()).join(' '), type: '' };
}

/** Lines of this length are full: the next one continues their last word. */
const FULL_LINE = 27;

function readNumberedFields(text: string, mark: string): Texts {
  const fields = new Map<string, string>();
  for (const part of text.split(new RegExp(`\\${mark}(?=\\d{2})`)).slice(1))
    fields.set(part.slice(0, 2), part.slice(2));
  const joinFields = (from: number, to: number) => {
    let whole = '';
    let last = '';
    for (let field = from; field <= to; field++) {
      const part = fields.get(String(field));
      if (part === undefined) continue;
      whole += whole === '' || last.length >= FULL_LINE || part.startsWith(' ') ? part : ` ${part}`;
      last = part;
    }
    return whole;
  };
  const memo = [joinFields(20, 29), joinFields(60, 63)].filter(Boolean).join(' ');
  return {
    payee: joinFields(32, 33).trim(),
    memo: (memo || (fields.get('00') ?? '')).trim(),
    type: fields.get('00') ?? '',
  };
}

function readNamedFields(text: string): Texts {
  const get = (name: string) =>
    new RegExp(`/${name}/(.*?)(?=/[A-Z]{4}/|$)`)
      .exec(text)?.[1]
      ?.replaceAll(/^\/+|\/+$/g, '')
      .trim() ?? '';
  const party = get('NAME') || get('BENM') || get('ORDP');
  return { payee: party, memo: get('REMI') || text.replaceAll(/\/[A-Z]{4}\//g, ' ').trim(), type: get('TRTP') };
}
