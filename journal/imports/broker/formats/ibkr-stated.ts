// What IBKR states besides its rows, the same in each of its three exports: positions, the cash report, the account's value
// and its change, results by symbol, the statement of funds.
import type { Sink } from '../sink.ts';
import type { Instrument } from '../instrument.ts';
import type { Fields } from './ibkr-fields.ts';

/** Fields that can be listed, each by the name the file has for it. */
export interface NamedFields extends Fields {
  readonly entries: Iterable<readonly [name: string, cell: string]>;
}

const F = {
  symbol: ['symbol', 'isin'],
  description: ['description'],
  isin: ['isin'],
  conid: ['conid'],
  securityId: ['securityid'],
  securityType: ['securityidtype'],
  level: ['levelofdetail', 'datadiscriminator'],
  position: ['position', 'quantity'],
  mark: ['markprice', 'closeprice', 'price'],
  value: ['positionvalue', 'value'],
  cost: ['costbasismoney', 'costbasis'],
  costPrice: ['costbasisprice', 'costprice'],
  unrealised: ['fifopnlunrealized', 'unrealizedpl', 'unrealizedpnl'],
  multiplier: ['multiplier', 'mult'],
  currency: ['currencyprimary', 'currency'],
  kind: ['assetclass', 'assetcategory'],
  date: ['reportdate', 'todate', 'date'],
  from: ['fromdate'],
  account: ['clientaccountid', 'accountid', 'account'],
  endingCash: ['endingcash'],
  startingCash: ['startingcash'],
  settled: ['endingsettledcash'],
  realised: ['totalrealizedpnl', 'realizedtotal'],
  twr: ['twr'],
  balance: ['balance'],
  amount: ['amount'],
  activity: ['activitydescription'],
  code: ['activitycode'],
} as const;

/** What says where a figure belongs, and is none. */
const NO_FIGURE = new Set(
  'accountid,clientaccountid,account,acctalias,accountalias,model,currency,currencyprimary,fromdate,todate,reportdate,levelofdetail,symbol,description,conid,securityid,securityidtype,cusip,isin,figi,listingexchange,underlyingconid,underlyingsymbol,underlyingsecurityid,underlyinglistingexchange,issuer,issuercountrycode,multiplier,strike,expiry,putcall,principaladjustfactor,assetcategory,assetclass,subcategory,code,sedol,serialnumber,deliverytype,commoditytype,fineness,weight,fxratetobase'.split(
    ',',
  ),
);

/** The same figure once more: of securities or commodities alone, or of another stretch of time. */
const AGAIN = /(?:Sec|Com|MTD|YTD)$/;

export class IbkrStated {
  readonly #sink: Sink;
  /** The account's own currency. */
  base = '';
  /** The days of the statement, for figures that name none. */
  from = '';
  until = '';
  readonly #funds = new Map<
    string,
    { opening: number; balance: number; row: number; account: string; currency: string }
  >();
  #hasCashReport = false;

  constructor(sink: Sink) {
    this.#sink = sink;
    sink.holdings.followRows();
  }

