// OFX and QFX, 1.x (SGML, where values have no closing tag) and 2.x (XML), as banks really write them: tags left open,
// values with stray brackets, empty elements, entities twice escaped. One tolerant reader serves both.
import { decodeText, ofxDate, OfxReader, type OfxTags } from '../text/ofx.ts';
import type { BankFormat } from './format.ts';
import type { BankSink, OpenAccount } from './sink.ts';

/** Transactions of an investment account. INVBANKTRAN wraps an ordinary one. */
const INVESTMENTS = new Set(
  'BUYDEBT BUYMF BUYOPT BUYOTHER BUYSTOCK CLOSUREOPT INCOME INVEXPENSE JRNLFUND JRNLSEC MARGININTEREST REINVEST RETOFCAP SELLDEBT SELLMF SELLOPT SELLOTHER SELLSTOCK SPLIT TRANSFER'.split(
    ' ',
  ),
);
const ACCOUNTS: Readonly<Record<string, OpenAccount['kind']>> = {
  BANKACCTFROM: 'bank',
  CCACCTFROM: 'creditcard',
  INVACCTFROM: 'investment',
};
const STATEMENTS: Readonly<Record<string, OpenAccount['kind']>> = {
  STMTRS: 'bank',
  CCSTMTRS: 'creditcard',
  INVSTMTRS: 'investment',
};
/** Elements that hold others. Everything else is a value. */
const AGGREGATES = new Set([
  'OFX',
  'SIGNONMSGSRSV1',
  'SONRS',
  'STATUS',
  'FI',
  'BANKMSGSRSV1',
  'CREDITCARDMSGSRSV1',
  'INVSTMTMSGSRSV1',
  'SECLISTMSGSRSV1',
  'STMTTRNRS',
  'CCSTMTTRNRS',
  'INVSTMTTRNRS',
  'BANKTRANLIST',
  'INVTRANLIST',
  'STMTTRN',
  'LEDGERBAL',
  'AVAILBAL',
  'PAYEE',
  'BANKACCTTO',
  'CCACCTTO',
  'CURRENCY',
  'ORIGCURRENCY',
  'INVTRAN',
  'INVBUY',
  'INVSELL',
  'SECID',
  'INVBANKTRAN',
  'INVBAL',
  'BALLIST',
  'BAL',
  'INVPOSLIST',
  'INVPOS',
  'SECLIST',
  'SECINFO',
  'STOCKINFO',
  'MFINFO',
  'OPTINFO',
  'DEBTINFO',
  'OTHERINFO',
  'SIGNUPMSGSRSV1',
  'ACCTINFOTRNRS',
  'ACCTINFORS',
  'ACCTINFO',
  'BANKACCTINFO',
  'CCACCTINFO',
  'INVACCTINFO',
  'INVOOLIST',
  'INV401KBAL',
  'INV401K',
  'BANKTRANLISTP',
  'STMTTRNP',
  ...INVESTMENTS,
  ...Object.keys(ACCOUNTS),
  ...Object.keys(STATEMENTS),
]);

export const ofx: BankFormat = {
  name: 'ofx',
  label: 'OFX/QFX',
  recognise: (head) => (/OFXHEADER|<OFX[\s>]/i.test(head) ? 1 : /<STMTTRN>/i.test(head) ? 0.9 : 0),
  reader: (sink) => new OfxReader(new Statement(sink)),
};

/** Elements inside each other; a statement has a dozen. Each closing tag is looked for among them. */
const DEEPEST = 200;

type Fields = Map<string, string>;

class Statement implements OfxTags {
  readonly #sink: BankSink;
  readonly #stack: string[] = [];
  #kind: OpenAccount['kind'] = 'bank';
  #account: OpenAccount | null = null;
  #currency: string | null = null;
  #record: { readonly type: string; readonly fields: Fields } | null = null;
  /** Values outside a transaction, by the element they stand in. */
  #loose: Fields = new Map();
  #row = 0;
  readonly #securities = new Map<string, string>();
  #accounts = 0;

  constructor(sink: BankSink) {
    this.#sink = sink;
  }

  refuse(reason: string): void {
    this.#sink.log.breakOff(reason);
  }

  tag(name: string, raw: string): void {
    if (name.startsWith('?') || name.startsWith('!')) return;
    if (name.startsWith('/')) return this.#close(name.slice(1).trim().toUpperCase());
    const empty = name.endsWith('/');
    const tag = (empty ? name.slice(0, -1) : name).replace(/\s.*$/s, '').toUpperCase();
    const value = decodeText(raw);
    if (value === '' && AGGREGATES.has(tag) && !empty) this.#open(tag);
    else this.#value(tag, value);
  }

