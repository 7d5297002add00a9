// Firstrade (cleared by Apex): trade confirmations.
import { parseOption } from '../broker/instrument.ts';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import { asRow } from './layout.ts';

const TRADE =
  /^YOU (BOUGHT|SOLD)\s+(?:([A-Z][A-Z0-9.]{0,6})\s+)?([A-Z0-9]{7,9})\s+(\d{2}\/\d{2}\/\d{2,4})\s+(\d{2}\/\d{2}\/\d{2,4})\s+.*?([\d,.]+)\s+\$([\d,.]+)$/;

export const firstradePdf: PdfFormat = {
  kind: 'pdf',
  name: 'firstrade',
  label: 'Firstrade',
  zone: NEW_YORK,
  recognise: (text) => (/FIRSTRADE/i.test(text) && /^YOU (?:BOUGHT|SOLD)\b/m.test(text) ? 0.98 : 0),
  read(lines, sink) {
    const account = lines.map((line) => /ACCOUNT NUMBER:\s*([\w-]+)/.exec(line)?.[1]).find(Boolean);
    if (account !== undefined) sink.useAccount(account);
    const starts = lines.flatMap((line, index) => (/^YOU (?:BOUGHT|SOLD)\b/.test(line) ? [index] : []));
    for (const [place, start] of starts.entries()) {
      const block = lines.slice(start, starts[place + 1] ?? lines.length);
      asRow(sink, start + 1, () => {
        const match = TRADE.exec(lines[start] ?? '');
        if (match === null) return sink.invalid(start + 1, 'The trade line could not be read');
        const [, verb, symbol, cusip = '', traded = '', settled = '', quantity = '', price = ''] = match;
        // An option is named by its description, in front of the amount: "PUT HARB 03/21/25 45 … PRINCIPAL $1,050.00".
        const option = block
          .map((line) => parseOption(line.replace(/\s+PRINCIPAL\b.*$/, '')))
          .find((found) => found !== null);
        const costs = block.flatMap((line) => /\b(?:COMMISSION|FEES?)\s+\$([\d,.]+)$/.exec(line)?.[1] ?? []);
        sink.execution({
          row: start + 1,
          side: verb === 'SOLD' ? 'SLD' : 'BOT',
          symbol: symbol ?? cusip,
          option: option ?? null,
          quantity,
          price,
          costs,
          amounts: ['NET AMOUNT', 'PRINCIPAL'].flatMap((word) =>
            block.flatMap((line) => new RegExp(`\\b${word}\\s+\\$([\\d,.]+)$`).exec(line)?.[1] ?? []).slice(0, 1),
          ),
          when: traded,
          settles: settled,
          currency: 'USD',
        });
      });
    }
  },
};
