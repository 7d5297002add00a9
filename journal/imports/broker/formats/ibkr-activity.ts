// IBKR activity statements as CSV: every row begins with its section and with Header, Data or a total.
import { Header, Row } from '../../text/columns.ts';
import { type TableFormat, NEW_YORK } from '../format.ts';
import type { Sink } from '../sink.ts';
import { IbkrTrades } from './ibkr.ts';
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
      ([section, kind]) => section?.trim() === 'Statement' && /^(?:header|data)$/i.test(kind?.trim() ?? ''),
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
  /** The last day the statement covers. */
  #until = '';

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#trades = new IbkrTrades(sink);
  }

  row(section: string, kind: string, cells: readonly string[], number: number): void {
    const name = section.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (kind === 'header') this.#headers.set(name, new Header(cells));
    const header = this.#headers.get(name);
    if (kind !== 'data' || header === undefined) return;
    const row = new Row(header, cells, number);
    if (name === 'accountinformation' && row.text('fieldname', 'feldname') === 'Account')
      this.#sink.useAccount(row.text('fieldvalue', 'feldwert').replace(/\s*\(.*$/, ''));
    else if (name === 'accountinformation' && /^base currency$|^basiswährung$/i.test(row.text('fieldname', 'feldname')))
      this.#trades.useBase(row.text('fieldvalue', 'feldwert'));
    else if (name === 'financialinstrumentinformation')
      this.#multipliers.set(row.text('symbol'), row.text('multiplier'));
    else if (name === 'trades' || name === 'transactionhistory') this.#follow(row);
    else if (name === 'corporateactions') this.#corporateAction(row);
    else if (name === 'openpositions') this.#position(row);
    else if (name === 'cashreport') this.#balance(row);
    else if (name === 'statement' && row.text('fieldname', 'feldname') === 'Period')
      this.#until = row.text('fieldvalue', 'feldwert').split(' - ').at(-1) ?? '';
    else if (name in CASH_SECTIONS) this.#cash(CASH_SECTIONS[name] ?? '', row, number);
  }

  end(): void {
    this.#follow(null);
    for (const row of this.#waiting) {
      const multiplier = this.#multipliers.get(row.text('symbol')) ?? '';
      this.#trade(row, { field: (names) => (names[0] === 'multiplier' ? multiplier : row.field(names)) });
      this.#sink.finishRow(row.number);
    }
    this.#trades.end();
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
    this.#sink.holdings.position({
      symbol: row.text('symbol'),
      quantity: row.text('quantity'),
      price: row.text('closeprice'),
      value: row.text('value'),
      cost: row.text('costbasis'),
      currency: row.text('currency'),
      when: this.#until,
      account: row.text('account'),
    });
  }

  #balance(row: Row): void {
    if (!/^ending cash$/i.test(row.text('currencysummary'))) return;
    this.#sink.holdings.balance({ amount: row.text('total'), currency: row.text('currency'), when: this.#until });
  }

  #corporateAction(row: Row): void {
    if (/^total/i.test(row.text('assetcategory')) || row.text('description') === '') return;
    corporateAction(this.#sink, row, row.number);
    this.#sink.finishRow(row.number);
  }

  #cash(description: string, row: Row, number: number): void {
    if (/^total/i.test(row.text('currency')) || row.text('date', 'settledate') === '') this.#sink.ignore(number);
    else if (isReturnOfCapital(row.text('description'))) this.#trades.cash(row, number);
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
    this.#sink.finishRow(number);
  }
}