  end(): void {
    this.#finishRecord();
    while (this.#stack.length > 0) this.#close(this.#stack.at(-1) ?? '');
    if (this.#accounts === 0 && this.#row === 0)
      this.#sink.log.warn('The file names no account and holds no transactions.');
  }

  #open(tag: string): void {
    if (tag === 'STMTTRN' || INVESTMENTS.has(tag)) {
      // The one before was never closed.
      this.#finishRecord();
      while (this.#stack.includes(tag)) this.#stack.pop();
      this.#row++;
      this.#record = { type: tag, fields: new Map() };
    }
    const statement = STATEMENTS[tag];
    if (statement !== undefined) {
      this.#kind = statement;
      this.#account = null;
      this.#currency = null;
    }
    if (tag === 'LEDGERBAL' || tag === 'STATUS' || tag === 'SECINFO' || tag in ACCOUNTS) this.#loose = new Map();
    if (this.#stack.length < DEEPEST) this.#stack.push(tag);
  }

  #close(tag: string): void {
    if (!this.#stack.includes(tag)) return;
    for (;;) {
      const top = this.#stack.pop();
      if (top === undefined) return;
      this.#leave(top);
      if (top === tag) return;
    }
  }

  #leave(tag: string): void {
    if (tag === this.#record?.type) this.#finishRecord();
    else if (tag in ACCOUNTS && this.#record === null)
      this.#nameAccount(ACCOUNTS[tag] ?? 'bank', this.#loose.get('ACCTID') ?? '');
    else if (tag === 'LEDGERBAL') this.#balance();
    else if (tag === 'STATUS') this.#status();
    else if (tag === 'SECINFO')
      this.#securities.set(this.#loose.get('UNIQUEID') ?? '', this.#loose.get('SECNAME') ?? '');
  }

  #value(tag: string, value: string): void {
    if (value === '') {
      if (tag === 'BALAMT' && this.#stack.at(-1) === 'LEDGERBAL') this.#loose.set(tag, '');
      return;
    }
    if (tag === 'CURDEF') {
      this.#currency = value.toUpperCase();
      if (this.#account !== null) this.#account.currency ??= this.#currency;
      return;
    }
    const fields = this.#record?.fields ?? this.#loose;
    // The first of a name stands: a transaction's own FITID comes before those of what it names.
    const inside = this.#stack.at(-1) ?? '';
    const key = inside === 'BANKACCTTO' || inside === 'CCACCTTO' ? `TO.${tag}` : tag;
    if (!fields.has(key)) fields.set(key, value);
  }

  #nameAccount(kind: OpenAccount['kind'], id: string): void {
    this.#accounts++;
    const account = this.#sink.account(id, kind, this.#currency);
    // A list of accounts (ACCTINFO) names them without opening a statement.
    if (!this.#stack.includes('ACCTINFO')) this.#account = account;
  }

  #current(): OpenAccount {
    this.#account ??= this.#sink.account('', this.#kind, this.#currency);
    return this.#account;
  }

  #finishRecord(): void {
    const record = this.#record;
    if (record === null) return;
    this.#record = null;
    const { fields, type } = record;
    const get = (name: string) => fields.get(name) ?? '';
    if (type === 'STMTTRN')
      this.#sink.transaction(this.#current(), {
        row: this.#row,
        date: ofxDate(get('DTPOSTED')),
        stated: get('DTPOSTED'),
        amount: get('TRNAMT'),
        id: get('FITID'),
        payee: get('NAME'),
        memo: get('MEMO'),
        type: get('TRNTYPE').toLowerCase(),
        valueDate: ofxDate(get('DTAVAIL')),
        checkNumber: get('CHECKNUM'),
        currency: get('CURSYM'),
      });
    else
      this.#sink.transaction(this.#current(), {
        row: this.#row,
        date: ofxDate(get('DTTRADE')) ?? ofxDate(get('DTSETTLE')),
        stated: get('DTTRADE'),
        // Shares that move without money (transfers, splits) are listed with nothing paid.
        amount: get('TOTAL') || '0',
        id: get('FITID'),
        payee: this.#securities.get(get('UNIQUEID')) || get('UNIQUEID'),
        memo: get('MEMO'),
        type: type.toLowerCase(),
        valueDate: ofxDate(get('DTSETTLE')),
        currency: get('CURSYM'),
      });
  }

  #balance(): void {
    this.#sink.balance(this.#current(), this.#loose.get('BALAMT') ?? '', ofxDate(this.#loose.get('DTASOF') ?? ''));
  }

  #status(): void {
    const code = this.#loose.get('CODE') ?? '0';
    if (code === '0' || !/error/i.test(this.#loose.get('SEVERITY') ?? '')) return;
    const message = this.#loose.get('MESSAGE') ?? 'no reason given';
    this.#sink.log.warn(`The bank answered with error ${code.slice(0, 20)}: ${message.slice(0, 200)}`);
  }
}
