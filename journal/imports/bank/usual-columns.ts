// What banks call their columns, in the languages we have seen, compacted as a header's names are.
import { type BankField, bankFields } from '@zorivest/vocabulary';
import { compact, type Header } from '../text/columns.ts';
import type { DateOrder } from '../text/time.ts';
import { BANKS } from './banks.ts';
import type { BankMapping } from './mapping.ts';

const USUAL: Readonly<Record<BankField, readonly string[]>> = {
  date: [
    'date',
    'bookingdate',
    'postingdate',
    'posteddate',
    'postdate',
    'transactiondate',
    'transdate',
    'buchungstag',
    'buchung',
    'buchungsdatum',
    'datum',
    'fecha',
    'data',
    'completeddate',
    'starteddate',
    'datetime',
    'created',
    'rundate',
    'effectivedate',
    'txndate',
    'valuedate',
    'dataoperazione',
    'datacontabile',
    'datamovimento',
    'fechaoperacion',
    'fechaoperación',
    'dateopération',
    'dataoperação',
  ],
  value_date: [
    'valuedate',
    'valuta',
    'valutadatum',
    'wertstellung',
    'effectivedate',
    'clearingdate',
    'rentedatum',
    'interestdate',
    'datavaluta',
    'fechavalor',
    'datevaleur',
    'datedevaleur',
    'datavalor',
  ],
  amount: [
    'amount',
    'betrag',
    'bedrag',
    'bedrageur',
    'importe',
    'montant',
    'importo',
    'transactionamount',
    'amountusd',
    'betrageur',
    'sourceamountafterfees',
    'value',
    'sum',
    'umsatz',
    'belopp',
  ],
  debit: [
    'debit',
    'withdrawal',
    'withdrawals',
    'withdrawalamt',
    'withdrawalamount',
    'debitamount',
    'debits',
    'paidout',
    'moneyout',
    'soll',
    'lastschrift',
    'spent',
    'cargo',
    'outflow',
    'af',
    'uit',
    'uscite',
    'uscita',
    'dare',
    'addebiti',
    'débit',
    'débito',
    'cargos',
  ],
  credit: [
    'credit',
    'deposit',
    'deposits',
    'depositamt',
    'depositamount',
    'creditamount',
    'credits',
    'paidin',
    'moneyin',
    'haben',
    'gutschrift',
    'received',
    'abono',
    'inflow',
    'bij',
    'in',
    'entrate',
    'entrata',
    'avere',
    'accrediti',
    'crédit',
    'crédito',
    'abonos',
  ],
  sign: [
    'afbij',
    'debitcredit',
    'creditdebit',
    'debitcreditindicator',
    'creditdebitindicator',
    'drcr',
    'crdr',
    'dc',
    'sollhaben',
  ],
  payee: [
    'payee',
    'name',
    'naamomschrijving',
    'counterpartyname',
    'counterparty',
    'counterpartyname',
    'merchant',
    'merchantname',
    'beneficiary',
    'beguenstigterzahlungspflichtiger',
    'empfänger',
    'auftraggeberempfänger',
    'naamtegenpartij',
    'tegenpartij',
    'nameomschrijving',
    'partnername',
    'payeename',
    'description',
    'details',
    'narration',
    'transactiondescription',
    'particulars',
    'text',
    'omschrijving',
    'concepto',
    'libelle',
    'descrizione',
    'transaction',
    'bank description',
  ],
  memo: [
    'memo',
    'notes',
    'note',
    'reference',
    'verwendungszweck',
    'paymentreference',
    'remittanceinformation',
    'purpose',
    'mededelingen',
    'notifications',
    'omschrijving1',
    'description',
    'extendeddescription',
    'narrative',
    'remarks',
    'omschrijving',
    'descrizionecompleta',
    'causale',
  ],
  type: ['type', 'transactiontype', 'buchungstext', 'transtype', 'paymenttype', 'action'],
  balance: [
    'balance',
    'runningbalance',
    'saldo',
    'accountbalance',
    'closingbalance',
    'runningbal',
    'kontostand',
    'balanceafter',
    'solde',
    'availablebalance',
  ],
  id: [
    'transactionid',
    'id',
    'fitid',
    'referenceid',
    'transferwiseid',
    'referencenumber',
    'refno',
    'volgnr',
    'transactionnumber',
    'uniqueid',
  ],
  check_number: ['checknumber', 'check', 'checkno', 'chequenumber', 'chqrefnumber', 'chequeno', 'checkorslip'],
  category: ['category', 'spendingcategory', 'kategorie', 'categorie', 'budgetcategory'],
  currency: ['currency', 'currencycode', 'währung', 'waehrung', 'munt', 'ccy', 'devise', 'divisa', 'muntsoort'],
  account: [
    'accountnumber',
    'account',
    'iban',
    'accountid',
    'auftragskonto',
    'rekening',
    'accountno',
    'kontonummer',
    'ibanbban',
    'accountname',
    'product',
  ],
  pending: ['status', 'state', 'stato'],
};

/** Headings of days in the languages in whose countries the day is written before the month. */
const DAY_FIRST = new Set(
  USUAL.date
    .slice(USUAL.date.indexOf('dataoperazione'))
    .concat(['buchungstag', 'buchung', 'buchungsdatum', 'datum', 'fecha', 'data']),
);

/** The order of day and month that the language of the headings speaks for, where no date decides. */
export function usualDateOrder({ columns }: BankMapping): DateOrder {
  return DAY_FIRST.has(compact(columns.date)) ? 'dmy' : 'mdy';
}

/** The bank whose columns these are, or the usual names. */
export function usualMapping(header: Header): BankMapping | null {
  const known = BANKS.find((bank) => header.hasAll(bank.fingerprint));
  if (known !== undefined) return known;
  const columns = usualColumns(header);
  const { date, amount, debit, credit } = columns;
  if (date === undefined || (amount === undefined && debit === undefined && credit === undefined)) return null;
  return { name: 'the usual names', columns: { ...columns, date } };
}

/** The columns whose names say what they are, compacted; a column is one thing only. */
function usualColumns(header: Header): Partial<Record<BankField, string>> {
  const columns: Partial<Record<BankField, string>> = {};
  const used = new Set<number>();
  for (const field of bankFields) {
    const name = USUAL[field].find((one) => header.has(one) && !used.has(header.column(one)));
    if (name === undefined) continue;
    columns[field] = name;
    used.add(header.column(name));
  }
  return columns;
}

/** The same as the file spells them, for a person who says the rest. */
export function suggestColumns(header: Header): Partial<Record<BankField, string>> {
  const columns: Partial<Record<BankField, string>> = usualMapping(header)?.columns ?? usualColumns(header);
  const offered: Partial<Record<BankField, string>> = {};
  for (const field of bankFields) {
    const name = columns[field];
    const spelled = name === undefined ? undefined : header.names[header.column(compact(name))];
    if (spelled !== undefined) offered[field] = spelled;
  }
  return offered;
}
