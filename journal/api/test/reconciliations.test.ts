// Thirteen statements as a trader has them: each account is reconciled, or its differences are named with their cause.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

const CASES = resolve(import.meta.dirname, '../../..', process.env['ZORIVEST_CASES'] ?? '../shared/data', 'journal');

type NewTrade = Parameters<TestService['client']['trades']['create']>[0]['body'];
type NewMoney = Parameters<TestService['client']['banking']['submit']>[0]['body'];

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const id of ['stocks', 'futures', 'ira', 'euro', 'coins', 'moved', 'never'])
    await withAccount(service.client, id);
});
afterAll(() => service.close());

const read = (account_id: string, text: string, name = 'statement.csv') =>
  service.client.imports.brokerCsv({ body: { account_id, file: { bytes: new TextEncoder().encode(text), name } } });
const listDifferences = async (account_id: string) =>
  (await service.client.reconciliations.list({ query: { account_id } })).items;
const markOf = async (id: string) => {
  const account = (await service.client.accounts.list({})).find(({ account_id }) => account_id === id);
  return [account?.reconciled_to, account?.differences];
};

const flex = (from: string, to: string, inside: string) =>
  `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U100" fromDate="${from}" toDate="${to}"><AccountInformation accountId="U100" currency="USD"/>${inside}</FlexStatement></FlexStatements></FlexQueryResponse>`;
const stk = 'assetCategory="STK" currency="USD" multiplier="1" levelOfDetail="EXECUTION"';
const january = flex(
  '20250101',
  '20250131',
  `<Trades><Trade ${stk} symbol="SQ" tradeID="1" dateTime="20250106;100000" quantity="50" tradePrice="80" proceeds="-4000" ibCommission="-1" buySell="BUY" fifoPnlRealized="0"/>
<Trade ${stk} symbol="HARB" tradeID="2" dateTime="20250107;100000" quantity="100" tradePrice="40" proceeds="-4000" ibCommission="-1" buySell="BUY" fifoPnlRealized="0"/>
<Trade ${stk} symbol="HARB" tradeID="3" dateTime="20250108;100000" quantity="100" tradePrice="44" proceeds="-4400" ibCommission="-1" buySell="BUY" fifoPnlRealized="0"/>
<Trade ${stk} symbol="HARB" tradeID="4" dateTime="20250120;100000" quantity="-100" tradePrice="46" proceeds="4600" ibCommission="-1" buySell="SELL" fifoPnlRealized="598"/>
<Trade assetCategory="OPT" currency="USD" multiplier="100" symbol="HARB  250321C00050000" putCall="C" strike="50" expiry="20250321" tradeID="5" dateTime="20250121;100000" quantity="-1" tradePrice="2" proceeds="200" ibCommission="-1" buySell="SELL" fifoPnlRealized="0" levelOfDetail="EXECUTION"/></Trades>
<CashTransactions><CashTransaction transactionID="d1" type="Dividends" amount="12.00" currency="USD" symbol="HARB" description="HARB(US4110010018) CASH DIVIDEND" dateTime="20250115"/><CashTransaction transactionID="w1" type="Withholding Tax" amount="-1.80" currency="USD" symbol="HARB" description="HARB(US4110010018) CASH DIVIDEND - US TAX" dateTime="20250115"/></CashTransactions>
<OpenPositions><OpenPosition ${stk.replace('EXECUTION', 'SUMMARY')} symbol="SQ" position="50" markPrice="82" positionValue="4100" costBasisMoney="4001" fifoPnlUnrealized="99" reportDate="20250131"/>
<OpenPosition ${stk.replace('EXECUTION', 'SUMMARY')} symbol="HARB" position="100" markPrice="45" positionValue="4500" costBasisMoney="4401" fifoPnlUnrealized="99" reportDate="20250131"/>
<OpenPosition assetCategory="OPT" currency="USD" multiplier="100" symbol="HARB  250321C00050000" putCall="C" strike="50" expiry="20250321" position="-1" markPrice="1.5" positionValue="-150" costBasisMoney="-199" fifoPnlUnrealized="49" reportDate="20250131" levelOfDetail="SUMMARY"/></OpenPositions>
<CashReport><CashReportCurrency currency="USD" startingCash="20000" netTradesSales="4800" netTradesPurchases="-12400" commissions="-5" dividends="12" withholdingTax="-1.8" endingCash="12405.2"/></CashReport>
<EquitySummaryInBase><EquitySummaryByReportDateInBase reportDate="20250131" cash="12405.2" stock="8600" options="-150" total="20855.2"/></EquitySummaryInBase>
<ChangeInNAV startingValue="20000" endingValue="20855.2" twr="4.276"/>
<FIFOPerformanceSummaryInBase><FIFOPerformanceSummaryUnderlying ${stk} symbol="HARB" totalRealizedPnl="598" totalUnrealizedPnl="99"/></FIFOPerformanceSummaryInBase>`,
);
/** A ticker that changed, shares that no file states, an option that has expired, and a cash report that does not add up. */
const march = flex(
  '20250301',
  '20250331',
  `<OpenPositions><OpenPosition ${stk.replace('EXECUTION', 'SUMMARY')} symbol="XYZ" position="50" markPrice="82" positionValue="4100" costBasisMoney="4001" reportDate="20250331"/>
<OpenPosition ${stk.replace('EXECUTION', 'SUMMARY')} symbol="HARB" position="110" markPrice="45" positionValue="4950" costBasisMoney="4841" reportDate="20250331"/></OpenPositions>
<CashReport><CashReportCurrency currency="USD" startingCash="12405.2" netTradesPurchases="-440" endingCash="11970"/></CashReport>`,
);
const futures = `Statement,Header,Field Name,Field Value
Statement,Data,Period,"January 1, 2025 - January 31, 2025"
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U200
Account Information,Data,Base Currency,USD
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Futures,USD,MESH5,2,5,6000,60000,6050,60500,500,
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Futures,USD,MESH5,"2025-01-10, 10:00:00",3,6000,6010,-90000,-1.8,90000,0,0,O
Trades,Data,Order,Futures,USD,MESH5,"2025-01-14, 10:00:00",-1,6020,6020,30100,-0.6,-30000,98.8,0,C
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Underlying,Listing Exch,Multiplier,Expiry,Delivery Month,Type,Code
Financial Instrument Information,Data,Futures,MESH5,MESH5,1,MES,CME,5,2025-03-21,2025-03,,
`;
const schwab = (...rows: string[]) =>
  [
    '"Transactions  for account IRA ...789 as of 04/01/2025"',
    '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    ...rows,
  ].join('\n');
