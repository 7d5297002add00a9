import { type Form1099Row, form8949, type FormInput, formTxf, type Lot, match1099 } from '@zorivest/domain';
import { describe, expect, it } from 'vitest';
import { readForm1099 } from './index.ts';

const read = (text: string) => readForm1099(new TextEncoder().encode(text));

const lots: readonly Lot[] = [
  {
    id: 'lot-1',
    symbol: 'HARB',
    quantity: 100,
    acquired: '2024-01-10',
    cost_basis: 4000,
    sold: '2025-06-10',
    proceeds: 4600,
    closed_by: 's1',
  },
  // Half of the loss is washed, so that the form has two rows of one lot.
  {
    id: 'lot-2',
    symbol: 'XYZ',
    quantity: 10,
    acquired: '2025-03-03',
    cost_basis: 1000,
    sold: '2025-06-10',
    proceeds: 800,
    closed_by: 's2',
  },
  { id: 'lot-3', symbol: 'XYZ', quantity: 5, acquired: '2025-06-20', cost_basis: 410 },
  {
    id: 'lot-4',
    symbol: 'HARB 250321 C 50',
    quantity: 2,
    acquired: '2025-01-10',
    cost_basis: 401.3,
    sold: '2025-02-10',
    proceeds: 355.7,
    option: { underlying: 'HARB', right: 'call' },
    closed_by: 's3',
  },
  {
    id: 'lot-5',
    symbol: 'NIMB',
    side: 'short',
    quantity: 12.5,
    sold: '2025-04-01',
    proceeds: 500,
    acquired: '2025-04-20',
    cost_basis: 410,
    closed_by: 's4',
  },
].map((lot) => ({ account_id: 'main', ...lot }) as Lot);

it('what goes out as TXF comes in again without a difference', () => {
  const input: FormInput = { lots, year: 2025 };
  const form = form8949(input);
  expect(form.rows).toHaveLength(5);
  const file = read(formTxf(form, '2026-02-01').text);
  expect(file).toMatchObject({ form: '1099-B', year: 2025, invalid: [], skipped: [] });
  const rows = file.sales.map(({ instrument = null, ...sale }): Form1099Row => ({
    ...sale,
    instrument,
    account_id: 'main',
    form: file.form,
  }));
  const { differences, matched } = match1099(input, rows);
  expect(differences).toEqual([]);
  expect(matched.get('main')).toBe(5);
});

describe('a table of sales', () => {
  it('is known by the boxes of the form, with headings between its rows', () => {
    const { sales, form, year } = read(`Form 1099-B,2025,,,,,,
SHORT TERM TRANSACTIONS FOR COVERED TAX LOTS,,,,,,,
1a- Description of property (CUSIP / Symbol),Quantity,1b- Date acquired,1c- Date sold or disposed,1d- Proceeds,1e- Cost or other basis,1g- Wash sale loss disallowed,Additional information
Description,Quantity,Date acquired,Date sold or disposed,Proceeds,Cost or other basis,Wash sale loss disallowed,
HARBOUR TOOLS INC (HARB),100,02/03/2025,06/10/2025,"$4,600.00","$4,000.00",0.00,Sale
,,,,,,,
Totals:,,,,"4,600.00","4,000.00",,
LONG TERM TRANSACTIONS FOR NONCOVERED TAX LOTS,,,,,,,
OLDCO,5,VARIOUS,07/01/2025,250.00,,12.50 W,Sale
`);
    expect([form, year]).toEqual(['1099-B', 2025]);
    expect(sales).toMatchObject([
      {
        instrument: 'HARB',
        quantity: 100,
        acquired: '2025-02-03',
        box: 'A',
        proceeds: 4600,
        cost_basis: 4000,
        wash: 0,
      },
      { instrument: 'OLDCO', acquired: null, box: 'E', term: 'long', cost_basis: null, wash: 12.5 },
    ]);
  });

  it('says box and term in columns of its own, or whether a security is covered', () => {
    const { sales } =
      read(`Account,Description,Symbol,CUSIP,Date Acquired,Date Sold,Gross Proceeds,Cost or Other Basis,Wash Sale Loss Disallowed,Type of Gain(Loss),Noncovered Securities,Reporting Category
X1,100 HARBOUR TOOLS,HARB,411001001,2/3/2025,6/10/2025,4600,4000,,Short-term,N,
X1,HARB 06/20/2025 50.00 C,,,2/3/2025,6/10/2025,460,400,,Short-term,Y,
X1,7 NIMB,NIMB,,2/3/2024,6/10/2025,70,60,,,,D
`);
    expect(sales).toMatchObject([
      { instrument: 'HARB', cusip: '411001001', quantity: 100, box: 'A' },
      { instrument: 'HARB 250620 C 50', box: 'B' },
      { instrument: 'NIMB', quantity: 7, box: 'D', term: 'long' },
    ]);
  });

  it('is of digital assets where it says so', () => {
    const { form, sales } = read(`Form 1099-DA digital asset proceeds
Asset symbol,Number of units,Date acquired,Date sold or disposed,Proceeds,Cost or other basis,Basis reported to IRS
BTC,0.5,1/2/2025,3/4/2025,45000,41000,no
`);
    expect(form).toBe('1099-DA');
    expect(sales).toMatchObject([{ instrument: 'BTC', quantity: 0.5, box: 'H', wash: null }]);
  });

  it('names the row that cannot be read, and says what a file without the columns lacks', () => {
    const { invalid, sales } = read(
      'Description,Date sold,Proceeds\nHARB,31/31/2025,5\nHARB,3/3/2025,five\n100 sh. HARB,3/3/2025,5\n',
    );
    expect(invalid.map(({ row }) => row)).toEqual([2, 3]);
    expect(sales).toHaveLength(1);
    expect(read('Date,Action\n1/1/2025,Buy\n').invalid[0]?.reason).toContain('Date sold');
    expect(read('').sales).toEqual([]);
  });
});

it('a TXF file of a broker: other forms are left out, sums too, and a damaged record is named', () => {
  const { sales, skipped, invalid } = read(
    'V042\r\nAbroker\r\nD01/31/2026\r\n^\r\nTD\r\nN286\r\nC1\r\nL1\r\n$12.00\r\n^\r\nTS\r\nN321\r\nC1\r\nL1\r\n$5\r\n^\r\nTD\r\nN713\r\nC1\r\nL1\r\nP5 sh. OLDCO\r\nDVARIOUS\r\nD07/01/2025\r\n$\r\n$250.00\r\n^\r\nTD\r\nN321\r\nC1\r\nL1\r\nP1 HARB\r\nD\r\nDnever\r\n$1\r\n$2\r\n^\r\n',
  );
  expect(sales).toMatchObject([
    { row: 17, box: 'E', acquired: null, cost_basis: null, quantity: 5, instrument: 'OLDCO' },
  ]);
  expect(skipped).toHaveLength(2);
  expect(invalid).toMatchObject([{ row: 27, reason: '"never" is no day of a sale' }]);
});
