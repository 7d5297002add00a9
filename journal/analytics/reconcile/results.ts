// What a statement says was realised, paid and withheld.
import { type BookSide, type Check, check, LOT_METHODS, near, round, rowOf, show } from './check.ts';
import type { Statement } from './statement.ts';

export function realisedChecks({ figures, date }: Statement, book: BookSide): Check[] {
  const own = figures.filter(
    ({ kind, subject, amounts }) => kind === 'realised' && subject !== 'total' && amounts['realised'] !== undefined,
  );
  // Lots of one sale are one result: they are added up before they are compared.
  const groups = Map.groupBy(own, ({ subject, date: closed, amounts, from }) =>
    amounts['proceeds'] === undefined
      ? `${subject}\n${from ?? ''}\n${closed ?? date}`
      : `${subject}\n\n${closed ?? date}`,
  );
  return [...groups].flatMap(([key, lots]): Check[] => {
    const [name = '', from = '', to = date] = key.split('\n');
    const instrument = book.nameOf(name, undefined, to);
    const stated = round(lots.reduce((sum, { amounts }) => sum + (amounts['realised'] ?? 0), 0));
    const first = from === '' ? (lots[0]?.amounts['proceeds'] === undefined ? '0000-01-01' : to) : from;
    const found = book.realised(instrument, first, to, 'fifo');
    const rows = lots.flatMap(({ row }) => rowOf(row));
    if (found === null && Math.abs(stated) < 0.005) return [];
    const currency = lots[0]?.currency;
    // A summary in the account's currency says nothing of a result in another.
    if (currency !== undefined && found !== null && found.currency !== null && found.currency !== currency) return [];
    return [
      check(
        'realised',
        instrument,
        {
          stated,
          book: found?.total ?? null,
          within: 0.011 + 0.005 * (found?.ids.length ?? 0),
          rows: [...rows, ...(found?.ids ?? [])],
        },
        (difference) => {
          if (found === null)
            return {
              cause: `The book has no sale of ${instrument} ${first === to ? `on ${to}` : `up to ${to}`}: the fills that closed it are in no imported file.`,
              act: `Import the trades of this account ${first === to ? `of ${to}` : `up to ${to}`}.`,
            };
          for (const method of LOT_METHODS) {
            const other = method === 'fifo' ? null : book.realised(instrument, first, to, method);
            if (other !== null && near(stated, other.total, other.ids.length))
              return { cause: `Another lot method: their result is ours by ${method}.`, explained: true };
          }
          const disallowed = lots.reduce((sum, { amounts }) => sum + (amounts['disallowed'] ?? 0), 0);
          if (disallowed !== 0 && near(stated, found.total + disallowed, lots.length))
            return {
              cause: `A loss of ${show(disallowed)} that the wash-sale rules disallow is left out of their result.`,
              explained: true,
            };
          if (Math.abs(difference) < 0.06) return { cause: 'Rounding of single lots.', explained: true };
          return {
            cause: `The result differs by ${show(difference)}: another purchase price, a fee, or lots the book does not have.`,
            act: `zorivest trade list --instrument ${JSON.stringify(instrument)} shows the fills; hold them against the broker's lots.`,
          };
        },
      ),
    ];
  });
}

export function incomeChecks({ figures, cash, date }: Statement, book: BookSide): Check[] {
  const lines = [
    { kind: 'dividends', line: 'dividend', words: /^dividends?$|^payment_in_lieu/ },
    { kind: 'withholding', line: 'withholding', words: /^withholding/ },
  ] as const;
  return lines.flatMap(({ kind, line, words }) => {
    const totals = figures.filter((one) => one.kind === kind && one.subject === 'total');
    const stated =
      totals.length > 0
        ? totals.map((one) => ({
            currency: one.currency ?? '',
            from: one.from,
            to: one.date ?? date,
            amount: one.amounts['amount'] ?? 0,
            row: one.row,
          }))
        : cash
            .filter(({ in_base, moved }) => in_base !== true && moved !== undefined)
            .map((one) => ({
              currency: one.currency,
              from: one.from,
              to: one.date ?? date,
              amount: Object.entries(one.moved ?? {}).reduce(
                (sum, [name, part]) => (words.test(name) ? sum + part : sum),
                0,
              ),
              row: one.row,
            }));
    return stated.flatMap(({ currency, from, to, amount, row }): Check[] => {
      if (from === undefined || currency === '') return [];
      const { total, ids } = book.paid(line, currency, from, to);
      if (amount === 0 && total === 0) return [];
      return [
        check(
          kind,
          currency,
          {
            stated: round(amount),
            book: total,
            within: 0.0101 + 0.005 * ids.length,
            rows: [...rowOf(row), ...ids.slice(0, 20)],
          },
          (difference) => ({
            cause: `Between ${from} and ${to} the book has ${show(round(total))} ${currency} in ${ids.length} rows: ${show(Math.abs(difference))} ${difference > 0 === (line === 'dividend') ? 'is missing' : 'is more than the statement says'}.`,
            act: `Import the cash rows of this account from ${from} to ${to}.`,
          }),
        ),
      ];
    });
  });
}
