// Questrade: monthly statements. Each activity has nine figures at its end: the quantity, then price, gross, commission
// and net in Canadian dollars, then the same four in US dollars; a dash is nothing.
import { CanadianListings } from '../broker/canadian-listings.ts';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import { sideOf } from '../broker/row-text.ts';
import { asRow } from './layout.ts';

const START = /^(\d{2}-\d{2}-\d{4})\s+(\d{2}-\d{2}-\d{4})\s*(.*)$/;
const CELL = String.raw`(-|\(?-?[\d,]*\.?\d+\)?)`;
const FIGURES = new RegExp(`\\s${Array.from({ length: 9 }, () => CELL).join('\\s+')}\\s*$`);

export const questradePdf: PdfFormat = {
  kind: 'pdf',
  name: 'questrade',
  label: 'Questrade',
  zone: NEW_YORK,
  recognise: (text) => (/Questrade/i.test(text) && /ACTIVITY DETAILS/i.test(text) ? 0.97 : 0),
  read(lines, sink) {
    const account = lines.map((line) => /Account #:?\s*(\d+)/i.exec(line)?.[1]).find(Boolean);
    if (account !== undefined) sink.useAccount(account);
    const listings = new CanadianListings();
    for (const [index, line] of lines.entries()) {
      const start = START.exec(line);
      if (start === null) continue;
      // The description runs over the next lines until the figures come.
      let description = start[3] ?? '';
      let figures = FIGURES.exec(` ${description}`);
      for (let more = index + 1; figures === null && more <= index + 8; more++) {
        const next = lines[more];
        if (next === undefined || START.test(next)) break;
        description += ` ${next}`;
        figures = FIGURES.exec(description);
      }
      asRow(sink, index + 1, () => {
        if (figures === null) return sink.invalid(index + 1, 'The activity has no figures');
        activity(
          index + 1,
          { traded: start[1] ?? '', settled: start[2] ?? '' },
          description.slice(0, description.length - figures[0].trimStart().length).trim(),
          figures.slice(1),
        );
      });
    }

    function activity(
      row: number,
      days: { traded: string; settled: string },
      description: string,
      figures: readonly string[],
    ): void {
      const orBlank = (cell: string | undefined) => (cell === undefined || cell === '-' ? '' : cell);
      const usd = figures.slice(1, 5).every((cell) => cell === '-') && figures.slice(5).some((cell) => cell !== '-');
      const [price, gross = '', commission, net = ''] = figures.slice(usd ? 5 : 1, usd ? 9 : 5).map(orBlank);
      const currency = usd ? 'USD' : 'CAD';
      const symbol =
        /(?:^|\s)(\.?[A-Z][A-Z0-9]{0,6}(?:\.[A-Z]{1,4})?)\s/.exec(
          description.replace(/^[A-Z]?[a-z]\w*\s+/, ' '),
        )?.[1] ?? '';
      const side = sideOf(/^[A-Za-z]+/.exec(description)?.[0] ?? '');
      if (side !== null && orBlank(figures[0]) !== '' && price)
        sink.execution({
          row,
          side,
          symbol: listings.of(symbol),
          quantity: orBlank(figures[0]),
          price,
          // Printed in brackets, as what leaves the account.
          costs: [(commission ?? '').replaceAll(/[()-]/g, '')],
          amounts: [gross, net],
          when: days.traded,
          settles: days.settled,
          currency,
        });
      else if (net === '') sink.skipMoneyless(row, 'The activity', orBlank(figures[0]));
      else
        sink.cash({
          row,
          when: days.traded,
          amount: net,
          currency,
          description: /\bDIST\b/.test(description) ? 'distribution' : description,
          symbol: listings.of(/^\.[A-Z][A-Z0-9.]*/.exec(description)?.[0] ?? ''),
          memo: description.replaceAll(/[\s|]+/g, ' '),
        });
    }
  },
};
