// Statements that were once read wrongly, or not at all, as they arrive in the book: the way from the file to the figure.
// Every statement is written here after the layout of its broker; companies, accounts and figures are made up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

let made = 0;
async function importText(text: string) {
  const account_id = `F${++made}`;
  await withAccount(service.client, account_id);
  const summary = await service.client.imports.brokerCsv({
    body: { account_id, file: { bytes: Buffer.from(text), name: 'statement.csv' } },
  });
  const { items } = await service.client.trades.list({ query: { account_id, sort: 'time' } });
  const { items: money } = await service.client.banking.transactions({ query: { account_id } });
  const { items: events } = await service.client.positionEvents.list({ query: { account_id } });
  return {
    ...summary,
    trades: items.map(
      ({ action, quantity, instrument, price, multiplier, commission, asset_class, currency }) =>
        `${action} ${quantity} ${instrument} @${price} x${multiplier} cost ${commission} ${currency} ${asset_class}`,
    ),
    money: money.map(({ category, amount, currency }) => `${category} ${amount} ${currency}`),
    events: events.map(({ kind, instrument, quantity }) => `${kind} ${instrument} ${quantity}`),
  };
}

describe('a statement comes into the book as its broker meant it', () => {
  it.each([
    [
      'a Treasury bill is priced in percent (Schwab)',
      `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/04/2025","Buy","912797AB1","US TREASURY BILL DUE 09/04/25","10,000","$97.85","","-$9,785.00"
`,
      ['BOT 10000 912797AB1 @97.85 x0.01 cost 0 USD BOND'],
    ],
    [
      'tastyworks without a sub type: prices per unit, costs as costs',
      `Date,Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Underlying Symbol,Expiration Date,Strike Price,Call or Put
2021-03-04T10:00:00-0500,Trade,SELL_TO_OPEN,HARB  210319P00045000,Equity Option,Sold 3 HARB 03/19/21 Put 45.00 @ 1.33,400.00,3,133.33,-3.00,-0.42,100,HARB,3/19/21,45,PUT
`,
      ['SLD 3 HARB 210319 P 45 @1.33333333 x100 cost 3.42 USD OPTION'],
    ],
    [
      'every fee of NinjaTrader’s Trade Performance is a cost',
      `Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. profit,Commission,Clearing Fee,Exchange Fee,IP Fee,NFA Fee,MAE,MFE
1,ES 03-26,Sim101,,Long,1,5000.25,5001.25,1/2/2026 9:30:00 AM,1/2/2026 9:35:00 AM,,,$50.00,$50.00,$2.00,$0.38,$2.80,$0.10,$0.04,$10,$120
`,
      ['BOT 1 ESH26 @5000.25 x50 cost 5.32 USD FUTURE', 'SLD 1 ESH26 @5001.25 x50 cost 0 USD FUTURE'],
    ],
    [
      'a Flex query with an ISIN and no symbol keeps commission and currency',
      `ClientAccountID,CurrencyPrimary,AssetClass,ISIN,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell
U1,EUR,STK,DE0009990017,f-5,20250304;100000,10,33.25,-1.25,BUY
`,
      ['BOT 10 DE0009990017 @33.25 x1 cost 1.25 EUR EQUITY'],
    ],
    [
      'an IBKR table with an Order ID is known',
      'Symbol,Date/Time,Quantity,Price,Comm/Fee,Order ID\nHARB,"2025-03-04, 10:00:00",-10,41.50,-1.00,77\n',
      ['SLD 10 HARB @41.5 x1 cost 1 USD EQUITY'],
    ],
    [
      'CQG’s prefix stands before a future',
      'Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2026,09:30:01,F.US.EPH26,B,1,6900.25,CQG\n',
      ['BOT 1 ESH26 @6900.25 x50 cost 0 USD FUTURE'],
    ],
    [
      'an option on a future at thinkorswim',
      `Account Statement for 123456789 (ira) since 1/1/26 through 1/31/26

Cash Balance
DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/12/26,10:30:05,TRD,="1002",SOLD -1 /ESH26:XCME 1/50 20 FEB 26 (Week3) /EW3G26:XCME 6900 PUT @12.50,-1.38,-2.25,625.00,

Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/12/26 10:30:05,SINGLE,SELL,-1,TO OPEN,/ESH26:XCME 1/50 20 FEB 26 (Week3),/EW3G26:XCME,6900,PUT,12.50,12.50,LMT
`,
      ['SLD 1 /ESH26 260220 P 6900 @12.5 x50 cost 3.63 USD FUTURE_OPTION'],
    ],
    [
      'Webull outside the United States',
      `Symbol & Name,Trade Date,Settlement Date,Buy/Sell,Quantity,Traded Price,Gross Amount,Comm/Fee/Tax,VAT,Net Amount
HARB HARBOUR TOOLS INC,03/04/2025,04/04/2025,SELL,2.5,40.00,100.00,-0.30,-0.02,99.68
`,
      ['SLD 2.5 HARB @40 x1 cost 0.32 USD EQUITY'],
    ],
    [
      'a Flex query without the price',
      `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Trade symbol="HARB" assetCategory="STK" currency="USD" quantity="10" dateTime="20250304;100000" buySell="BUY" ibCommission="-1" ibCommissionCurrency="USD" tradeMoney="415"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
      ['BOT 10 HARB @41.5 x1 cost 1 USD EQUITY'],
    ],
    [
      'lots are units at cTrader',
      `Symbol,Opening direction,Opening time,Closing time,Entry price,Closing price,Closing Quantity,Commission,Swap,Gross USD,Net USD,ID
EURUSD,Buy,05/01/2026 10:00:00,05/01/2026 11:00:00,1.10000,1.10100,1.50 Lots,-2.00,0.00,150.00,148.00,c-1
`,
      ['BOT 150000 EURUSD @1.1 x1 cost 2 USD FOREX', 'SLD 150000 EURUSD @1.101 x1 cost 0 USD FOREX'],
    ],
    [
      'IBKR’s readable option with all blanks removed',
      `ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell
U1,USD,OPT,HARB20DEC2545.5C,f-6,20250304;100000,1,2.10,-0.65,BUY
`,
      ['BOT 1 HARB 251220 C 45.5 @2.1 x100 cost 0.65 USD OPTION'],
    ],
  ])('%s', async (_, text, trades) => {
    const got = await importText(text);
    expect(got).toMatchObject({ needs_review: false, invalid: 0, flagged: 0 });
    expect(got.trades).toEqual(trades);
  });

  it('an assignment closes the written option (Firstrade)', async () => {
    const got =
      await importText(`Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
,-1,2.10,SELL,PUT HARB 03/21/25 45 HARBOUR TOOLS INC,2025-03-04,2025-03-05,0,210,0,0,9KQRZT4,Trade
,1,0.00,Other,PUT HARB 03/21/25 45 HARBOUR TOOLS INC OPTION ASSIGNED,2025-03-21,2025-03-24,0,0,0,0,9KQRZT4,Financial
HARB,100,45.00,BUY,HARBOUR TOOLS INC A/E PUT ASSIGNMENT,2025-03-21,2025-03-24,0,-4500,0,0,411001AB9,Trade
`);
    expect(got.events).toEqual(['assignment HARB 250321 P 45 1']);
    expect(got.trades).toHaveLength(2);
  });

  it('a sweep fund is cash, and any difference is reported with its row (Fidelity, Schwab)', async () => {
    const sweep =
      await importText(`Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/31/2025,REINVESTMENT FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT,Cash,1.23,1,,,,-1.23,
03/31/2025,DIVIDEND RECEIVED FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT,Cash,,,,,,1.23,
`);
    expect([sweep.trades, sweep.money]).toEqual([[], ['dividend 1.23 USD']]);
    expect(sweep.left_out.map(({ row }) => row)).toEqual([2]);
    const off = await importText(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/03/2025","Buy","HARB","HARBOUR TOOLS","100","$41.50","$1.00","-$4,250.00"
`);
    expect(off.warnings).toEqual([
      "Row 2: quantity × price and costs come to 4151.00, but the row's amount is 4250.00.",
    ]);
  });
});

describe('a bank statement', () => {
  it.each([
    [
      'MT940 with a value on 30 February',
      ':20:A\n:25:10020030/1\n:28C:1/1\n:60F:C240201EUR0,00\n:61:2402300229D12,25NTRFNONREF\n:62F:C240301EUR0,00\n-\n',
      '2024-02-29',
    ],
    [
      'CAMT without a date of its own',
      `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><Rpt><CreDtTm>2025-03-04T18:00:00</CreDtTm><Acct><Id><IBAN>DE02100100100006820101</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">12.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry></Rpt></BkToCstmrAcctRpt></Document>`,
      '2025-03-04',
    ],
  ])('%s has its row', async (_, text, date) => {
    const account_id = `B${++made}`;
    await service.client.accounts.create({
      body: { account_id, name: account_id, account_type: 'bank', currency: 'EUR' },
    });
    await service.client.banking.importStatement({
      body: { account_id, file: { bytes: Buffer.from(text), name: 'bank.txt' } },
    });
    const { items } = await service.client.banking.transactions({ query: { account_id } });
    expect(items).toMatchObject([{ date, amount: -12.25 }]);
  });
});
