// From each broker's statement to the form it belongs on: futures, options on them and index options on Form 6781, never
// washed; shares, bonds, funds and coins on Form 8949; currencies on neither.
import { form6781, form8949, section988, taxLots } from '@zorivest/domain';
import { expect, it } from 'vitest';
import { parseBrokerFile, parseBrokerPdfText } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';
import { CLOSED_POSITIONS } from '../testing/closed-positions.ts';
import { FORMATS } from '../readers/registry.ts';

const nameOf = ({ kind, name }: (typeof FORMATS)[number]) =>
  kind === 'pdf' || kind === 'json' ? `${name} ${kind}` : name;

it('every format there is has a statement here', () => {
  expect(
    Object.keys(CLOSED_POSITIONS).toSorted(),
    'each format has a statement with closed positions in testing/closed-positions.ts',
  ).toEqual(
    FORMATS.filter(({ statesOnly }) => statesOnly !== true)
      .map(nameOf)
      .toSorted(),
  );
});

it.each(Object.entries(CLOSED_POSITIONS))('%s', (name, { statement, year, ...expected }) => {
  const read = name.endsWith(' pdf')
    ? parseBrokerPdfText(statement, { accountId: 'A' })
    : parseBrokerFile(bytesOf(statement), { accountId: 'A' });
  expect(read.format).toBe(name.split(' ')[0]);
  expect(read.diagnostics.invalid).toEqual([]);
  const { lots } = taxLots(read.executions);
  const input = { year, lots };
  const summaryOf = ({ rows }: ReturnType<typeof form8949>) =>
    rows.map(({ description, gain_loss, code }) => `${description}: ${gain_loss}${code === null ? '' : ` ${code}`}`);
  expect({
    contracts: summaryOf(form6781(input)),
    sales: summaryOf(form8949(input)),
    currencies: section988(lots, year, 'ordinary').gain_loss,
  }).toEqual({ contracts: [], sales: [], currencies: 0, ...expected });
});

it.each([
  ['SPX 100 (Weeklys) 19 JAN 24 4700 PUT', 'SPXW 240119 P 4700'],
  ['SPX 100 (Quarterlys) 28 JUN 24 4700 PUT', 'SPXW 240628 P 4700'],
  ['SPX 100 19 JAN 24 4700 PUT', 'SPX 240119 P 4700'],
  ['NDX 100 (Weeklys) 26 JAN 24 17000 CALL', 'NDXP 240126 C 17000'],
  ['AAPL 100 (Weeklys) 26 JAN 24 190 CALL', 'AAPL 240126 C 190'],
])('thinkorswim names the index and says which series is meant: %s', (text, instrument) => {
  const statement = `DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/2/24,09:30:05,TRD,="1001",BOT +1 ${text} @10.00,-0.02,-1.00,"-1,000.00","81,448.98"
`;
  expect(parseBrokerFile(bytesOf(statement)).executions).toMatchObject([{ instrument }]);
});