const positions = (title: string, ...rows: string[]) =>
  [
    `"Positions for account ${title} as of 09:33 AM ET, 2025/04/30"`,
    '',
    '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Gain $ (Gain/Loss $)","Security Type"',
    ...rows,
    '',
  ].join('\n');

describe('thirteen statements', () => {
  beforeAll(async () => {
    await read('stocks', january, 'january.xml');
    await read('stocks', march, 'march.xml');
    await read('futures', futures);
    await read(
      'ira',
      schwab(
        '"01/02/2025","Buy","912797KX4","US TREASUR BILL25","10,000","$98.00","","-$9,800.00"',
        '"01/03/2025","Buy","VTI","VANGUARD TOTAL","10","$290.00","","-$2,900.00"',
      ),
    );
    await read(
      'ira',
      schwab(
        '"03/05/2025","Full Redemption Adj","912797KX4","US TREASUR BILL25","","","","$10,000.00"',
        '"03/05/2025","Full Redemption","912797KX4","US TREASUR BILL25","-10,000","","",""',
        '"03/06/2025","Buy","VTI","VANGUARD TOTAL","5","$300.00","","-$1,500.00"',
        '"03/07/2025","Cancel Buy","VTI","VANGUARD TOTAL","5","$300.00","","$1,500.00"',
      ),
    );
    await read(
      'ira',
      positions('IRA ...789', '"VTI","VANGUARD TOTAL","10","300.00","$3,000.00","$2,900.00","$100.00","ETF"'),
    );
    await read(
      'euro',
      `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
11-03-2025,09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,12,33.2500,EUR,-399.00,EUR,-399.00,EUR,,-3.90,EUR,-402.90,EUR,7d2a9e40-2222-4b4b-8d8d-202020202020
`,
    );
    await read(
      'euro',
      'Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND & FTX CASH (EUR),,,,EUR,"150,00","150,00"\nLINDEN WOHNBAU AG,DE0009990017,12,"34,00",EUR,"408,00","408,00"\n',
      'portfolio-2025-04-30.csv',
    );
    await read(
      'coins',
      `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
c1,2025-03-02 11:20:00 UTC,Buy,ETH,0.4,USD,$2500.00,$1000.00,$1008.00,$8.00,Bought 0.4 ETH for 1008 USD
`,
    );
    await read(
      'coins',
      'Asset,Symbol,Quantity,Price,Market Value,Cost Basis\nEther,ETH,0.4,2600,1040,1008\n',
      'coins-2025-04-30.csv',
    );
    await read(
      'moved',
      `Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
02/05/2025,Individual,Z1,YOU BOUGHT HARBOUR TOOLS (HARB) (Cash),HARB,HARBOUR TOOLS,Cash,20,45,,,,-900.00,02/06/2025
02/10/2025,Individual,Z1,TRANSFER OF ASSETS ACAT RECEIVE NIMBUS CORP (NIMB) (Cash),NIMB,NIMBUS CORP,Cash,30,,,,,,
`,
    );
    await read(
      'moved',
      `Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Cost Basis Total,Average Cost Basis,Type
Z1,Individual,HARB,HARBOUR TOOLS,40,22.50,$900.00,$900.00,$22.50,Cash,
Z1,Individual,NIMB,NIMBUS CORP,30,10.00,$300.00,$250.00,$8.33,Cash,

"Date downloaded Apr-30-2025 9:33 a.m ET"
`,
    );
    await read(
      'moved',
      `Security,Trans type,Qty,Open date,Adj cost,Close date,Adj proceeds,Adj gain($),Adj gain(%),Term
Alpha Bravo (ABC),Sell.FIFO,200.,1/10/2020,"1,379.23 ",3/15/2020,"1,395.62 ",16.39 ,1.19 ,Short-term
Total:,,,,"1,379.23 ",,"1,395.62 ",17.39 ,1.19 ,
`,
    );
  });

  it('equal: positions, cost, cash, results, income and value, in a broker account with options', async () => {
    const item = (await listDifferences('stocks')).at(-1);
    expect(item).toMatchObject({ date: '2025-01-31', source: 'ibkr_flex_xml', status: 'equal' });
    expect(new Set(item?.checks.map(({ kind }) => kind))).toEqual(
      new Set(['position', 'cost', 'mark', 'cash', 'realised', 'dividends', 'withholding', 'nav', 'twr']),
    );
  });

  it('named: a ticker that changed, missing fills, an expired option, a report that contradicts itself', async () => {
    const item = (await listDifferences('stocks'))[0];
    const byName = new Map(
      item?.checks.flatMap((one) => (one.cause === null ? [] : [[`${one.kind} ${one.subject}`, one]])),
    );
    expect(item?.status).toBe('open');
    expect(byName.get('position XYZ')?.cause).toContain('SQ is called XYZ');
    expect(byName.get('position HARB')).toMatchObject({ stated: 110, book: 100, difference: 10 });
    expect(byName.get('position HARB')?.cause).toContain(
      '10 more than the book: they were bought between 2025-01-31 and 2025-03-31, by the stated cost about 44 each',
    );
    expect(byName.get('position HARB 250321 C 50')?.cause).toContain('expired on 2025-03-21');
    expect(byName.get('statement cash USD')).toMatchObject({ stated: 11970, book: 11965.2 });
    expect(await markOf('stocks')).toEqual(['2025-01-31', item?.checks.filter(({ open }) => open).length]);
  });

  it('settled: what the cause proposes makes it equal', async () => {
    await service.client.positionEvents.create({
      body: { kind: 'symbol_change', instrument: 'SQ', new_instrument: 'XYZ', time: '2025-02-10' },
    });
    const item = (await service.client.reconciliations.run({ body: { account_id: 'stocks' } })).items[0];
    expect(
      item?.checks
        .filter(({ subject }) => /^(?:SQ|XYZ)$/.test(subject))
        .map(({ kind, difference }) => [kind, difference]),
    ).toEqual([
      ['position', 0],
      ['cost', 0],
      ['mark', 0],
    ]);
  });

  it('settled in place: the fill and the fee that are proposed are recorded as they are', async () => {
    await withAccount(service.client, 'lacking');
    const cash = (amount: number, fees: number) =>
      `<CashReport><CashReportCurrency currency="USD" startingCash="1000" netTradesPurchases="-880" otherFees="${fees}" endingCash="${amount}"/></CashReport>`;
    const held = `<OpenPositions><OpenPosition ${stk.replace('EXECUTION', 'SUMMARY')} symbol="HARB" position="20" markPrice="45" positionValue="900" costBasisMoney="880" reportDate="20250131"/></OpenPositions>`;
    const bought = `<Trades><Trade ${stk} symbol="HARB" tradeID="90" dateTime="20250107;100000" quantity="10" tradePrice="44" proceeds="-440" ibCommission="0" buySell="BUY" fifoPnlRealized="0"/></Trades>`;
    await service.client.worth.stateCash({
      body: { account_id: 'lacking', balance: 1000, date: '2024-12-31' },
    });
    await read('lacking', flex('20250101', '20250131', bought + held + cash(107.5, -12.5)), 'lacking.xml');
    const openOnes = async () =>
      (await listDifferences('lacking')).flatMap(({ checks }) =>
        checks.filter(({ open, kind }) => open && kind !== 'twr'),
      );
    const fill = (await openOnes()).find(({ kind }) => kind === 'position')?.fix;
    expect(fill).toMatchObject({ kind: 'trade', action: 'BOT', quantity: 10, price: 44, account_id: 'lacking' });
    const { kind: _trade, ...trade } = fill ?? {};
    await service.client.trades.create({ body: trade as unknown as NewTrade });
    const fee = (await openOnes()).find(({ kind }) => kind === 'cash')?.fix;
    expect(fee).toMatchObject({ kind: 'cash', amount: -12.5, currency: 'USD', category: 'fee' });
    const { kind: _cash, account_id, ...row } = fee ?? {};
    await service.client.banking.submit({ body: { account_id, transactions: [row] } as unknown as NewMoney });
    expect(await openOnes()).toEqual([]);
    expect(await markOf('lacking')).toEqual(['2025-01-31', 0]);
    const { bridge } = await service.client.worth.netWorth({
      query: { account_ids: 'lacking', from: '2025-01-01', to: '2025-01-31' },
    });
    expect(bridge).toMatchObject({ start: 1000, fees: 12.5, unrealised_change: 20, end: 1007.5 });
  });

  it.each([
    ['futures', '2025-01-31'],
    ['ira', '2025-04-30'],
    ['euro', '2025-04-30'],
    ['coins', '2025-04-30'],
  ])('reconciled: %s', async (account, date) => {
    const items = await listDifferences(account);
    expect(items[0]?.checks.filter(({ open }) => open)).toEqual([]);
    expect(items[0]?.checks.filter(({ kind }) => kind === 'position').map(({ difference }) => difference)).toEqual([0]);
    expect(await markOf(account)).toEqual([date, 0]);
  });

  it('a split that no file stated, a sale the book has not, and a list whose total is wrong', async () => {
    const causes = (await listDifferences('moved')).flatMap(({ checks }) =>
      checks.map(({ kind, subject, cause }) => `${kind} ${subject}: ${cause}`),
    );
    expect(causes).toContainEqual(expect.stringContaining('position HARB: The statement has 2 for 1'));
    expect(causes).toContainEqual(expect.stringContaining('cost NIMB: 30 came by a transfer on 2025-02-10'));
    expect(causes).toContainEqual(expect.stringContaining('realised ABC: The book has no sale of ABC on 2020-03-15'));
    expect(causes).toContainEqual(expect.stringMatching(/^statement total realised .*16.39.*17.39/));
  });

  it('an account without any statement was never reconciled; one whose import is undone is so again', async () => {
    expect(await markOf('never')).toEqual([null, 0]);
    const { accounts } = await service.client.reconciliations.list({ query: {} });
    expect(accounts.find(({ account_id }) => account_id === 'never')?.never).toBe(true);
    const [item] = await listDifferences('coins');
    await service.client.imports.undo({ params: { run_id: item?.statement_id ?? '' }, query: {} });
    expect(await markOf('coins')).toEqual([null, 0]);
  });
});

