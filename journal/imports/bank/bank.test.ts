// What real statements do that the specifications do not say.
import { describe, expect, it } from 'vitest';
import { parseBankStatement, streamBankStatement } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';

const rows = (text: string, format?: string) => {
  const result = parseBankStatement(bytesOf(text), format === undefined ? {} : { format });
  return {
    ...result,
    rows: result.accounts.flatMap(({ transactions }) =>
      transactions.map((t) => [t.date, t.amount, t.payee, t.memo, t.id]),
    ),
  };
};

const ofxHead =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS>';

describe('OFX', () => {
  it('reads transactions that are never closed, and a stray bracket in a name', () => {
    const got = rows(
      `${ofxHead}<STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>-5,50<FITID>a<NAME>A < B & co
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240106<TRNAMT>+1,000.00<FITID>b<NAME>x<MEMO>
</BANKTRANLIST><LEDGERBAL><BALAMT>10.00<DTASOF>20240131</LEDGERBAL></STMTRS></OFX>`,
    );
    expect(got.rows).toEqual([
      ['2024-01-05', -5.5, 'A < B & co', '', 'a'],
      ['2024-01-06', 1000, 'x', '', 'b'],
    ]);
    expect(got.accounts[0]?.balance).toBe(10);
  });

  it('keeps the paying account apart from the one a transfer goes to', () => {
    const got = rows(
      `${ofxHead}<STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>mine</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>XFER<DTPOSTED>20240105<TRNAMT>-5<FITID>a<NAME>to savings<BANKACCTTO><ACCTID>other</BANKACCTTO></STMTTRN></BANKTRANLIST></STMTRS></OFX>`,
    );
    expect(got.accounts.map(({ account_id }) => account_id)).toEqual(['mine']);
  });

  it('lists what an investment account did, shares that only moved included', () => {
    const got =
      rows(`<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD</CURDEF>
<INVACCTFROM><BROKERID>b</BROKERID><ACCTID>77</ACCTID></INVACCTFROM><INVTRANLIST>
<BUYSTOCK><INVBUY><INVTRAN><FITID>1</FITID><DTTRADE>20240102</DTTRADE><DTSETTLE>20240104</DTSETTLE></INVTRAN><SECID><UNIQUEID>037833100</UNIQUEID></SECID><UNITS>10</UNITS><UNITPRICE>185</UNITPRICE><TOTAL>-1850.00</TOTAL></INVBUY></BUYSTOCK>
<TRANSFER><INVTRAN><FITID>2</FITID><DTTRADE>20240103</DTTRADE></INVTRAN><SECID><UNIQUEID>037833100</UNIQUEID></SECID><UNITS>5</UNITS></TRANSFER>
<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20240105</DTPOSTED><TRNAMT>9.00</TRNAMT><FITID>3</FITID><NAME>Interest</NAME></STMTTRN></INVBANKTRAN>
</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>`);
    expect(got.accounts[0]).toMatchObject({ account_id: '77', kind: 'investment' });
    expect(got.accounts[0]?.transactions.map((t) => [t.type, t.date, t.amount, t.value_date])).toEqual([
      ['buystock', '2024-01-02', -1850, '2024-01-04'],
      ['transfer', '2024-01-03', 0, undefined],
      ['credit', '2024-01-05', 9, undefined],
    ]);
  });

  it('says what is wrong: no date, an empty balance, an error from the bank', () => {
    const got =
      rows(`${ofxHead}<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Signon invalid</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<TRNAMT>-5<FITID>a<NAME>x</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT><DTASOF>20240131</LEDGERBAL></STMTRS></OFX>`);
    expect(got.diagnostics.invalid).toEqual([{ row: 1, reason: 'The transaction has no date' }]);
    expect(got.diagnostics.warnings).toEqual([
      'The bank answered with error 15500: Signon invalid',
      'The balance of account 1 is empty and was left out.',
    ]);
  });

  it('lists the accounts a bank only announces', () => {
    const got = rows(
      `${ofxHead}<ACCTINFORS><ACCTINFO><BANKACCTINFO><BANKACCTFROM><ACCTID>1</BANKACCTFROM></BANKACCTINFO></ACCTINFO><ACCTINFO><CCACCTINFO><CCACCTFROM><ACCTID>2</CCACCTFROM></CCACCTINFO></ACCTINFO></ACCTINFORS></OFX>`,
    );
    expect(got.accounts.map(({ account_id, kind }) => [account_id, kind])).toEqual([
      ['1', 'bank'],
      ['2', 'creditcard'],
    ]);
  });
});