  position(fields: Fields, row: number, instrument: Instrument | null): void {
    if (/^lot$/i.test(fields.field(F.level))) return;
    const isin =
      fields.field(F.isin) || (/^isin$/i.test(fields.field(F.securityType)) ? fields.field(F.securityId) : '');
    this.#sink.holdings.position({
      symbol: fields.field(F.symbol),
      ...(instrument === null ? {} : { instrument }),
      quantity: fields.field(F.position),
      price: fields.field(F.mark),
      value: fields.field(F.value),
      cost: fields.field(F.cost),
      costPrice: fields.field(F.costPrice),
      unrealised: fields.field(F.unrealised),
      multiplier: fields.field(F.multiplier),
      isin,
      name: fields.field(F.description),
      kind: fields.field(F.kind),
      brokerId: fields.field(F.conid),
      currency: fields.field(F.currency),
      when: fields.field(F.date) || this.until,
      account: fields.field(F.account),
      row,
    });
  }

  cashReport(fields: NamedFields, row: number): void {
    const inBase = /^base/i.test(fields.field(F.currency));
    const moved: Record<string, string> = {};
    for (const [name, cell] of figuresIn(fields)) moved[name] = cell;
    // Deposits and withdrawals are stated together and apart.
    if ('deposit_withdrawals' in moved || 'deposits_withdrawals' in moved) {
      delete moved['deposits'];
      delete moved['withdrawals'];
    }
    for (const name of Object.keys(moved)) if (/^(?:starting|ending)_|^slb_/.test(name)) delete moved[name];
    this.#hasCashReport = true;
    this.#sink.holdings.balance({
      amount: fields.field(F.endingCash),
      currency: inBase ? this.base || 'BASE' : fields.field(F.currency),
      inBase,
      opening: fields.field(F.startingCash),
      settled: fields.field(F.settled),
      moved,
      when: fields.field(F.date) || this.until,
      from: fields.field(F.from) || this.from,
      account: fields.field(F.account),
      row,
    });
  }

  /** The value of the account on an evening, by its parts. */
  equity(fields: NamedFields, row: number): void {
    this.#sink.holdings.figure({
      kind: 'nav',
      subject: 'account',
      amounts: Object.fromEntries(figuresIn(fields)),
      currency: this.base || fields.field(F.currency),
      when: fields.field(F.date) || this.until,
      account: fields.field(F.account),
      row,
    });
  }

  change(fields: NamedFields, row: number): void {
    const amounts = Object.fromEntries(figuresIn(fields));
    const shared = {
      currency: this.base || fields.field(F.currency),
      when: fields.field(F.date) || this.until,
      from: fields.field(F.from) || this.from,
      account: fields.field(F.account),
      row,
    };
    this.#sink.holdings.figure({ ...shared, kind: 'change', subject: 'account', amounts });
    const { currency: _, ...ofReturn } = shared;
    const percent = fields.field(F.twr);
    if (percent !== '')
      this.#sink.holdings.figure({ ...ofReturn, kind: 'twr', subject: 'account', amounts: { percent } });
  }

  /** Realised and unrealised by symbol, in the account's currency. */
  performance(fields: NamedFields, row: number, instrument: Instrument | null): void {
    const symbol = fields.field(F.symbol);
    const isTotal = symbol === '' || /^total/i.test(fields.field(F.kind));
    const amounts = Object.fromEntries(figuresIn(fields));
    this.#sink.holdings.figure({
      kind: 'realised',
      subject: isTotal ? 'total' : (instrument?.symbol ?? symbol),
      amounts: { ...amounts, realised: fields.field(F.realised) },
      currency: this.base || fields.field(F.currency),
      when: fields.field(F.date) || this.until,
      from: fields.field(F.from) || this.from,
      account: fields.field(F.account),
      row,
    });
  }

  /** A line of the statement of funds: its running balance is compared with its own amounts. */
  funds(fields: Fields, row: number): void {
    const currency = fields.field(F.currency);
    if (/^base/i.test(fields.field(F.level))) return;
    const balance = this.#sink.value(fields.field(F.balance));
    const amount = this.#sink.value(fields.field(F.amount));
    const account = fields.field(F.account);
    if (currency === '' || !Number.isFinite(balance) || fields.field(F.balance) === '') return;
    const key = `${account}\n${currency}`;
    const known = this.#funds.get(key);
    const opens = /^starting balance/i.test(fields.field(F.activity));
    const isEnd = /^ending balance/i.test(fields.field(F.activity));
    if (known !== undefined && !opens) {
      const own = known.balance + (isEnd || !Number.isFinite(amount) ? 0 : amount);
      if (Math.abs(own - balance) > 0.0101)
        this.#sink.holdings.contradict({
          subject: `statement of funds ${currency}`,
          stated: balance,
          own: Number(own.toFixed(8)),
          reason: `The line before ends with ${known.balance} ${currency}, this one moves ${amount}, and its balance is ${balance}.`,
          currency,
          when: fields.field(F.date),
          account,
          row,
        });
      known.balance = balance;
      known.row = row;
    } else
      this.#funds.set(key, { opening: opens ? balance : balance - (amount || 0), balance, row, account, currency });
  }

  /** A statement of funds tells the balances where no cash report does. */
  end(): void {
    if (this.#hasCashReport) return;
    for (const { balance, opening, currency, account, row } of this.#funds.values())
      this.#sink.holdings.balance({
        amount: balance.toFixed(8),
        opening: opening.toFixed(8),
        currency,
        account,
        row,
        when: this.until,
        from: this.from,
      });
  }
}

function* figuresIn(fields: NamedFields): Generator<[string, string]> {
  for (const [name, cell] of fields.entries) {
    if (cell === '' || cell === '--' || NO_FIGURE.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))) continue;
    if (!AGAIN.test(name)) yield [snake(name), cell];
  }
}

/** `endingSettledCash`, `Realized S/T Profit` -> ending_settled_cash, realized_s_t_profit. */
function snake(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
}
