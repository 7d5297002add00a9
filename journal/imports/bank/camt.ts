// ISO 20022 CAMT: 052 (report), 053 (statement), 054 (notification), in all their versions.
import { parseDate } from '../text/time.ts';
import { XmlReader } from '../text/xml.ts';
import type { BankFormat } from './format.ts';
import type { BankSink, OpenAccount } from './sink.ts';

export const camt: BankFormat = {
  name: 'camt',
  label: 'CAMT',
  recognise: (head) => (/<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b|camt\.05[234]/.test(head) ? 1 : 0),
  reader(sink) {
    const message = new Message(sink);
    const xml = new XmlReader(message);
    return {
      push: (text) => xml.push(text),
      end() {
        xml.end();
        if (xml.fault !== null) sink.log.breakOff(xml.fault);
      },
    };
  },
};

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  readonly line: number;
  text: string;
}

const LONGEST_TEXT = 10_000;

/** The parts of a statement, each read as soon as it ends and then let go. */
const STATEMENTS = new Set(['Stmt', 'Rpt', 'Ntfctn']);

class Message {
  readonly #sink: BankSink;
  readonly #path: Node[] = [];
  /** How many of the open elements are above the parts of a statement. */
  #above = -1;
  #account: OpenAccount | null = null;
  #balances: Node[] = [];
  /** The report's own dates, for entries that have none. */
  #created: string | null = null;
  #until: string | null = null;

  constructor(sink: BankSink) {
    this.#sink = sink;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const node: Node = { name, attributes, children: [], line, text: '' };
    // Only the part of the statement that is being read stays in memory.
    if (this.#above !== -1 && this.#path.length > this.#above) this.#path.at(-1)?.children.push(node);
    this.#path.push(node);
    if (STATEMENTS.has(name) && this.#above === -1) {
      this.#above = this.#path.length;
      this.#account = null;
      this.#balances = [];
      this.#until = null;
    }
  }

  text(text: string): void {
    const node = this.#path.at(-1);
    if (node !== undefined && this.#above !== -1 && node.text.length < LONGEST_TEXT) node.text += text;
  }

  close(): void {
    const node = this.#path.pop();
    if (node === undefined || this.#above === -1) return;
    if (this.#path.length === this.#above) this.#part(node);
    else if (this.#path.length < this.#above) {
      this.#closing();
      this.#above = -1;
    }
  }

  #part(node: Node): void {
    if (node.name === 'Acct') {
      const id =
        value(node, 'Id/IBAN') || value(node, 'Id/Othr/Id') || value(node, 'Id/BBAN') || value(node, 'Id/PrtryAcct/Id');
      this.#account = this.#sink.account(id, 'bank', value(node, 'Ccy').toUpperCase() || null);
    } else if (node.name === 'Bal') this.#balances.push(node);
    else if (node.name === 'CreDtTm') this.#created = parseDate(node.text);
    else if (node.name === 'FrToDt') this.#until = parseDate(value(node, 'ToDtTm') || value(node, 'ToDt'));
    else if (node.name === 'Ntry') readEntry(node, this.#current(), this.#reportDate(), this.#sink);
  }

  #reportDate(): string | null {
    return this.#until ?? dateOf(child(this.#balances.at(-1) ?? NOTHING, 'Dt')) ?? this.#created;
  }

  #current(): OpenAccount {
    this.#account ??= this.#sink.account('', 'bank');
    return this.#account;
  }

  #closing(): void {
    const account = this.#current();
    const kind = (node: Node) => value(node, 'Tp/CdOrPrtry/Cd') || value(node, 'Tp/CdOrPrtry/Prtry');
    const best = ['CLBD', 'ITBD', 'CLAV', 'ITAV', 'PRCD', 'OPBD'].flatMap(
      (code) => this.#balances.findLast((node) => kind(node) === code) ?? [],
    )[0];
    if (best === undefined) return;
    const amount = child(best, 'Amt');
    account.currency ??= amount?.attributes['Ccy'] ?? null;
    this.#sink.balance(account, amount?.text ?? '', dateOf(child(best, 'Dt')), value(best, 'CdtDbtInd') === 'DBIT');
  }
}

const NOTHING: Node = { name: '', attributes: {}, children: [], line: 0, text: '' };

/** One transaction per detail when the details have amounts, else one for the entry. */
function readEntry(entry: Node, account: OpenAccount, reported: string | null, sink: BankSink): void {
  const dates = datesOf(entry, reported, sink);
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const currency = child(entry, 'Amt')?.attributes['Ccy'] ?? account.currency ?? '';
  account.currency ??= currency || null;
  const amounts = details.map((detail) => detailAmount(detail, currency));
  if (details.length > 1 && amounts.every((amount) => amount !== '')) {
    for (const [index, detail] of details.entries())
      transaction(entry, detail, dates, amounts[index] ?? '', account, sink, details.length);
    return;
  }
  const [only] = details.length === 1 ? details : [];
  transaction(entry, only, dates, child(entry, 'Amt')?.text ?? '', account, sink, 1);
}

interface EntryDates {
  readonly booked: string | null;
  readonly valued: string | null;
}

/** Both dates are optional: an entry without either is of the day of its report, and a warning names it. */
function datesOf(entry: Node, reported: string | null, sink: BankSink): EntryDates {
  const [booking, valuing] = [child(entry, 'BookgDt'), child(entry, 'ValDt')];
  if (booking !== undefined || valuing !== undefined || reported === null)
    return { booked: dateOf(booking), valued: dateOf(valuing) };
  sink.log.warn(`Row ${entry.line}: the entry has no date of its own; that of its report, ${reported}, was used.`);
  return { booked: reported, valued: null };
}

/** A detail's amount in the account's currency. */
function detailAmount(detail: Node, currency: string): string {
  const candidates = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'].map((path) =>
    find(detail, path),
  );
  return candidates.find((node) => node !== undefined && (node.attributes['Ccy'] ?? currency) === currency)?.text ?? '';
}

