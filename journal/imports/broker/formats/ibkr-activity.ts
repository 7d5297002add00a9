// IBKR activity statements as CSV: every row begins with its section and with Header, Data or a total.
import type { StatedKind } from '@zorivest/vocabulary';
import { Header, Row } from '../../text/columns.ts';
import { type TableFormat, NEW_YORK } from '../format.ts';
import type { Sink } from '../sink.ts';
import { IbkrTrades } from './ibkr.ts';
import { IbkrStated, type NamedFields } from './ibkr-stated.ts';
import { companyIn, corporateAction, isReturnOfCapital } from './ibkr-actions.ts';
import type { Fields } from './ibkr-fields.ts';

const CASH_SECTIONS: Readonly<Record<string, string>> = {
  dividends: 'dividend',
  withholdingtax: 'withholding tax',
  interest: 'interest',
  brokerinterestpaid: 'interest',
  brokerinterestreceived: 'interest',
  bondinterestpaid: 'interest',
  bondinterestreceived: 'interest',
  fees: 'fee',
  otherfees: 'fee',
  depositswithdrawals: 'deposit',
  transactionfees: 'fee',
  salestax: 'tax',
  paymentinlieuofdividends: 'dividend',
};

/** Sections a statement may begin with; a daily one has no trades. */
const OPENS = new Set([
  'Statement',
  'Net Asset Value',
  'Change in NAV',
  'Open Positions',
  'Cash Report',
  'Mark-to-Market Performance Summary',
  'Realized & Unrealized Performance Summary',
  'Positions and Mark-to-Market Profit and Loss',
]);

/** What the totals of the sections of income are called among stated figures. */
const TOTALS: Readonly<Record<string, StatedKind>> = {
  dividends: 'dividends',
  withholdingtax: 'withholding',
  interest: 'interest',
  fees: 'fees',
  depositswithdrawals: 'deposits',
};

export const ibkrActivity: TableFormat = {
  kind: 'csv',
  name: 'ibkr_activity',
  label: 'IBKR activity statement',
  aliases: ['captrader', 'lynx'],
  zone: NEW_YORK,
  recognise({ rows }) {
    const index = rows.findIndex(
      ([section, kind, first]) =>
        /^(?:trades|transaction history)$/i.test(section?.trim() ?? '') &&
        /^header$/i.test(kind?.trim() ?? '') &&
        /^(?:datadiscriminator|date|datum)$/i.test(first?.trim() ?? ''),
    );
    if (index !== -1)
      return { confidence: 0.99, reason: `Row ${index + 1} opens the Trades section of an IBKR activity statement.` };
    const statement = rows.findIndex(
      ([section, kind]) => OPENS.has(section?.trim() ?? '') && /^(?:header|data)$/i.test(kind?.trim() ?? ''),
    );
    return statement === -1
      ? null
      : { confidence: 0.95, reason: `Row ${statement + 1} opens an IBKR activity statement.` };
  },
  reader(sink) {
    const statement = new Statement(sink);
    return {
      row(cells, number) {
        const [section = '', kind = '', ...rest] = cells;
        statement.row(section.trim(), kind.trim().toLowerCase(), rest, number);
      },
      end: () => statement.end(),
    };
  },
};

