// OFX and QFX of an investment account: trades, income, transfers and splits by the security's own id, then positions and
// balances; the list that names the securities stands last, so everything waits for the end.
import { decodeText, ofxDate, OfxReader, type OfxTags } from '../../text/ofx.ts';
import { NEW_YORK, type TextFormat } from '../format.ts';
import type { Sink } from '../sink.ts';
import { type Instrument, optionFrom, optionInstrument } from '../instrument.ts';

const TRADES =
  /^(?:(?:BUY|SELL)(?:DEBT|MF|OPT|OTHER|STOCK)|CLOSUREOPT|INCOME|INVEXPENSE|JRNLFUND|JRNLSEC|MARGININTEREST|REINVEST|RETOFCAP|SPLIT|TRANSFER|STMTTRN)$/;
const POSITIONS = /^POS(?:STOCK|MF|DEBT|OPT|OTHER)$/;
const SECURITIES = /^(?:STOCK|MF|OPT|DEBT|OTHER)INFO$/;
/** Where values belong together. */
const isRecord = (tag: string) =>
  TRADES.test(tag) ||
  POSITIONS.test(tag) ||
  SECURITIES.test(tag) ||
  tag === 'INVBAL' ||
  tag === 'BAL' ||
  tag === 'INVACCTFROM' ||
  tag === 'STATUS';

export const ofxInvestment: TextFormat = {
  kind: 'xml',
  name: 'ofx_investment',
  label: 'OFX of an investment account',
  aliases: ['qfx', 'vanguard_ofx', 'fidelity_ofx', 'schwab_ofx'],
  zone: NEW_YORK,
  recognise: (head) =>
    isInvestmentOfx(head)
      ? { confidence: 1, reason: 'The OFX file holds the statement of an investment account.' }
      : null,
  reader: (sink) => new OfxReader(new InvestmentStatement(sink)),
};

export function isInvestmentOfx(head: string): boolean {
  return /<INVSTMT(?:TRN)?RS[\s>]/i.test(head);
}

type Fields = ReadonlyMap<string, string>;

interface InvestmentRecord {
  readonly type: string;
  readonly fields: Map<string, string>;
  readonly row: number;
  readonly account: string;
  readonly currency: string;
  readonly until: string;
}

interface Security {
  readonly symbol: string;
  readonly name: string;
  readonly type: string;
  readonly instrument: Instrument | null;
}

/** A statement has no more; beyond it a damaged file only costs memory. */
const MOST_RECORDS = 500_000;