describe('QIF', () => {
  it('finds out that the day comes first, and reads a last record without its end', () => {
    const got = rows("!Type:Bank\nD5/1'24\nT-1.00\n^\nD25/ 1'24\nT-2.00\nPlast");
    expect(got.rows.map((row) => [row[0], row[1]])).toEqual([
      ['2024-01-05', -1],
      ['2024-01-25', -2],
    ]);
  });

  it('keeps accounts apart, counts a split once, and passes over lists', () => {
    const got = rows(
      '!Account\nNChecking\nTBank\n^\n!Type:Bank\nD1/2/2024\nT-30.00\nPShop\nSFood\n$-10.00\nSHome\n$-20.00\n^\n!Account\nNVisa\nTCCard\n^\n!Type:CCard\nD1/3/2024\nT-5.00\n^\n!Type:Cat\nNFood\nE\n^\n',
    );
    expect(got.accounts.map(({ account_id, kind, transactions }) => [account_id, kind, transactions.length])).toEqual([
      ['Checking', 'bank', 1],
      ['Visa', 'creditcard', 1],
    ]);
    expect(got.diagnostics.total_rows).toBe(2);
  });
});

describe('MT940', () => {
  it('turns reversals round and reads Dutch named fields', () => {
    const got = rows(
      ':20:X\n:25:NL01BANK0123456789\n:60F:C240101EUR100,00\n:61:2401020102RC5,00NTRFNONREF//B1\n:86:/TRTP/SEPA/NAME/J. Doe/REMI/Invoice 7/EREF/1\n:61:2312310102RD7,5NMSC\n:86:plain words\n:62F:D240131EUR2,50\n-',
    );
    expect(got.rows).toEqual([
      ['2024-01-02', -5, 'J. Doe', 'Invoice 7', 'B1'],
      ['2024-01-02', 7.5, '', 'plain words', null],
    ]);
    expect(got.accounts[0]?.balance).toBe(-2.5);
  });

  it('is read from inside its SWIFT blocks', () => {
    const got = rows(
      '{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\n:20:X\n:25:1/2\n:28C:1\n:60F:C240101EUR1,\n:61:240102C1,NTRF\n:62F:C240102EUR2,\n-}',
    );
    expect(got.rows).toHaveLength(1);
  });
});