function transaction(
  entry: Node,
  detail: Node | undefined,
  { booked, valued }: EntryDates,
  amount: string,
  account: OpenAccount,
  sink: BankSink,
  details: number,
): void {
  const from = (path: string) => (detail === undefined ? '' : value(detail, path));
  const debit = ((details > 1 && from('CdtDbtInd')) || value(entry, 'CdtDbtInd')) === 'DBIT';
  const status = value(entry, 'Sts/Cd') || value(entry, 'Sts');
  const own = from('Refs/AcctSvcrRef') || from('Refs/TxId');
  const shared = value(entry, 'AcctSvcrRef') || value(entry, 'NtryRef');
  sink.transaction(account, {
    row: entry.line,
    date: booked ?? valued,
    stated: child(entry, 'BookgDt')?.text ?? '',
    amount,
    negative: debit,
    // The entry's reference is shared by all its details; alone it is not an id of any of them.
    id: details > 1 ? own : shared || own,
    payee: party(detail, debit),
    memo: memo(entry, detail),
    type: code(detail) || code(entry),
    valueDate: valued,
    currency: child(entry, 'Amt')?.attributes['Ccy'] ?? '',
    pending: status === 'PDNG' || status === 'INFO' || status === 'FUTR',
  });
}

/** The other side: who was paid on a debit, who paid on a credit. */
function party(detail: Node | undefined, debit: boolean): string {
  if (detail === undefined) return '';
  const roles = debit ? ['UltmtCdtr', 'Cdtr'] : ['UltmtDbtr', 'Dbtr'];
  const names = roles
    .flatMap((role) => [`RltdPties/${role}/Nm`, `RltdPties/${role}/Pty/Nm`])
    .map((path) => value(detail, path));
  // The direct party before the ultimate one: it is who the bank dealt with.
  return names.slice(2).find(Boolean) ?? names.find(Boolean) ?? '';
}

function memo(entry: Node, detail: Node | undefined): string {
  if (detail !== undefined) {
    const remittance = child(detail, 'RmtInf');
    const free = remittance === undefined ? [] : all(remittance, 'Ustrd').map((node) => node.text.trim());
    const structured =
      remittance === undefined
        ? []
        : all(remittance, 'Strd').map(
            (node) => value(node, 'CdtrRefInf/Ref') || value(node, 'CdtrRefInf/CdtrRef') || value(node, 'AddtlRmtInf'),
          );
    const text = [...free, ...(free.some(Boolean) ? [] : structured)].filter(Boolean).join(' ');
    if (text !== '') return text;
    if (value(detail, 'AddtlTxInf') !== '') return value(detail, 'AddtlTxInf');
  }
  return value(entry, 'AddtlNtryInf');
}

function code(node: Node | undefined): string {
  const kind = node === undefined ? undefined : child(node, 'BkTxCd');
  if (kind === undefined) return '';
  const parts = ['Domn/Cd', 'Domn/Fmly/Cd', 'Domn/Fmly/SubFmlyCd'].map((path) => value(kind, path)).filter(Boolean);
  return parts.length > 0 ? parts.join('-') : value(kind, 'Prtry/Cd');
}

function dateOf(node: Node | undefined): string | null {
  if (node === undefined) return null;
  return parseDate(value(node, 'Dt') || value(node, 'DtTm') || node.text);
}

function child(node: Node, name: string): Node | undefined {
  return node.children.find((one) => one.name === name);
}

function all(node: Node, name: string): Node[] {
  return node.children.filter((one) => one.name === name);
}

function find(node: Node, path: string): Node | undefined {
  let at: Node | undefined = node;
  for (const name of path.split('/')) at = at === undefined ? undefined : child(at, name);
  return at;
}

function value(node: Node, path: string): string {
  return find(node, path)?.text.trim() ?? '';
}