class InvestmentStatement implements OfxTags {
  readonly #sink: Sink;
  readonly #records: InvestmentRecord[] = [];
  readonly #securities = new Map<string, Security>();
  #record: InvestmentRecord | null = null;
  #account = '';
  #currency = 'USD';
  #until = '';
  #row = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  refuse(reason: string): void {
    this.#sink.log.breakOff(reason);
  }

  tag(name: string, raw: string): void {
    if (name.startsWith('?') || name.startsWith('!')) return;
    if (name.startsWith('/')) {
      if (name.slice(1).trim().toUpperCase() === this.#record?.type) this.#finish();
      return;
    }
    const tag = name.replace(/[\s/].*$/s, '').toUpperCase();
    if (isRecord(tag)) {
      this.#finish();
      this.#record = {
        type: tag,
        fields: new Map(),
        row: ++this.#row,
        account: this.#account,
        currency: this.#currency,
        until: this.#until,
      };
      return;
    }
    const value = decodeText(raw);
    if (value === '') return;
    if (tag === 'CURDEF') this.#currency = value.toUpperCase();
    else if (tag === 'DTASOF' && this.#record === null) this.#until = ofxDate(value) ?? '';
    // The first of a name stands: an option's own id comes before that of what it is on.
    else if (this.#record !== null && !this.#record.fields.has(tag)) this.#record.fields.set(tag, value);
  }

  end(): void {
    this.#finish();
    for (const record of this.#records) {
      if (POSITIONS.test(record.type)) this.#position(record);
      else if (record.type === 'INVBAL') this.#balances(record);
      else if (record.type === 'BAL') this.#balance(record);
      else {
        this.#transaction(record);
        this.#sink.finishRow(record.row);
      }
    }
  }

  #finish(): void {
    const record = this.#record;
    this.#record = null;
    if (record === null) return;
    const { type, fields } = record;
    if (type === 'INVACCTFROM') this.#account = fields.get('ACCTID') ?? '';
    else if (type === 'STATUS') this.#status(fields);
    else if (SECURITIES.test(type)) this.#security(type, fields);
    else if (this.#records.length < MOST_RECORDS) this.#records.push(record);
  }

  #status(fields: Fields): void {
    const code = fields.get('CODE') ?? '0';
    if (code === '0' || !/error/i.test(fields.get('SEVERITY') ?? '')) return;
    this.#sink.log.warn(
      `The broker answered with error ${code.slice(0, 20)}: ${(fields.get('MESSAGE') ?? 'no reason given').slice(0, 200)}`,
    );
  }

  #security(type: string, fields: Fields): void {
    const get = (name: string) => fields.get(name) ?? '';
    const ticker = get('TICKER');
    const option =
      type === 'OPTINFO'
        ? (this.#sink.option(ticker) ??
          this.#sink.option(get('SECNAME')) ??
          optionFrom(
            (get('SECNAME').split(/\s+/)[0] ?? '').toUpperCase(),
            ofxDate(get('DTEXPIRE')),
            get('OPTTYPE'),
            this.#sink.number(get('STRIKEPRICE')),
          ))
        : null;
    const size = this.#sink.value(get('SHPERCTRCT'));
    this.#securities.set(get('UNIQUEID'), {
      symbol: ticker || get('UNIQUEID'),
      name: get('SECNAME'),
      type,
      instrument: option === null ? null : optionInstrument(option, size > 0 ? size : undefined),
    });
  }

  #of(fields: Fields): Security {
    const id = fields.get('UNIQUEID') ?? '';
    return this.#securities.get(id) ?? { symbol: id, name: '', type: '', instrument: null };
  }

  #position({ type, fields, row, account, currency, until }: InvestmentRecord): void {
    const get = (name: string) => fields.get(name) ?? '';
    const security = this.#of(fields);
    const units = get('UNITS');
    const short = /^short$/i.test(get('POSTYPE')) && !units.startsWith('-');
    this.#sink.holdings.position({
      symbol: security.symbol,
      ...(security.instrument === null ? {} : { instrument: security.instrument }),
      quantity: short ? `-${units}` : units,
      price: get('UNITPRICE'),
      value: get('MKTVAL'),
      cost: get('COSTBASIS'),
      ...(type === 'POSDEBT' ? {} : { multiplier: String(security.instrument?.multiplier ?? 1) }),
      isin: /^isin$/i.test(get('UNIQUEIDTYPE')) ? get('UNIQUEID') : '',
      name: security.name,
      kind: type,
      brokerId: get('UNIQUEID'),
      priced: ofxDate(get('DTPRICEASOF')) ?? '',
      currency: get('CURSYM') || currency,
      when: until || (ofxDate(get('DTPRICEASOF')) ?? ''),
      account,
      row,
    });
  }

  #balances({ fields, row, account, currency, until }: InvestmentRecord): void {
    const get = (name: string) => fields.get(name) ?? '';
    const shared = { currency, when: until, account, row };
    this.#sink.holdings.balance({ ...shared, amount: get('AVAILCASH') });
    this.#sink.holdings.figure({
      ...shared,
      kind: 'other',
      subject: 'balances',
      amounts: {
        available_cash: get('AVAILCASH'),
        margin_balance: get('MARGINBALANCE'),
        short_balance: get('SHORTBALANCE'),
        buying_power: get('BUYPOWER'),
      },
    });
  }

  #balance({ fields, row, account, currency, until }: InvestmentRecord): void {
    this.#sink.holdings.figure({
      kind: 'other',
      subject: fields.get('NAME') ?? fields.get('DESC') ?? 'balance',
      name: fields.get('DESC') ?? '',
      amounts: { value: fields.get('VALUE') ?? '' },
      currency: fields.get('CURSYM') ?? currency,
      when: ofxDate(fields.get('DTASOF') ?? '') ?? until,
      account,
      row,
    });
  }

  #transaction(record: InvestmentRecord): void {
    const { type, fields, row, account } = record;
    const get = (name: string) => fields.get(name) ?? '';
    const security = this.#of(fields);
    const when = ofxDate(get('DTTRADE') || get('DTPOSTED') || get('DTSETTLE')) ?? '';
    const currency = get('CURSYM') || record.currency;
    const shared = { row, when, account, id: get('FITID') };
    const about = { ...shared, symbol: security.symbol, currency };
    const memo = get('MEMO') || security.name;
    if (type === 'STMTTRN') return this.#money(record, when, currency);
    if (/^(?:BUY|SELL)/.test(type)) return this.#trade(record, type.startsWith('BUY') ? 'BOT' : 'SLD', when, currency);
    if (type === 'REINVEST') {
      const amount = get('TOTAL').replace(/^-/, '');
      this.#trade(record, 'BOT', when, currency);
      this.#sink.cash({ ...about, id: `${get('FITID')}:income`, amount, kind: incomeKind(get('INCOMETYPE')), memo });
      return;
    }
    if (type === 'INCOME')
      this.#sink.cash({ ...about, amount: get('TOTAL'), kind: incomeKind(get('INCOMETYPE')), memo });
    else if (type === 'INVEXPENSE') this.#sink.cash({ ...about, amount: get('TOTAL'), kind: 'fee', memo });
    else if (type === 'MARGININTEREST')
      this.#sink.cash({ ...shared, currency, amount: get('TOTAL'), kind: 'interest', memo: memo || 'Margin interest' });
    else if (type === 'RETOFCAP') {
      this.#sink.cash({ ...about, amount: get('TOTAL'), kind: 'other', memo });
      this.#sink.event({ ...shared, symbol: security.symbol, kind: 'return_of_capital', amount: get('TOTAL') });
    } else if (type === 'SPLIT')
      this.#sink.event({
        ...shared,
        symbol: security.symbol,
        kind: 'split',
        newShares: get('NUMERATOR'),
        oldShares: get('DENOMINATOR'),
      });
    else if (type === 'TRANSFER') {
      const out = /^out$/i.test(get('TFERACTION')) && !get('UNITS').startsWith('-');
      this.#sink.event({
        ...shared,
        symbol: security.symbol,
        kind: 'transfer',
        quantity: out ? `-${get('UNITS')}` : get('UNITS'),
      });
    } else if (type === 'CLOSUREOPT') this.#optionEnd(record, security, when);
    else this.#sink.skip(row, 'inside', 'Moved inside the account: nothing changes');
  }

  #trade({ type, fields, row, account }: InvestmentRecord, side: 'BOT' | 'SLD', when: string, currency: string): void {
    const get = (name: string) => fields.get(name) ?? '';
    const security = this.#of(fields);
    const [units, price, total] = [get('UNITS'), get('UNITPRICE'), get('TOTAL')].map((cell) =>
      Math.abs(this.#sink.value(cell)),
    );
    // A bond's price is in percent of its face; some brokers count the face in hundreds and price each.
    const percent =
      type.endsWith('DEBT') &&
      Math.abs((units ?? 0) * (price ?? 0) * 0.01 - (total ?? 0)) <
        Math.abs((units ?? 0) * (price ?? 0) - (total ?? 0));
    this.#sink.execution({
      row,
      side,
      symbol: security.symbol,
      ...(security.instrument === null ? {} : { instrument: security.instrument }),
      quantity: get('UNITS').replace(/^-/, ''),
      price: get('UNITPRICE'),
      costs: [get('COMMISSION'), get('FEES'), get('TAXES'), get('LOAD')],
      costKinds: ['commission', 'other', 'regulatory', 'other'],
      amounts: [get('TOTAL')],
      accrued: get('ACCRDINT'),
      when,
      settles: ofxDate(get('DTSETTLE')) ?? '',
      execId: get('FITID'),
      account,
      currency,
      name: security.name,
      isin: /^isin$/i.test(get('UNIQUEIDTYPE')) ? get('UNIQUEID') : '',
      ...(type.endsWith('MF') || security.type === 'MFINFO' ? { assetClass: 'MUTUAL_FUND' as const } : {}),
      ...(type.endsWith('DEBT') ? { assetClass: 'BOND' as const } : {}),
      ...(percent ? { multiplier: '0.01' } : {}),
    });
  }

  #optionEnd({ fields, row, account }: InvestmentRecord, security: Security, when: string): void {
    const action = fields.get('OPTACTION') ?? '';
    const units = fields.get('UNITS') ?? '';
    this.#sink.execution({
      row,
      // What is closed: contracts leave a long position, and come back to a short one.
      side: units.startsWith('-') ? 'SLD' : 'BOT',
      symbol: security.symbol,
      ...(security.instrument === null ? {} : { instrument: security.instrument }),
      quantity: units.replace(/^-/, ''),
      price: '0',
      free: true,
      ends: /^expire/i.test(action) ? 'expiry' : /^assign/i.test(action) ? 'assignment' : 'exercise',
      when,
      execId: fields.get('FITID') ?? '',
      account,
    });
  }

  #money({ fields, row, account }: InvestmentRecord, when: string, currency: string): void {
    const get = (name: string) => fields.get(name) ?? '';
    const amount = get('TRNAMT');
    const out = amount.startsWith('-');
    const type = get('TRNTYPE').toUpperCase();
    const kind =
      type === 'DIV'
        ? 'dividend'
        : type === 'INT'
          ? 'interest'
          : type === 'FEE' || type === 'SRVCHG'
            ? 'fee'
            : type === 'XFER'
              ? out
                ? 'transfer_out'
                : 'transfer_in'
              : out
                ? 'withdrawal'
                : 'deposit';
    const memo = [get('NAME'), get('MEMO')].filter(Boolean).join(' ');
    this.#sink.cash({ row, when, account, amount, currency, kind, memo, id: get('FITID') });
  }
}

function incomeKind(type: string): 'dividend' | 'interest' | 'other' {
  return /^int/i.test(type) ? 'interest' : /^misc/i.test(type) ? 'other' : 'dividend';
}
