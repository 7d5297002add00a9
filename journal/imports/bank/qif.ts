// QIF: one letter per line says what it is, ^ ends a record, ! lines say what kind of records follow.
import { parseDate, sniffDateOrder } from '../text/time.ts';
import { type BankFormat, Lines } from './format.ts';
import type { BankSink, OpenAccount } from './sink.ts';

const KINDS: Readonly<Record<string, OpenAccount['kind']>> = {
  bank: 'bank',
  cash: 'bank',
  'oth a': 'bank',
  'oth l': 'bank',
  ccard: 'creditcard',
  invst: 'investment',
  port: 'investment',
};

export const qif: BankFormat = {
  name: 'qif',
  label: 'QIF',
  recognise: (head) =>
    /^\s*!(?:type|account|option|clear)/im.test(head.slice(0, 4000))
      ? 1
      : /^D[\d\s/'.-]+\r?\n(?:[A-Z$%].*\r?\n)*?\^/m.test(head.slice(0, 4000))
        ? 0.7
        : 0,
  reader(sink, head) {
    const order = sniffDateOrder(
      [...head.matchAll(/^D(.+)$/gm)].map(([, date = '']) => date.replaceAll(' ', '')).join('\n'),
    );
    const builder = new QifBuilder(sink, (text) => parseDate(text.replaceAll(/\s+/g, ''), order));
    const lines = new Lines((line, number) => builder.line(line, number));
    return {
      push: (text) => lines.push(text),
      end() {
        lines.end();
        builder.end();
      },
    };
  },
};

class QifBuilder {
  readonly #sink: BankSink;
  readonly #date: (text: string) => string | null;
  #section: 'transactions' | 'accounts' | 'other' = 'transactions';
  #kind: OpenAccount['kind'] = 'bank';
  #name = '';
  #fields = new Map<string, string>();
  #row = 0;

  constructor(sink: BankSink, date: (text: string) => string | null) {
    this.#sink = sink;
    this.#date = date;
  }

  line(raw: string, number: number): void {
    const line = raw.trimEnd();
    if (line === '') return;
    if (line.startsWith('!')) return this.#switch(line.slice(1).trim().toLowerCase());
    if (line.startsWith('^')) return this.#finish(number);
    const letter = line[0] ?? '';
    if (this.#fields.size === 0) this.#row = number;
    // Splits repeat S, E and $; the whole is what counts, so the first of each letter stands.
    if (!this.#fields.has(letter)) this.#fields.set(letter, line.slice(1).trim());
  }

  end(): void {
    // A last record without its ^ is still a record.
    if (this.#fields.size > 0) this.#finish(this.#row);
  }

  #switch(what: string): void {
    if (this.#fields.size > 0) this.#finish(this.#row);
    if (what.startsWith('account')) this.#section = 'accounts';
    else if (what.startsWith('type:')) {
      const kind = KINDS[what.slice(5).trim()];
      this.#section = kind === undefined ? 'other' : 'transactions';
      if (kind !== undefined) {
        this.#kind = kind;
        this.#sink.account(this.#name, kind);
      }
    } else if (!/^(?:option|clear)/.test(what)) this.#section = 'other';
  }

  #finish(number: number): void {
    const fields = this.#fields;
    this.#fields = new Map();
    const get = (letter: string) => fields.get(letter) ?? '';
    if (this.#section === 'accounts') {
      this.#name = get('N');
      this.#kind = KINDS[get('T').toLowerCase()] ?? this.#kind;
      const account = this.#sink.account(this.#name, this.#kind);
      if (get('$') !== '') this.#sink.balance(account, get('$'), this.#date(get('/')));
      return;
    }
    if (this.#section === 'other' || fields.size === 0) return;
    const investment = this.#kind === 'investment';
    const amount = get('T') || get('U') || get('$');
    this.#sink.transaction(this.#sink.account(this.#name, this.#kind), {
      row: this.#row || number,
      date: this.#date(get('D')),
      stated: get('D'),
      amount: amount === '' && investment ? '0' : amount,
      payee: get('P') || (investment ? get('Y') : ''),
      memo: get('M'),
      ...(investment ? { type: get('N') } : { checkNumber: get('N') }),
      category: get('L'),
      ...(investment &&
      /^(?:buy|shrsout|withdrw|marg|cash ?out|xout)/i.test(get('N')) &&
      !amount.startsWith('-') &&
      amount !== ''
        ? { negative: true }
        : {}),
    });
  }
}
