// E*TRADE: employee stock plan purchases and trade confirmations.
import { eighths, parseFixed } from '@zorivest/domain';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import { parseOption } from '../broker/instrument.ts';
import type { Sink } from '../broker/sink.ts';
import { parseNumber } from '../text/number.ts';
import { asRow } from './layout.ts';

const PLAN = /EMPLOYEE STOCK PLAN PURCHASE CONFIRMATION/;
const TRADE =
  /^(\d{2}\/\d{2}\/\d{2,4})\s+(\d{2}\/\d{2}\/\d{2,4})\s+(?:[\d\s]+\s)?([A-Z][A-Z0-9.]{0,6})\s+(BUY|SELL|BOUGHT|SOLD)\s+([\d,.]+)\s+\$?([\d,.]+)\b/;

export const etradePdf: PdfFormat = {
  kind: 'pdf',
  name: 'etrade',
  label: 'E*TRADE',
  zone: NEW_YORK,
  recognise: (text) =>
    /E\*TRADE/i.test(text) && (PLAN.test(text) || text.split('\n').some((line) => TRADE.test(line))) ? 0.97 : 0,
  read(lines, sink) {
    if (lines.some((line) => PLAN.test(line))) readPlan(lines, sink);
    for (const [index, line] of lines.entries()) {
      const match = TRADE.exec(line);
      if (match === null) continue;
      const next = lines.findIndex((other, at) => at > index && TRADE.test(other));
      const block = lines.slice(index, next === -1 ? lines.length : next);
      const [, traded = '', settled = '', symbol = '', verb = '', quantity = '', price = ''] = match;
      asRow(sink, index + 1, () => {
        sink.execution({
          row: index + 1,
          side: verb.startsWith('B') ? 'BOT' : 'SLD',
          symbol,
          option: block.map((one) => parseOption(one)).find((found) => found !== null) ?? null,
          quantity,
          price,
          costs: block.flatMap((one) => /\b(?:COMMISSION|FEES?)\s+\$?([\d,.]+)$/i.exec(one)?.[1] ?? []),
          when: traded,
          settles: settled,
          currency: 'USD',
        });
      });
    }
  },
};

function readPlan(lines: readonly string[], sink: Sink): void {
  const text = lines.join('\n');
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const row = lines.findIndex((line) => PLAN.test(line)) + 1;
  const account = find(/Account Number[:\s]+([\w-]+)/i);
  if (account !== '') sink.useAccount(account);
  asRow(sink, row, () => {
    const quantity = find(/Shares Purchased\s+([\d,.]+)/i);
    const total = parseFixed(parseNumber(find(/Total Price\s+\(?\$?([\d,.]+)\)?/i)) ?? '');
    const shares = parseFixed(parseNumber(quantity) ?? '');
    if (total === null || shares === null || shares === 0n)
      return sink.invalid(row, 'The purchase names no number of shares or no total price');
    sink.execution({
      row,
      side: 'BOT',
      symbol:
        find(/\(([A-Z][A-Z0-9.]{0,6})\)\s*Shares Purchased/) ||
        find(/Company Name \(Symbol\).*\(([A-Z][A-Z0-9.]{0,6})\)/),
      quantity,
      // The price per share is printed before the plan's rounding; what was paid is the total.
      price: String(eighths((total * 10n ** 12n) / shares)),
      when: find(/Purchase Date\s+(\d{2}-\d{2}-\d{4})/i),
      currency: 'USD',
    });
  });
}
