// IBKR Flex queries as XML: trades, trade confirmations and cash transactions, corporate actions and transfers,
// of one or many accounts.
import { XmlReader } from '../../text/xml.ts';
import { NEW_YORK, type TextFormat, type TextReader } from '../format.ts';
import type { Sink } from '../sink.ts';
import { IbkrTrades } from './ibkr.ts';
import { corporateAction } from './ibkr-actions.ts';
import { IbkrStated, type NamedFields } from './ibkr-stated.ts';

const TRADES = new Set([
  'Trade',
  'Order',
  'Lot',
  'SymbolSummary',
  'AssetSummary',
  'WashSale',
  'TradeConfirm',
  'TradeConfirmationDetail',
]);
/** The elements that repeat trades, by the level of detail IBKR means with them. */
const LEVELS: Readonly<Record<string, string>> = {
  Order: 'ORDER',
  Lot: 'CLOSED_LOT',
  SymbolSummary: 'SYMBOL_SUMMARY',
  AssetSummary: 'ASSET_SUMMARY',
  WashSale: 'WASH_SALE',
};

/** What a statement states besides its rows. */
const STATES = new Set([
  'OpenPosition',
  'CashReportCurrency',
  'EquitySummaryByReportDateInBase',
  'ChangeInNAV',
  'FIFOPerformanceSummaryUnderlying',
  'StatementOfFundsLine',
]);

export const ibkrFlexXml: TextFormat = {
  kind: 'xml',
  name: 'ibkr_flex_xml',
  label: 'IBKR Flex XML',
  zone: NEW_YORK,
  // A Flex statement, or an answer of the Flex web service that holds none.
  recognise: (head) =>
    /<Flex(?:QueryResponse|StatementResponse|Statements?)\b/.test(head)
      ? { confidence: 1, reason: 'The XML is an IBKR Flex statement.' }
      : null,
  reader: (sink) => new FlexXmlReader(sink),
};

class FlexXmlReader implements TextReader {
  readonly #sink: Sink;
  readonly #trades: IbkrTrades;
  readonly #xml: XmlReader;
  readonly #stated: IbkrStated;
  #account = '';
  #statements = 0;
  /** The last one given out. */
  #row = 0;
  #text = '';

  constructor(sink: Sink) {
    this.#sink = sink;
    this.#trades = new IbkrTrades(sink);
    this.#stated = new IbkrStated(sink);
    this.#xml = new XmlReader({
      open: (name, attributes, line) => this.#open(name, attributes, line),
      text: (text) => {
        if (this.#text.length < 1000) this.#text += text;
      },
      close: (name) => this.#close(name),
    });
  }

  push(text: string): void {
    this.#xml.push(text);
  }

  end(): void {
    this.#xml.end();
    this.#trades.end();
    this.#stated.end();
    if (this.#xml.fault !== null) this.#sink.log.breakOff(this.#xml.fault);
    else if (this.#statements === 0) this.#sink.log.warn('The file holds no Flex statement.');
  }

  #open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#text = '';
    if (name === 'FlexStatement') {
      this.#statements++;
      this.#account = attributes['accountId'] ?? '';
      this.#stated.base = '';
      this.#stated.from = attributes['fromDate'] ?? '';
      this.#stated.until = attributes['toDate'] ?? '';
      return;
    }
    if (name === 'AccountInformation') {
      this.#stated.base = attributes['currency'] ?? '';
      return this.#trades.useBase(attributes['currency'] ?? '');
    }
    const trade = TRADES.has(name);
    const states = STATES.has(name);
    if (!trade && !states && name !== 'CashTransaction' && name !== 'CorporateAction' && name !== 'Transfer') return;
    const values = new Map(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value.trim()]));
    if (!values.get('accountid')) values.set('accountid', this.#account);
    const level = LEVELS[name];
    if (level !== undefined) values.set('levelofdetail', level);
    const fields: NamedFields = {
      entries: Object.entries(attributes),
      field(names) {
        for (const one of names) {
          const value = values.get(one);
          if (value !== undefined && value !== '') return value;
        }
        return '';
      },
    };
    if (states) return this.#state(name, fields, line);
    // A statement may stand on one line; its rows are distinguished all the same.
    const row = Math.max(line, this.#row + 1);
    this.#row = row;
    if (trade) this.#trades.trade(fields, row);
    else if (name === 'CashTransaction') this.#trades.cash(fields, row);
    else if (name === 'Transfer') this.#trades.transfer(fields, row);
    else corporateAction(this.#sink, fields, row);
    this.#sink.finishRow(row);
  }

  #state(name: string, fields: NamedFields, line: number): void {
    if (name === 'OpenPosition') this.#stated.position(fields, line, this.#trades.instrumentOf(fields));
    else if (name === 'CashReportCurrency') this.#stated.cashReport(fields, line);
    else if (name === 'EquitySummaryByReportDateInBase') this.#stated.equity(fields, line);
    else if (name === 'ChangeInNAV') this.#stated.change(fields, line);
    else if (name === 'FIFOPerformanceSummaryUnderlying')
      this.#stated.performance(fields, line, this.#trades.instrumentOf(fields));
    else this.#stated.funds(fields, line);
  }

  /** The web service answers with an error in place of a statement. */
  #close(name: string): void {
    if (name === 'ErrorMessage') {
      this.#statements++;
      this.#sink.log.warn(`IBKR answered: ${this.#text.trim().slice(0, 200)}`);
    }
  }
}
