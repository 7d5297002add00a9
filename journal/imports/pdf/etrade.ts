// E*TRADE: employee stock plan purchases, and trade confirmations in its own form and in Morgan Stanley's.
import { isZero, parseAmount, parseQuantity, perUnit, roundToEightPlaces } from '@zorivest/domain';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import { parseOption } from '../broker/instrument.ts';
import type { Sink } from '../broker/sink.ts';
import { sideOf } from '../broker/row-text.ts';
import { parseNumber } from '../text/number.ts';
import { asRow, blocks } from './layout.ts';

const PLAN = /EMPLOYEE STOCK PLAN PURCHASE CONFIRMATION/;
const TRADE =
  /^(\d{2}\/\d{2}\/\d{2,4})\s+(\d{2}\/\d{2}\/\d{2,4})\s+(?:[\d\s]+\s)?([A-Z][A-Z0-9.]{0,6})\s+(BUY|SELL|BOUGHT|SOLD)\s+([\d,.]+)\s+\$?([\d,.]+)\b/;
/** Morgan Stanley's: the two days, quantity, price, and the amount where there is room for it. */
const DATED = /^(\d{2}\/\d{2}\/\d{4})\s+(\d{2}\/\d{2}\/\d{4})\s+([\d,.]+)\s+\$?([\d,.]+)(?:\s+\$?[\d,.]+)?$/;
const TYPE = /Transaction Type:\s*([A-Za-z]+)/;

export const etradePdf: PdfFormat = {
  kind: 'pdf',
  name: 'etrade',
  label: 'E*TRADE',
  zone: NEW_YORK,
  recognise(text) {
    if (!/E\*TRADE/i.test(text)) return 0;
    const lines = text.split('\n');
    return PLAN.test(text) || lines.some((line) => TRADE.test(line)) || isLaterForm(lines) ? 0.97 : 0;
  },
  read(lines, sink) {
    const account = lines.map((line) => /Account Number:?\s*([\w-]*\d[\w-]*)/i.exec(line)?.[1]).find(Boolean);
    if (account !== undefined) sink.useAccount(account);
    if (lines.some((line) => PLAN.test(line))) readPlan(lines, sink);
    for (const block of blocks(lines, TRADE)) readConfirmation(block, sink);
    if (isLaterForm(lines)) for (const block of blocks(lines, DATED)) readLaterForm(block, sink);
  },
};

function isLaterForm(lines: readonly string[]): boolean {
  return lines.some((line) => TYPE.test(line)) && lines.some((line) => DATED.test(line));
}

type Block = ReturnType<typeof blocks>[number];

/** What stands behind a word at the end of a line, each time. */
function amountsOf(lines: readonly string[], word: string): string[] {
  const pattern = new RegExp(String.raw`\b(?:${word})\s+\$?([\d,.]+)$`, 'i');
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}

function readConfirmation({ row, match, lines }: Block, sink: Sink): void {
  const [, traded = '', settled = '', symbol = '', verb = '', quantity = '', price = ''] = match;
  asRow(sink, row, () => {
    sink.execution({
      row,
      side: sideOf(verb),
      symbol,
      option: lines.map((one) => parseOption(one)).find((found) => found !== null) ?? null,
      quantity,
      price,
      costs: amountsOf(lines, 'COMMISSION|FEES?'),
      amounts: [...amountsOf(lines, 'NET AMOUNT'), ...amountsOf(lines, 'PRINCIPAL')],
      when: traded,
      settles: settled,
      currency: 'USD',
    });
  });
}

function readLaterForm({ row, match, lines }: Block, sink: Sink): void {
  const [, traded = '', settled = '', quantity = '', price = ''] = match;
  const text = lines.join('\n');
  // "Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90", with the first amount set right behind it.
  const names = /Symbol[^:\n]*:\s*([A-Z0-9.]+)\s*\/\s*([A-Z0-9]{9})?\s*\/?\s*([A-Z]{2}[A-Z0-9]{9}\d)?/.exec(text);
  const description = /Description:\s*(.+)$/m.exec(text)?.[1] ?? '';
  asRow(sink, row, () => {
    sink.execution({
      row,
      side: sideOf(TYPE.exec(text)?.[1] ?? ''),
      symbol: names?.[1] ?? names?.[2] ?? '',
      option: parseOption(description),
      isin: names?.[3] ?? '',
      quantity,
      price,
      costs: amountsOf(lines, String.raw`Commission|Fees?|Charges?`),
      amounts: [...amountsOf(lines, 'Net Amount'), ...amountsOf(lines, 'Principal').concat(principalBehind(text))],
      when: traded,
      settles: settled,
      currency: 'USD',
    });
  });
}

/** The amount may follow the ISIN without a space, where no word begins. */
function principalBehind(text: string): string[] {
  const amount = /\dPrincipal\s+\$?([\d,.]+)$/m.exec(text)?.[1];
  return amount === undefined ? [] : [amount];
}

function readPlan(lines: readonly string[], sink: Sink): void {
  const text = lines.join('\n');
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const row = lines.findIndex((line) => PLAN.test(line)) + 1;
  asRow(sink, row, () => {
    const quantity = find(/Shares Purchased\s+([\d,.]+)/i);
    const total = parseAmount(parseNumber(find(/Total Price\s+\(?\$?([\d,.]+)\)?/i)) ?? '');
    const shares = parseQuantity(parseNumber(quantity) ?? '');
    if (total === null || shares === null || isZero(shares))
      return sink.invalid(row, 'The purchase names no number of shares or no total price');
    sink.execution({
      row,
      side: 'BOT',
      symbol:
        find(/\(([A-Z][A-Z0-9.]{0,6})\)\s*Shares Purchased/) ||
        find(/Company Name \(Symbol\).*\(([A-Z][A-Z0-9.]{0,6})\)/),
      quantity,
      // The price per share is printed before the plan's rounding; what was paid is the total.
      price: String(roundToEightPlaces(perUnit(total, shares))),
      when: find(/Purchase Date\s+(\d{2}-\d{2}-\d{4})/i),
      currency: 'USD',
    });
  });
}
