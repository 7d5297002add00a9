// Tiger Brokers (Singapore): activity statements. A trade's fees stand in its line and in the lines around it; the GST on
// them is the first figure after. Times carry their own zone.
import type { PdfFormat } from '../broker/format.ts';
import { asRow } from './layout.ts';
import { readWrapped } from './tiger-wrapped.ts';

const FEE = /([A-Z][A-Za-z ]*?(?:Fee|Commission)|Commission)\s*:\s*-?([\d,.]+)/g;
const FEE_LINE =
  /^(?:Settlement|Platform|Trading Activity|SEC|Clearing|Exchange|Option|Regulatory)[A-Za-z ]*Fee\s*:\s*-?[\d,.]+$/;
const MOMENT =
  /(\d{4}-\d{2}-\d{2})[,\s]*(?:[A-Za-z ]+:\s*-?[\d.]+\s*)?(\d{2}:\d{2}:\d{2}),?\s*(GMT[+-]\d{1,2}|[A-Z]{2,4})?/;
const TRADE = /^[A-Z0-9.]{1,8}\s.*\bCommission\s*:/;
const DIVIDEND =
  /^(\d{4}-\d{2}-\d{2})\s+(?:([A-Z0-9.]{1,8})\s+)?Cash Dividend\s+(.*?)\s+(-?[\d,.]+)(?:\s+([A-Z]{3}))?$/;
const MOVE =
  /^(\d{4}-\d{2}-\d{2})\s+((?:Deposit|Withdrawal|Transfer|Interest|Adjustment|Coupon|Fee)\b.*?)\s+(-?[\d,.]+)(?:\s+([A-Z]{3}))?$/;

export const tigerPdf: PdfFormat = {
  kind: 'pdf',
  name: 'tiger_brokers',
  label: 'Tiger Brokers',
  zone: 'Asia/Singapore',
  recognise: (text) => (/Tiger Brokers/i.test(text) ? 0.97 : 0),
  read(lines, sink) {
    const text = lines.join('\n');
    const currency = /Base Currency\s*:\s*([A-Z]{3})/.exec(text)?.[1] ?? 'USD';
    const stockCurrency = /Stock Currency\s*:\s*([A-Z]{3})/.exec(text)?.[1] ?? currency;
    const account = /Account(?: (?:ID|Number|No\.?))?\s*:\s*([\w-]*\d[\w-]*)/i.exec(text)?.[1];
    if (account !== undefined) sink.useAccount(account);
    for (const [index, line] of lines.entries()) {
      const row = index + 1;
      const dividend = DIVIDEND.exec(line);
      const move = MOVE.exec(line);
      if (readWrapped(lines, index, stockCurrency, sink)) continue;
      if (TRADE.test(line) && MOMENT.test(line)) asRow(sink, row, () => trade(row, line, around(lines, index)));
      else if (dividend !== null) {
        const [, when = '', symbol = '', description = '', amount = '', own] = dividend;
        const tax = /\bTax\b/.test(description) || amount.startsWith('-');
        asRow(sink, row, () => {
          sink.cash({
            row,
            when,
            amount,
            currency: own ?? currency,
            kind: tax ? 'tax' : 'dividend',
            symbol,
            memo: `Cash Dividend ${description}`,
          });
        });
      } else if (move !== null)
        asRow(sink, row, () => {
          sink.cash({
            row,
            when: move[1] ?? '',
            amount: move[3] ?? '',
            currency: move[4] ?? currency,
            description: move[2] ?? '',
            memo: move[2] ?? '',
          });
        });
    }

    function trade(row: number, line: string, feeLines: readonly string[]): void {
      const costs = [line, ...feeLines].flatMap((one) => [...one.matchAll(FEE)].map((match) => match[2] ?? ''));
      const moment = MOMENT.exec(line);
      const zone = moment?.[3] ?? '';
      const date = /\d{4}-\d{2}-\d{2}/.exec(line)?.[0] ?? '';
      const plain = line
        .replaceAll(FEE, ' ')
        .replace(/\d{4}-\d{2}-\d{2},?/, ' ')
        .replace(/\d{2}:\d{2}:\d{2},?(?:\s*(?:GMT[+-]\d{1,2}))?/, ' ');
      const [symbol = '', ...rest] = plain.trim().split(/\s+/);
      const [quantity = '', price = '', , amount = '', gst = ''] = rest.filter((word) => /^-?[\d,]*\.?\d+$/.test(word));
      sink.execution({
        row,
        side: quantity.startsWith('-') ? 'SLD' : 'BOT',
        symbol,
        quantity,
        price,
        costs: [...costs, gst.replace(/^-/, '')],
        amounts: [amount],
        when: `${date} ${moment?.[2] ?? ''} ${zone}`.trim(),
        currency: stockCurrency,
      });
    }
  },
};

/** The fee lines that belong to the trade at `index`: a settlement fee stands above it, the others below. */
function around(lines: readonly string[], index: number): string[] {
  const found: string[] = [];
  const above = lines[index - 1];
  if (above !== undefined && above.startsWith('Settlement Fee') && FEE_LINE.test(above)) found.push(above);
  for (let at = index + 1; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!FEE_LINE.test(line)) break;
    if (line.startsWith('Settlement Fee') && TRADE.test(lines[at + 1] ?? '')) break;
    found.push(line);
  }
  return found;
}
