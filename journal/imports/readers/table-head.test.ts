import { expect, test } from 'vitest';
import { parseBrokerFile, tableHead } from '../index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const GERMAN =
  'Depot 4711;;;;\n\nWann;Papier;Stk;Kurs;KV\n03.02.2026 10:15;SAP;10;180,50;K\n04.02.2026 11:00;SAP;10;190,25;V\n';

test('the headings are found below what stands over them, with the rows after them and how they write numbers', () => {
  expect(tableHead(bytes(GERMAN))).toEqual({
    columns: ['Wann', 'Papier', 'Stk', 'Kurs', 'KV'],
    rows: [
      ['03.02.2026 10:15', 'SAP', '10', '180,50', 'K'],
      ['04.02.2026 11:00', 'SAP', '10', '190,25', 'V'],
    ],
    fields: { price: 'Kurs' },
    bank_fields: {},
    decimal_mark: ',',
    date_order: 'dmy',
  });
});

test('what it shows is enough to say what each column is: the file is then read', () => {
  const { decimal_mark, date_order } = tableHead(bytes(GERMAN)) ?? {};
  const { executions } = parseBrokerFile(bytes(GERMAN), {
    profile: {
      name: 'Depot',
      columns: { time: 'Wann', symbol: 'Papier', quantity: 'Stk', price: 'Kurs', side: 'KV' },
      sideWords: { buy: ['K'], sell: ['V'] },
      ...(decimal_mark && { decimalMark: decimal_mark }),
      ...(date_order && { dateOrder: date_order }),
    },
  });
  expect(executions.map(({ action, quantity, price, time }) => [action, quantity, price, time.slice(0, 10)])).toEqual([
    ['BOT', 10, 180.5, '2026-02-03'],
    ['SLD', 10, 190.25, '2026-02-04'],
  ]);
});

test('headings that give themselves away are offered', () => {
  const table = tableHead(bytes('When,Ticker,Action,Shares,Px\n2026-02-03 10:15,MSFT,Buy,10,400.5\n'));
  expect(table?.fields).toMatchObject({ symbol: 'Ticker', side: 'Action', quantity: 'Shares' });
});

test("headings of a bank's statement that give themselves away are offered too, each for one thing, as the file spells them", () => {
  const table = tableHead(bytes('Buchungstag;Soll/Haben;Umsatz;Text;Wofür\n03.02.2026;S;4,20;Bäckerei;Brot\n'));
  expect(table?.bank_fields).toEqual({ date: 'Buchungstag', amount: 'Umsatz', sign: 'Soll/Haben', payee: 'Text' });
});

test('what is not a table is none', () => {
  expect(tableHead(bytes('dear sir, I write to you\nabout my account'))).toBeNull();
  expect(tableHead(bytes('%PDF-1.7 ...'))).toBeNull();
  expect(tableHead(bytes(''))).toBeNull();
});
