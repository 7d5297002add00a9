// What companies do to their shares, in IBKR's words; and payments that lower what shares cost.
import type { MergerRow } from '../input.ts';
import type { Sink } from '../sink.ts';
import { isCashInLieu } from '../row-text.ts';
import { type Fields, FIELDS, isNothing, meaningfulId } from './ibkr-fields.ts';

/** A payment that lowers what the shares cost: money that came, and an event, but no income. */
export function capitalReturned(sink: Sink, fields: Fields, row: number): void {
  const memo = fields.field(FIELDS.description);
  const shared = {
    row,
    when: fields.field(FIELDS.cashTime),
    symbol: fields.field(FIELDS.symbol) || companyIn(memo),
    account: fields.field(FIELDS.account),
  };
  const amount = fields.field(FIELDS.amount);
  const id = fields.field(FIELDS.transactionId);
  const currency = fields.field(FIELDS.currency);
  sink.cash({ ...shared, amount, currency, kind: 'other', memo, id });
  if (!amount.startsWith('-'))
    sink.event({ ...shared, kind: 'return_of_capital', amountPerShare: perShareIn(memo), amount });
}

/** A corporate action: what it does stands in its words, "AAPL(US0378331005) SPLIT 4 FOR 1 (AAPL, APPLE INC, …)". */
export function corporateAction(sink: Sink, fields: Fields, row: number): void {
  // No broker writes more; the patterns below must not be fed a page.
  const description = fields.field(FIELDS.actionWords).slice(0, 500);
  const type = fields.field(FIELDS.type);
  // The company stands first, what the row itself is about last: "ABC(US…) SPINOFF 1 FOR 5 (DEF, DEF INC, US…)".
  const company = /^([A-Z0-9. ]+?)\s*\(/.exec(description)?.[1] ?? '';
  const own = /\(([A-Z0-9. ]+?),[^()]*\)$/.exec(description.trim())?.[1] ?? company;
  const shared = {
    row,
    when: fields.field(FIELDS.actionTime).replaceAll(/^['"]|['"]$/g, ''),
    symbol: fields.field(FIELDS.symbol) || company,
    account: fields.field(FIELDS.account),
    id: meaningfulId(fields.field(FIELDS.actionId)),
  };
  const ratio = /\bsplit\s+([\d.]+)\s+for\s+([\d.]+)/i.exec(description);
  const quantity = fields.field(FIELDS.quantity);
  const leaves = quantity.startsWith('-');
  // A reverse split takes the old shares out and brings the new ones: one of the two rows says all.
  if (ratio !== null && (leaves || Number(ratio[1]) > Number(ratio[2])))
    sink.event({ ...shared, kind: 'split', newShares: ratio[1], oldShares: ratio[2] });
  else if (ratio !== null) sink.skip(row, 'repeated', 'The other half of a split');
  else if (/^IC$|cusip\/isin change|name change|symbol change/i.test(`${type} ${description}`) && quantity !== '')
    // The company's name before stands first; what the row is about stands last: "(META, META PLATFORMS INC, US30303M1027)",
    // and on the other row the old name, as it was or as "FB.OLD".
    sink.leg({
      ...shared,
      symbol: (fields.field(FIELDS.symbol) || own).replace(/\.OLD$/, ''),
      formerSymbol: company,
      quantity,
      leaves,
    });
  else if (isCashInLieu(description) && isNothing(sink.number(quantity)))
    sink.cash({
      ...shared,
      amount: fields.field(FIELDS.actionAmount),
      currency: fields.field(FIELDS.currency),
      description,
      memo: description.slice(0, 200),
    });
  else if (quantity !== '' && readReorganisation(sink, fields, { ...shared, company, own }, description)) return;
  else
    sink.invalid(
      row,
      `${description.slice(0, 80) || 'A corporate action'}: record it by hand if it changed a position`,
    );
}

/** Mergers, spin-offs, stock dividends and parts of shares paid in money; false when the words tell none of them. */
function readReorganisation(
  sink: Sink,
  fields: Fields,
  { company, own, ...shared }: Omit<MergerRow, 'quantity' | 'cash'> & { company: string; own: string },
  description: string,
): boolean {
  const quantity = fields.field(FIELDS.quantity);
  const type = fields.field(FIELDS.type);
  const symbol = (fields.field(FIELDS.symbol) || own).replace(/\.OLD$/, '');
  const [, newShares = '', oldShares = ''] = /\b([\d.]+)\s+for\s+([\d.]+)\b/i.exec(description) ?? [];
  if (/cash in lieu/i.test(description))
    return sink.event({
      ...shared,
      symbol,
      kind: 'cash_in_lieu',
      quantity,
      amount: fields.field(FIELDS.actionAmount),
    });
  if (/\b(?:matured|maturity|full call|partial call|redemption)\b/i.test(description) || /^(?:BM|BC|PC)$/.test(type))
    return sink.redemption({
      ...shared,
      symbol,
      quantity,
      amount: fields.field(FIELDS.proceeds) || fields.field(FIELDS.actionAmount),
      currency: fields.field(FIELDS.currency),
      memo: description.slice(0, 200),
    });
  const paid = /\bmerged\b.*?\bfor\s+[A-Z]{3}\s+([\d.]+)\s+per share/i.exec(description)?.[1];
  if (paid !== undefined && quantity.startsWith('-'))
    return sink.event({ ...shared, symbol, kind: 'cash_merger', cashPerShare: paid });
  if (/\bmerge(?:d|r)\b/i.test(description) || /^TC$/.test(type))
    return sink.merger({ ...shared, symbol, quantity, cash: fields.field(FIELDS.proceeds) });
  if (/spin-?off/i.test(description) || type === 'SO')
    return newShares === '' || company === ''
      ? sink.event({ ...shared, symbol, kind: 'transfer', quantity, isSpinOff: true })
      : sink.event({ ...shared, symbol: company, kind: 'spin_off', newSymbol: symbol, newShares, oldShares });
  if (!/stock dividend/i.test(description) && type !== 'SD' && type !== 'HD') return false;
  // One share for every twenty held is a split of 21 for 20.
  return newShares === '' || symbol !== company
    ? sink.event({ ...shared, symbol, kind: 'transfer', quantity })
    : sink.event({
        ...shared,
        symbol,
        kind: 'split',
        newShares: String(Number(newShares) + Number(oldShares)),
        oldShares,
      });
}

export function isReturnOfCapital(description: string): boolean {
  return /return of capital/i.test(description);
}

/** "ABC(US0000000000) CASH DIVIDEND USD 0.25 PER SHARE (Return of Capital)" */
export function companyIn(description: string): string {
  return /^([A-Z0-9.]+)\s*\(/.exec(description)?.[1] ?? '';
}

function perShareIn(description: string): string | undefined {
  return /\b[A-Z]{3}\s+([\d.]+)\s+per share/i.exec(description)?.[1];
}