describe('what every answer says of the accounts it rests on', () => {
  it('is one mark, of the account least far, wherever it is asked', async () => {
    const { client } = service;
    const of = (answer: { reconciled_to?: string | null | undefined; differences?: number | undefined }) => [
      answer.reconciled_to,
      answer.differences,
    ];
    const all = (await client.accounts.list({})).reduce((sum, { differences }) => sum + differences, 0);
    for (const account_id of ['ira', 'euro']) {
      const expected = await markOf(account_id);
      expect(of(await client.analytics.expectancy({ query: { account_id } }))).toEqual(expected);
      expect(of(await client.roundTrips.open({ query: { account_id } }))).toEqual(expected);
      expect(of(await client.roundTrips.list({ query: { account_id } }))).toEqual(expected);
      expect(of(await client.worth.cashBalances({ query: { account_id } }))).toEqual(expected);
      expect(of(await client.worth.netWorth({ query: { account_ids: account_id } }))).toEqual(expected);
      expect(of(await client.worth.returns({ query: { account_ids: account_id } }))).toEqual(expected);
      expect(of(await client.worth.income({ query: { account_ids: account_id } }))).toEqual(expected);
      expect(of(await client.tax.ytdSummary({ query: { account_id, tax_year: 2025 } }))).toEqual(expected);
      expect(of(await client.accounts.get({ params: { account_id } }))).toEqual(expected);
    }
    expect(of(await client.worth.netWorth({ query: {} }))).toEqual([null, all]);
    expect(of(await client.worth.returns({ query: { account_ids: 'ira,futures' } }))).toEqual(['2025-01-31', 0]);
  });

  it('follows an import, whose answer says what it found', async () => {
    await withAccount(service.client, 'fresh');
    const bought = await read(
      'fresh',
      schwab('"01/03/2025","Buy","VTI","VANGUARD TOTAL","10","$290.00","","-$2,900.00"').replace('789', '456'),
    );
    expect(bought.reconciliation).toBeNull();
    const stated = await read(
      'fresh',
      positions('Individual ...456', '"VTI","VANGUARD TOTAL","12","300.00","$3,600.00","$3,500.00","$100.00","ETF"'),
    );
    expect(stated.reconciliation).toMatchObject({
      open: 1,
      differences: [{ kind: 'position', subject: 'VTI', open: true, cause: expect.stringContaining('2 more') }],
    });
    expect(await markOf('fresh')).toEqual([null, 1]);
  });
});

describe('the open cases', () => {
  const folder = join(CASES, 'reconcile');
  const complete = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.expected.json'))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { complete: boolean; files: string[] })
        .filter((one) => one.complete)
    : [];
  if (complete.length === 0) it.skip('no complete case in reconcile');

  it.for(complete)('$files: every stated position is the book’s', async ({ files }) => {
    const account_id = `case-${files[0]?.slice(0, 20)}`;
    await withAccount(service.client, account_id);
    for (const file of files) {
      const bytes = readFileSync(join(folder, file));
      await service.client.imports.brokerCsv({ body: { account_id, file: { bytes, name: file } } });
    }
    const checks = (await listDifferences(account_id)).flatMap((item) => item.checks);
    const held = checks.filter(({ kind }) => kind === 'position');
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter(({ difference }) => difference !== 0)).toEqual([]);
  });
});
