// A confirmation and the account's history contain the same trade: importing both asks about one fill, not two.
import { expect, it } from 'vitest';
import { read } from '../testing/read.ts';
import { parseBrokerPdfText } from '../readers/pdf-reader.ts';

it.each([
  [
    'Firstrade',
    `Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
HARB,10,41.50,BUY,HARBOUR TOOLS INC,2025-03-10,2025-03-11,0,-415.00,0,0,411001AB9,Trade
,-5,2.10,SELL,PUT HARB 03/21/25 45 HARBOUR TOOLS INC,2025-03-11,2025-03-12,0,1049.80,0,0.20,9KQRZT4,Trade
`,
    `Apex Clearing Corporation
FIRSTRADE HOUSE REP
ACCOUNT NUMBER: 7-3
YOU BOUGHT HARB 411001AB9 03/10/25 03/11/25 MARGIN 10 $41.50000
HARBOUR TOOLS INC PRINCIPAL $415.00
NET AMOUNT $415.00
YOU SOLD 9KQRZT4 03/11/25 03/12/25 MARGIN 5 $2.10000
PUT HARB 03/21/25 45 HARBOUR TOOLS INC PRINCIPAL $1,050.00
UNSOLICITED OPTION FEE $0.20
NET AMOUNT $1,049.80
`,
  ],
  [
    'E*TRADE',
    `Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note
02/05/2024,02/05/2024,02/07/2024,Sold,HARBOUR TOOLS INC,HARB,411001AB9,-10.0,44.0,439.98,0.02,--,--
`,
    `E*TRADE from Morgan Stanley
Account Number: 1234-5678
Trade Date Settlement Date Quantity Price
02/05/2024 02/07/2024 10 44.00
Transaction Type: Sold
Description: HARBOUR TOOLS INC
Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90
Principal $440.00
Supplemental Transaction Fee $0.02
Net Amount $439.98
`,
  ],
])('%s', (_, history, confirmation) => {
  const fillsOf = ({ executions, format }: Pick<ReturnType<typeof read>, 'executions' | 'format'>) =>
    executions.map((fill) => [
      format,
      fill.instrument,
      fill.action,
      fill.quantity,
      fill.price,
      fill.commission,
      fill.time,
    ]);
  const pdf = parseBrokerPdfText(confirmation);
  expect(fillsOf(pdf).length).toBeGreaterThan(0);
  expect(fillsOf(pdf)).toEqual(fillsOf(read(history)));
  expect(pdf.diagnostics.warnings).toEqual([]);
});
