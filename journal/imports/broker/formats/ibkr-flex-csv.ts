// IBKR Flex queries as CSV: trades, trade confirmations and cash transactions, section after section in one file.
import type { Cells } from '../../text/csv.ts';
import { Header, Row, type Sample } from '../../text/columns.ts';
import { type TableFormat, isNote, NEW_YORK, type Recognition, STATED } from '../format.ts';
import { IbkrTrades } from './ibkr.ts';
import { corporateAction } from './ibkr-actions.ts';
import { IbkrStated, type NamedFields } from './ibkr-stated.ts';

const TRADES = [
  'symbol|isin|conid',
  'quantity',
  'tradeprice|price|trademoney|proceeds|netcash|cost',
  'ibcommission|commission|netcash|proceeds|trademoney',
  'datetime|tradedate|tradetime',
];
const MARKS = [
  'clientaccountid',
  'currencyprimary',
  'ibcommission',
  'conid',
  'assetclass',
  'putcall',
  'ibexecid',
  'levelofdetail',
];
const CASH = [
  'clientaccountid|accountid',
  'currencyprimary|currency',
  'amount',
  'type',
  'datetime|settledate|reportdate',
];

const ACTIONS = ['actiondescription', 'quantity', 'reportdate|datetime', 'symbol'];

/** Sections that state something besides the rows, by the columns that give each away. */
const STATES = {
  positions: ['markprice', 'costbasismoney|costbasisprice|positionvalue', 'quantity|position'],
  cashReport: ['endingcash', 'currencyprimary|currency'],
  change: ['startingvalue', 'endingvalue'],
  performance: ['totalrealizedpnl', 'totalunrealizedpnl|totalfifopnl'],
  equity: ['reportdate', 'cash', 'total', 'stock'],
  funds: ['activitydescription', 'balance', 'amount'],
} as const;
type Stating = keyof typeof STATES;

type Section = 'trades' | 'cash' | 'actions' | Stating | 'other';

function sectionOf(header: Header): Section | null {
  // Before the trades: what a company did has proceeds, too.
  if (header.hasAll(ACTIONS)) return 'actions';
  for (const [name, columns] of Object.entries(STATES) as [Stating, readonly string[]][])
    if (header.hasAll(columns)) return name;
  if (header.hasAll(TRADES) && MARKS.some((mark) => header.has(mark)) && !header.has('activitytype')) return 'trades';
  if (header.hasAll(CASH) && header.has('transactionid|levelofdetail|fxratetobase')) return 'cash';
  return header.has('clientaccountid') ? 'other' : null;
}

/** Queries with header and trailer records put a word and a section code before every row. */
function body(cells: Cells): { readonly kind: 'header' | 'data' | 'mark' | 'plain'; readonly cells: Cells } {
  const word = cells[0]?.trim();
  if (word === 'HEADER') return { kind: 'header', cells: cells.slice(2) };
  if (word === 'DATA') return { kind: 'data', cells: cells.slice(2) };
  if (word?.length === 3 && /^(?:BO[FAS]|EO[FAS])$/.test(word)) return { kind: 'mark', cells };
  return { kind: 'plain', cells };
}

function state(stated: IbkrStated, trades: IbkrTrades, section: Stating, row: Row): void {
  const fields: NamedFields = { entries: row.entries(), field: (names) => row.field(names) };
  if (section === 'positions') stated.position(fields, row.number, trades.instrumentOf(row));
  else if (section === 'performance') stated.performance(fields, row.number, trades.instrumentOf(row));
  else stated[section](fields, row.number);
}

function recognise(sample: Sample): Recognition | null {
  let cash: Recognition | null = null;
  for (const { index, header } of sample.headers) {
    const section = sectionOf(header);
    if (section === 'trades') {
      const marks = MARKS.filter((mark) => header.has(mark));
      const reason = `Row ${index + 1} has the IBKR Flex columns ${header.spellNames([...TRADES, ...marks.slice(0, 3)])}.`;
      return { confidence: marks.length > 1 ? 0.96 : 0.92, reason };
    }
    if (section !== null && section in STATES)
      cash ??= { confidence: 0.91, reason: `Row ${index + 1} has the columns of a section of an IBKR Flex query.` };
    if (section === 'cash')
      cash ??= { confidence: 0.9, reason: `Row ${index + 1} has the columns of IBKR's cash transactions.` };
    if (
      index < 20 &&
      header.hasAll(['symbol', 'datetime', 'quantity', 'price']) &&
      !header.has('action|side|type|activitytype')
    )
      cash ??= {
        confidence: 0.6,
        reason: `Row ${index + 1} has Symbol, Date/Time, Quantity and Price, as IBKR exports them.`,
      };
  }
  return cash;
}

export const ibkrFlexCsv: TableFormat = {
  kind: 'csv',
  name: 'ibkr_flex_csv',
  label: 'IBKR Flex',
  aliases: ['ibkr', 'interactive_brokers', 'ibkr_trade_confirmation', 'ibkr_flex'],
  zone: NEW_YORK,
  recognise,
  reader(sink) {
    const trades = new IbkrTrades(sink);
    const stated = new IbkrStated(sink);
    let header: Header | null = null;
    let section: Section = 'other';
    let firstName = '';
    return {
      row(raw, number) {
        const { kind, cells } = body(raw);
        if (kind === 'mark' || isNote(cells)) return;
        if (kind === 'header' || (kind === 'plain' && (header === null || cells[0] === firstName))) {
          const opened = new Header(cells);
          const found =
            sectionOf(opened) ?? (opened.hasAll(['symbol', 'datetime', 'quantity', 'price']) ? 'trades' : null);
          if (found !== null || kind === 'header') {
            header = opened;
            section = found ?? 'other';
            firstName = cells[0] ?? '';
            return;
          }
        }
        if (header === null) return;
        const row = new Row(header, cells, number);
        if (section === 'trades') trades.trade(row, number);
        else if (section === 'cash') trades.cash(row, number);
        else if (section === 'actions') corporateAction(sink, row, number);
        else if (section === 'other') sink.skip(number, 'stated', 'A section without trades or cash');
        else {
          state(stated, trades, section, row);
          sink.skip(number, 'stated', STATED);
        }
        sink.finishRow(number);
      },
      end() {
        trades.end();
        stated.end();
      },
    };
  },
};
