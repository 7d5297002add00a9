// Lists of realised gains and losses, lot by lot, as TD Ameritrade, Schwab and Fidelity export them. The trades themselves
// come from other files; these results are reconciled with the book's.
import type { Cells } from '../../text/csv.ts';
import { Header, Row } from '../../text/columns.ts';
import { isNote, isTotal, NEW_YORK, type Recognition, STATED, type TableFormat } from '../format.ts';
import { optionInstrument } from '../instrument.ts';
import type { Sink } from '../sink.ts';

const NAMES = {
  symbol: ['symbol', 'ticker', 'symbolcusip'],
  security: ['security', 'securitydescription', 'description', 'name', 'securityname'],
  quantity: ['qty', 'quantity', 'shares'],
  opened: ['opendate', 'openeddate', 'dateopened', 'dateacquired', 'acquired', 'acquireddate', 'opentradedate'],
  closed: [
    'closedate',
    'closeddate',
    'dateclosed',
    'datesold',
    'sold',
    'solddate',
    'saledate',
    'closetradedate',
    'datesoldordisposed',
  ],
  cost: ['adjcost', 'costbasis', 'costbasiscb', 'cost', 'adjustedcost', 'costorotherbasis'],
  proceeds: ['adjproceeds', 'proceeds', 'saleproceeds', 'adjustedproceeds'],
  realised: ['adjgain', 'gainloss', 'realizedgainloss', 'totalgainloss', 'gain', 'gainlossadj', 'netgainloss'],
  short: ['shorttermgainloss', 'shorttermgain', 'stgainloss'],
  long: ['longtermgainloss', 'longtermgain', 'ltgainloss'],
  disallowed: ['disallowedloss', 'washsaledisallowed', 'washsalelossdisallowed', 'washsale'],
  term: ['term', 'holdingperiod'],
  account: ['account', 'accountnumber'],
  kind: ['transtype'],
} as const;

const has = (header: Header, names: readonly string[]) => names.some((name) => header.columns.has(name));

function fits(header: Header): boolean {
  return (
    (has(header, NAMES.symbol) || has(header, NAMES.security)) &&
    has(header, NAMES.quantity) &&
    has(header, NAMES.opened) &&
    has(header, NAMES.closed) &&
    has(header, NAMES.cost) &&
    has(header, NAMES.proceeds) &&
    (has(header, NAMES.realised) || has(header, NAMES.short) || has(header, NAMES.long)) &&
    !header.columns.has('costpershare')
  );
}

export const realisedGains: TableFormat = {
  kind: 'csv',
  name: 'realised_gains',
  label: 'list of realised gains',
  aliases: ['tdameritrade_gains', 'fidelity_gains', 'schwab_gains'],
  zone: NEW_YORK,
  statesOnly: true,
  recognise({ headers }): Recognition | null {
    const found = headers.find(({ index, header }) => index < 20 && fits(header));
    return found === undefined
      ? null
      : { confidence: 0.93, reason: `Row ${found.index + 1} has the columns of a list of realised gains.` };
  },
  reader(sink) {
    let header: Header | null = null;
    return {
      row(cells, number) {
        const opened = new Header(cells);
        if (fits(opened)) header = opened;
        else if (header !== null && !isNote(cells)) {
          state(sink, new Row(header, cells, number), cells);
          sink.skip(number, 'stated', STATED);
        }
      },
    };
  },
};

function state(sink: Sink, row: Row, cells: Cells): void {
  const field = (name: keyof typeof NAMES) => row.field(NAMES[name]).replace(/^--$/, '');
  const security = field('security');
  const isSum = isTotal(cells) || /^(?:grand |sub)?total/i.test(security || field('symbol'));
  // "Alpha Bravo Charlie (ABC)" names the ticker in its last parenthesis.
  const ticker = field('symbol') || (/\(([A-Z][A-Z0-9./ -]{0,30})\)\s*$/.exec(security)?.[1] ?? security);
  const option = sink.option(ticker) ?? sink.option(security);
  const apart = [field('short'), field('long')].filter((cell) => cell !== '');
  const realised =
    field('realised') ||
    (apart.length === 0 ? '' : String(apart.reduce((sum, cell) => sum + (sink.value(cell) || 0), 0)));
  sink.holdings.figure({
    kind: 'realised',
    subject: isSum ? 'total' : option === null ? ticker.toUpperCase() : optionInstrument(option).symbol,
    amounts: {
      quantity: field('quantity'),
      cost: field('cost'),
      proceeds: field('proceeds'),
      realised,
      percent: percentIn(row),
      ...(/^(?:yes|no)$/i.test(field('disallowed')) ? {} : { disallowed: field('disallowed') }),
    },
    ...(isSum ? {} : { from: field('opened'), when: field('closed') }),
    name: security,
    note: [field('kind'), field('term')].filter(Boolean).join(', '),
    account: field('account'),
    row: row.number,
  });
}

/** "Adj gain(%)" is called like "Adj gain($)" but for its sign. */
function percentIn(row: Row): string {
  return row.entries().find(([name]) => /gain/i.test(name) && /%|percent/i.test(name))?.[1] ?? '';
}