describe('CAMT', () => {
  const camt = (entries: string, account = '<Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>') =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${account}${entries}</Stmt></BkToCstmrStmt></Document>`;

  it('makes one transaction of each detail that has an amount', () => {
    const detail = (amount: string, name: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${name}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr></RltdPties></TxDtls>`;
    const got = rows(
      camt(
        `<Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-01-02</Dt></BookgDt><NtryDtls>${detail('1.00', 'A')}${detail('2.00', 'B')}</NtryDtls></Ntry>`,
      ),
    );
    expect(got.rows).toEqual([
      ['2024-01-02', -1, 'A', '', 'A'],
      ['2024-01-02', -2, 'B', '', 'B'],
    ]);
  });

  it('makes one transaction of an entry whose details have none, and marks what is only announced', () => {
    const got = rows(
      camt(
        '<Ntry><NtryRef>r</NtryRef><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><DtTm>2024-01-02T10:00:00</DtTm></BookgDt><NtryDtls><TxDtls/><TxDtls/></NtryDtls></Ntry>',
      ),
    );
    expect(got.accounts[0]?.transactions).toMatchObject([{ amount: 3, id: 'r', pending: true }]);
  });

  it('refuses entities before one is read', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${camt('<Ntry/>').slice(21)}`;
    expect(rows(bomb).diagnostics.warnings[0]).toContain('DOCTYPE');
    expect(rows(bomb).rows).toEqual([]);
    expect(rows(bomb).diagnostics.rows.breaks_off).toBe(true);
  });

  it('gives what came before the cut of a file cut short', () => {
    const whole = camt(
      '<Ntry><Amt Ccy="EUR">3.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2024-01-02</Dt></BookgDt></Ntry><Ntry><Amt Ccy="EUR">4.00</Amt></Ntry>',
    );
    const got = rows(whole.slice(0, whole.indexOf('4.00')));
    expect(got.rows).toHaveLength(1);
    expect(got.diagnostics.warnings[0]).toContain('broken');
    expect(got.diagnostics.rows.breaks_off).toBe(true);
    expect(rows(whole).diagnostics.rows.breaks_off).toBeUndefined();
  });
});

describe('CSV', () => {
  it('reads German columns, decimal commas and days first', () => {
    const got = rows(
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung\nDE1;05.01.24;06.01.24;LASTSCHRIFT;Miete;Vermieter;-1.250,00;EUR\n',
    );
    expect(got.rows).toEqual([['2024-01-05', -1250, 'Vermieter', 'Miete', null]]);
    expect(got.accounts[0]).toMatchObject({ account_id: 'DE1', currency: 'EUR' });
  });

  it('knows the issuers who write what was spent as positive', () => {
    expect(
      rows('Trans. Date,Post Date,Description,Amount,Category\n01/02/2024,01/03/2024,SHOP,12.50,Merchandise\n')
        .rows[0]?.[1],
    ).toBe(-12.5);
  });

  it('reads a file without a header by what its cells are', () => {
    expect(
      rows('"01/25/2024","-12.50","*","","GROCERY STORE"\n"01/26/2024","100.00","*","","PAYCHECK"\n').rows,
    ).toEqual([
      ['2024-01-25', -12.5, 'GROCERY STORE', '', null],
      ['2024-01-26', 100, 'PAYCHECK', '', null],
    ]);
  });

  it('keeps a formula as text and says so', () => {
    const got = rows('Date,Description,Amount\n01/02/2024,"=HYPERLINK(""http://x"")",1.00\n');
    expect(got.rows[0]?.[2]).toBe('\'=HYPERLINK("http://x")');
    expect(got.diagnostics.warnings[0]).toContain('formula');
  });
});

it('a statement that arrives in pieces gives the same transactions', async () => {
  const text = `${ofxHead}<STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${Array.from({ length: 50 }, (_, i) => `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105<TRNAMT>-${i}.25<FITID>${i}<NAME>Ürün ${i}</STMTTRN>`).join('\n')}</BANKTRANLIST></STMTRS></OFX>`;
  const bytes = bytesOf(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 37) }, (_, i) => bytes.subarray(i * 37, i * 37 + 37));
  const streamed = [];
  for await (const batch of streamBankStatement(chunks))
    for (const account of batch) streamed.push(...account.transactions);
  expect(streamed).toEqual(parseBankStatement(bytes).accounts[0]?.transactions);
  expect(streamed).toHaveLength(50);
});

it.each([
  ['', 'The file is empty.'],
  ['%PDF-1.7', 'This is a PDF'],
  ['PK\u0003\u0004', 'begins as a zip'],
  ['just some words\nand more', 'No bank format fits'],
])('%j is reported, not thrown', (text, reason) => {
  const got = rows(text);
  expect(got.accounts).toEqual([]);
  expect(got.diagnostics.warnings[0]).toContain(reason);
});

it('a wrong hint does not mislead', () => {
  const got = rows('!Type:Bank\nD1/2/2024\nT-1.00\n^\n', 'ofx');
  expect(got.format).toBe('qif');
  expect(got.diagnostics.warnings[0]).toContain('QIF');
});

describe('banks with ways of their own', () => {
  const rows = (text: string) =>
    parseBankStatement(bytesOf(text)).accounts.flatMap(({ transactions }) =>
      transactions.map(({ date, amount, payee }) => [date, amount, payee]),
    );

  it('a column says which way the money went', () => {
    expect(
      rows(`"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"
"20240105","Albert Heijn","NL01INGB","","BA","Af","12,34","Betaalautomaat","Pas 1"
"20240106","Salaris","NL01INGB","","OV","Bij","1.234,56","Overschrijving","x"
`),
    ).toEqual([
      ['2024-01-05', -12.34, 'Albert Heijn'],
      ['2024-01-06', 1234.56, 'Salaris'],
    ]);
    expect(rows('Date,Description,Amount,Debit/Credit\n01/05/2024,Shop,12.34,D\n01/06/2024,Pay,20,C\n')).toEqual([
      ['2024-01-05', -12.34, 'Shop'],
      ['2024-01-06', 20, 'Pay'],
    ]);
  });

  it('the day stands first at Wise, HDFC, Monzo and Starling, whatever the figures would allow', () => {
    expect(
      rows(
        'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payee Name\nCARD-1,05-01-2024,-12.34,EUR,Card transaction,,100,Shop\n',
      ),
    ).toEqual([['2024-01-05', -12.34, 'Shop']]);
    expect(
      rows(
        'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance\n05/01/24,UPI-X,05/01/24,100.00,0.00,1,900.00\n',
      ),
    ).toEqual([['2024-01-05', -100, 'UPI-X']]);
  });

  it('PayPal: what reached the balance, after the fee', () => {
    expect(
      rows(
        '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"\n"01/05/2024","10:00:00","PST","Ann","Payment","Completed","USD","10.00","-0.59","9.41","T1"\n',
      ),
    ).toEqual([['2024-01-05', 9.41, 'Ann']]);
  });
});