class Statement {
  readonly #sink: Sink;
  readonly #trades: IbkrTrades;
  readonly #headers = new Map<string, Header>();
  /** Multipliers stand in a section after the trades, so trades of contracts wait for the end. */
  readonly #multipliers = new Map<string, string>();
  readonly #waiting: Row[] = [];
  /** The trade read last: what follows tells whether an order's executions are listed. */
  #last: Row | null = null;
  readonly #stated: IbkrStated;
  /** The cash report and the change of the account's value tell one figure in each row. */
  readonly #reports = new Map<string, { readonly row: number; readonly cells: Record<string, string> }>();
  /** Positions by what they gained, in case the statement has no section of open positions. */
  readonly #marked: Row[] = [];
  #hasPositions = false;
  /** What the rows of a section of income come to by currency, until its total is read. */
  readonly #sums = new Map<string, number>();
  #twr = '';

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#trades = new IbkrTrades(sink);
    this.#stated = new IbkrStated(sink);
  }

  row(section: string, kind: string, cells: readonly string[], number: number): void {
    const name = section.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (kind === 'header') this.#headers.set(name, new Header(cells));
    const header = this.#headers.get(name);
    if (kind !== 'data' || header === undefined) return;
    const row = new Row(header, cells, number);
    if (name === 'accountinformation') this.#about(row);
    else if (name === 'statement' && row.text('fieldname', 'feldname') === 'Period') this.#period(row);
    else if (name === 'financialinstrumentinformation')
      this.#multipliers.set(row.text('symbol'), row.text('multiplier'));
    else if (name === 'trades' || name === 'transactionhistory') this.#follow(row);
    else if (name === 'corporateactions') this.#corporateAction(row);
    else if (name === 'transfers') this.#transfer(row);
    else if (name === 'openpositions') this.#position(row);
    else if (name === 'cashreport') this.#report('cash', row.text('currency'), row.text('currencysummary'), row);
    else if (name === 'changeinnav') this.#report('change', '', row.text('fieldname'), row);
    else if (name === 'netassetvalue') this.#value(row);
    else if (name === 'realizedunrealizedperformancesummary') this.#performance(row);
    else if (name === 'marktomarketperformancesummary' || name === 'positionsandmarktomarketprofitandloss')
      this.#marked.push(row);
    else if (name in CASH_SECTIONS) this.#cash(name, row, number);
  }

  end(): void {
    this.#follow(null);
    for (const row of this.#waiting) {
      const multiplier = this.#multipliers.get(row.text('symbol')) ?? '';
      this.#trade(row, { field: (names) => (names[0] === 'multiplier' ? multiplier : row.field(names)) });
      this.#sink.finishRow(row.number);
    }
    this.#trades.end();
    this.#endReports();
    for (const row of this.#marked) this.#mark(row);
  }

  #about(row: Row): void {
    const [field, value] = [row.text('fieldname', 'feldname'), row.text('fieldvalue', 'feldwert')];
    if (field === 'Account') this.#sink.useAccount(value.replace(/\s*\(.*$/, ''));
    else if (/^base currency$|^basiswährung$/i.test(field)) {
      this.#trades.useBase(value);
      this.#stated.base = value;
    }
  }

  #period(row: Row): void {
    const days = row.text('fieldvalue', 'feldwert').split(' - ');
    this.#stated.from = days[0] ?? '';
    this.#stated.until = days.at(-1) ?? '';
  }

  #follow(next: Row | null): void {
    const row = this.#last;
    this.#last = next;
    if (row === null) return;
    const kind = row.lower('datadiscriminator');
    if (kind === 'order' && next?.lower('datadiscriminator') === 'trade')
      this.#sink.skip(row.number, 'repeated', 'An order: its executions are imported');
    else if (kind !== '' && kind !== 'order' && kind !== 'trade')
      this.#sink.skip(row.number, 'repeated', `${row.text('datadiscriminator')}: repeats trades listed elsewhere`);
    else if (/option|future|warrant/i.test(row.text('assetcategory'))) {
      this.#waiting.push(row);
      return;
    } else this.#trade(row);
    this.#sink.finishRow(row.number);
  }

  #trade(row: Row, fields: Fields = row): void {
    const { number } = row;
    const type = row.lower('transactiontype');
    // A transaction history mixes trades with everything else that moves money.
    if (type !== '' && !/^(?:buy|sell|kauf|verkauf|assignment|exercise|option expiration)/.test(type))
      this.#trades.cash(fields, number);
    else this.#trades.trade(fields, number);
  }

  #position(row: Row): void {
    if (!/^summary$/i.test(row.text('datadiscriminator'))) return;
    this.#hasPositions = true;
    this.#stated.position(row, row.number, this.#trades.instrumentOf(row));
  }

  /** Positions with what they were before and what they gained; `Details` are trades inside. */
  #mark(row: Row): void {
    const kind = row.text('assetcategory', 'assetclass');
    if (/^total/i.test(kind) || row.text('symbol') === '' || /^details$/i.test(row.text('datadiscriminator'))) return;
    const quantity = row.text('currentquantity', 'quantity');
    const isCash = /^forex/i.test(kind);
    const instrument = isCash ? null : this.#trades.instrumentOf(row);
    const value = row.text('marketvalue');
    if (isCash && /^[A-Z]{3}$/.test(row.text('symbol')))
      this.#sink.holdings.balance({
        amount: quantity,
        opening: row.text('priorquantity'),
        currency: row.text('symbol'),
        when: this.#stated.until,
        row: row.number,
      });
    // Reported already, with the cost.
    if (this.#hasPositions && this.#sink.value(quantity) !== 0) return;
    this.#sink.holdings.position({
      symbol: row.text('symbol'),
      ...(instrument === null ? {} : { instrument }),
      quantity,
      price: row.text('currentprice', 'price'),
      value,
      priorQuantity: row.text('priorquantity'),
      priorPrice: row.text('priorprice'),
      result: row.text('marktomarketpltotal', 'total'),
      ...(instrument === null ? {} : { multiplier: String(instrument.multiplier) }),
      name: row.text('description'),
      kind,
      currency: row.text('currency'),
      when: this.#stated.until,
      row: row.number,
    });
  }

  /** A row of a report: `what` is the figure, `of` the currency it is in. */
  #report(kind: 'cash' | 'change', of: string, what: string, row: Row): void {
    const key = `${kind}\n${of}`;
    const known = this.#reports.get(key) ?? { row: row.number, cells: {} };
    const cell = row.text('total', 'fieldvalue');
    if (what !== '' && cell !== '') known.cells[what] = cell;
    this.#reports.set(key, known);
  }

  #endReports(): void {
    for (const [key, { row, cells }] of this.#reports) {
      const [kind, of = ''] = key.split('\n');
      const named = Object.entries(cells);
      const values = new Map(named.map(([name, cell]) => [name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), cell]));
      if (kind === 'cash') values.set('currency', of);
      if (kind === 'change' && this.#twr !== '') values.set('twr', this.#twr);
      const fields: NamedFields = {
        entries: named,
        field: (names) => names.map((name) => values.get(name) ?? '').find((cell) => cell !== '') ?? '',
      };
      if (kind === 'cash') this.#stated.cashReport(fields, row);
      else this.#stated.change(fields, row);
    }
    if (this.#twr !== '' && !this.#reports.has('change\n'))
      this.#sink.holdings.figure({
        kind: 'twr',
        subject: 'account',
        amounts: { percent: this.#twr },
        when: this.#stated.until,
        from: this.#stated.from,
      });
  }

  #value(row: Row): void {
    const kind = row.text('assetclass');
    if (kind === '') {
      this.#twr ||= row.text('timeweightedrateofreturn');
      return;
    }
    this.#sink.holdings.figure({
      kind: 'nav',
      subject: /^total/i.test(kind) ? 'total' : kind,
      amounts: {
        prior: row.text('priortotal'),
        long: row.text('currentlong'),
        short: row.text('currentshort'),
        current: row.text('currenttotal'),
        change: row.text('change'),
      },
      currency: this.#stated.base,
      when: this.#stated.until,
      row: row.number,
    });
  }

  #performance(row: Row): void {
    const kind = row.text('assetcategory');
    // Each kind of asset has a total of its own; the last one is that of all.
    if (/^total/i.test(kind) && !/all/i.test(kind)) return;
    const fields: NamedFields = { entries: row.entries(), field: (names) => row.field(names) };
    this.#stated.performance(fields, row.number, /^total/i.test(kind) ? null : this.#trades.instrumentOf(row));
  }

  #corporateAction(row: Row): void {
    if (/^total/i.test(row.text('assetcategory')) || row.text('description') === '') return;
    corporateAction(this.#sink, row, row.number);
    this.#sink.finishRow(row.number);
  }

  #transfer(row: Row): void {
    if (/^total/i.test(row.text('assetcategory')) || row.text('date') === '') return;
    this.#trades.transfer(row, row.number);
    this.#sink.finishRow(row.number);
  }

  #cash(section: string, row: Row, number: number): void {
    if (/^total/i.test(row.text('currency')) || row.text('date', 'settledate') === '') {
      this.#total(section, row);
      this.#sink.ignore(number);
    } else {
      const key = `${section}\n${row.text('currency')}`;
      this.#sums.set(key, (this.#sums.get(key) ?? 0) + (this.#sink.value(row.text('amount')) || 0));
      this.#movement(CASH_SECTIONS[section] ?? '', row, number);
    }
    this.#sink.finishRow(number);
  }

  #movement(description: string, row: Row, number: number): void {
    if (isReturnOfCapital(row.text('description'))) this.#trades.cash(row, number);
    else
      this.#sink.cash({
        row: number,
        when: row.text('date', 'settledate'),
        amount: row.text('amount'),
        currency: row.text('currency'),
        description,
        symbol: companyIn(row.text('description')),
        memo: row.text('description'),
        account: row.text('account'),
      });
  }

  /** `Total` stands under the rows of a currency; `Total in USD` and a total of all are that in the account's. */
  #total(section: string, row: Row): void {
    const kind = TOTALS[section];
    const word = row.text('currency');
    const last = [...this.#sums.keys()].filter((key) => key.startsWith(`${section}\n`)).at(-1);
    if (kind === undefined || last === undefined || !/^total$/i.test(word)) return;
    const currency = last.split('\n')[1] ?? '';
    const own = this.#sums.get(last) ?? 0;
    const stated = this.#sink.value(row.text('amount'));
    this.#sink.holdings.figure({
      kind,
      subject: 'total',
      amounts: { amount: row.text('amount') },
      currency,
      when: this.#stated.until,
      from: this.#stated.from,
      row: row.number,
    });
    if (Math.abs(own - stated) > 0.0101)
      this.#sink.holdings.contradict({
        subject: `total of ${kind}`,
        stated,
        own: Number(own.toFixed(8)),
        reason: `The rows of ${kind} come to ${Number(own.toFixed(8))} ${currency}, and the statement's total is ${stated}.`,
        currency,
        when: this.#stated.until,
        row: row.number,
      });
  }
}
