// Coinbase, Kraken, Binance: every kind of row. The files are invented; their columns are the exchanges' own.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';
import { SAMPLES } from '../testing/samples.ts';

const figuresOf = (got: ReturnType<typeof read>) => ({
  fills: got.executions.map(
    (e) => `${e.action} ${e.quantity} ${e.instrument} @${e.price} ${e.currency} cost ${e.commission}`,
  ),
  money: got.money,
  events: got.events.map(
    (e) => `${e.kind} ${'quantity' in e ? e.quantity : ''} ${e.instrument}${'value' in e ? ` worth ${e.value}` : ''}`,
  ),
  left: got.left,
});

describe('Coinbase', () => {
  it('money that leaves is recognised by its sign, where words do not say it: a subscription is a cost', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2024-05-01 10:00:00 UTC,Deposit,EUR,500,EUR,€1.00,€500.00,€500.00,€0.00,From the bank
a2,2024-05-02 10:00:00 UTC,Subscription,EUR,-29.99,EUR,€1.00,-€29.99,-€29.99,€0.00,Coinbase One
`);
    expect(got.money).toEqual(['2024-05-01 deposit 500 EUR', '2024-05-02 fee -29.99 EUR']);
  });

  it('buys, converts, earns and sends: a coin for a coin is a sale and a purchase at the stated value', () => {
    const got = read(SAMPLES['coinbase'] ?? '');
    expect(figuresOf(got)).toEqual({
      fills: ['BOT 0.4 ETH @2500 USD cost 8', 'SLD 0.1 ETH @2600 USD cost 2.6', 'BOT 2 SOL @128.7 USD cost 0'],
      money: [],
      events: ['reward 0.02 SOL worth 2.6', 'transfer -1 SOL'],
      left: [],
    });
    expect(got.executions.map(({ asset_class, stated }) => [asset_class, stated?.amount])).toEqual([
      ['CRYPTO', 1008],
      ['CRYPTO', undefined],
      ['CRYPTO', undefined],
    ]);
  });

  it('a conversion with a row for each coin is one, and the amounts win over a fee that contradicts them', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2025-04-01 10:00:00 UTC,Buy,SOL,2,USD,$123.165,$246.33,$250.00,$0.00,Bought 2 SOL for 250 USD
a2,2025-04-02 10:00:00 UTC,Convert,SOL,-1,USD,$130.00,$130.00,$128.70,$1.30,Converted 1 SOL to 180 ADA
a3,2025-04-02 10:00:00 UTC,Convert,ADA,180,USD,$0.715,$128.70,$128.70,$0.00,Converted 1 SOL to 180 ADA
`);
    expect(figuresOf(got)).toEqual({
      fills: ['BOT 2 SOL @123.165 USD cost 3.67', 'SLD 1 SOL @130 USD cost 1.3', 'BOT 180 ADA @0.715 USD cost 0'],
      money: [],
      events: [],
      left: [],
    });
    expect(got.diagnostics.warnings).toEqual([
      'Row 2: the fee is stated as 0, but 3.67 lies between the amounts: what was paid counts.',
    ]);
  });

  it('every digit of a coin is preserved, of what was bought, converted, sent and earned; a price has eight of its own', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2025-04-01 10:00:00 UTC,Buy,ETH,0.123456789012345678,USD,$2000.00,$246.91,$250.00,$3.09,Bought 0.123456789012345678 ETH for 250 USD
a2,2025-04-02 10:00:00 UTC,Convert,ETH,-0.023456789012345678,USD,$2000.00,$46.91,$46.91,$0.00,Converted 0.023456789012345678 ETH to 3800000.123456789 SHIB
a3,2025-04-03 10:00:00 UTC,Send,ETH,-0.050000000000000001,USD,$2000.00,,,,Sent
a4,2025-04-04 10:00:00 UTC,Staking Income,ETH,0.000000000123456789,USD,$2000.00,$0.00,$0.00,$0.00,
a5,2025-04-05 10:00:00 UTC,Sell,SHIB,1000000,USD,$0.0000123456789,$12.35,$12.35,$0.00,Sold 1000000 SHIB for 12.35 USD
`);
    expect(got.executions.map(({ instrument, quantity_exact, price }) => [instrument, quantity_exact, price])).toEqual([
      ['ETH', '0.123456789012345678', 2000],
      ['SHIB', undefined, 0.000012345679],
      ['ETH', '0.023456789012345678', 1999.84746315],
      ['SHIB', '3800000.123456789', 0.000012344736],
    ]);
    expect(got.events.map((event) => [event.kind, event.quantity_exact])).toEqual([
      ['transfer', '0.050000000000000001'],
      ['reward', '0.000000000123456789'],
    ]);
  });

  it('the words of a conversion may have decimal commas: the quantity of the row tells', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2025-04-02 10:00:00 UTC,Convert,BTC,-0.015,EUR,€40000.00,€600.00,€600.00,€0.00,"Converted 0,015 BTC to 4,125 SOL"
a2,2025-04-03 10:00:00 UTC,Convert,SOL,-1.125,EUR,€150.00,€168.75,€168.75,€0.00,"Converted 1,125 SOL to 1.200,5 ADA"
`);
    expect(got.executions.map(({ action, quantity, instrument }) => `${action} ${quantity} ${instrument}`)).toEqual([
      'SLD 0.015 BTC',
      'BOT 4.125 SOL',
      'SLD 1.125 SOL',
      'BOT 1200.5 ADA',
    ]);
  });

  it('before 2021 the currency stood in the headings', () => {
    const got =
      read(`Timestamp,Transaction Type,Asset,Quantity Transacted,GBP Spot Price at Transaction,GBP Subtotal,GBP Total (inclusive of fees),GBP Fees,Notes
2020-06-01T10:00:00Z,Sell,LTC,2,36.00,72.00,70.50,1.50,Sold 2 LTC for £70.50
2020-06-02T10:00:00Z,Receive,LTC,0.5,37.00,,,,
2020-06-03T10:00:00Z,Coinbase Earn,XLM,12,0.06,0.72,0.72,0.00,
`);
    expect(figuresOf(got)).toEqual({
      fills: ['SLD 2 LTC @36 GBP cost 1.5'],
      money: [],
      events: ['transfer 0.5 LTC', 'reward 12 XLM worth 0.72'],
      left: [],
    });
  });

  it('a coin bought with another coin disposes of that one; money in the bank is cash', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2025-03-02 11:20:00 UTC,Advanced Trade Buy,ETH,0.2,USD,$2500.00,$500.00,$501.00,$1.00,Bought 0.2 ETH for 501 USDC on ETH-USDC at 2500 USDC/ETH
a2,2025-03-02 12:20:00 UTC,Deposit,EUR,250,EUR,€1.00,€250.00,€250.00,€0.00,Deposit from bank
a3,2025-03-02 13:20:00 UTC,Retail Staking Transfer,ETH,-0.1,USD,$2500.00,-$250.00,-$250.00,$0.00,
a4,2025-03-02 14:20:00 UTC,Mystery,ETH,0.1,USD,$2500.00,$250.00,$250.00,$0.00,
`);
    expect(figuresOf(got)).toMatchObject({
      fills: ['SLD 501 USDC @0.99800399 USD cost 1', 'BOT 0.2 ETH @2500 USD cost 0'],
      money: ['2025-03-02 deposit 250 EUR'],
      left: [
        '4: Retail Staking Transfer: moved inside Coinbase',
        '5: "Mystery" is not a known movement: record it by hand',
      ],
    });
  });

  it('the statement of one wallet: bought, and sent', () => {
    expect(figuresOf(read(SAMPLES['coinbase wallet'] ?? ''))).toEqual({
      fills: ['BOT 0.25 LTC @80 USD cost 0.6'],
      money: [],
      events: ['transfer -0.2 LTC'],
      left: [],
    });
  });

  it('a wallet’s rewards are income, and its rows have ids of their own', () => {
    const got =
      read(`Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,"Coinbase ID (visit https://www.coinbase.com/transactions/[ID] in your browser)"
2020-04-01 10:00:00 +0000,3,3,XLM,,Earned for a lesson,false,,,,,,,5e1a
2020-04-02 10:00:00 +0000,4,1,XLM,,,false,,,,,,,5e1b
`);
    expect(got.events).toMatchObject([
      { kind: 'reward', quantity: 3, id: 'wallet-5e1a' },
      { kind: 'transfer', quantity: 1, id: 'wallet-5e1b' },
    ]);
  });

  it('fills of Coinbase Pro', () => {
    const got = read(`portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit
default,881,SOL-EUR,SELL,2024-02-02T10:00:00.000Z,3,SOL,90,0.54,269.46,EUR
`);
    expect(figuresOf(got).fills).toEqual(['SLD 3 SOL @90 EUR cost 0.54']);
    expect(got.accounts).toEqual(['default']);
  });
});

describe('Kraken', () => {
  it('a trade has the same name in the trades and in the ledger', () => {
    const [trades, ledger] = ['kraken', 'kraken ledger'].map((name) => read(SAMPLES[name] ?? ''));
    expect(trades && figuresOf(trades).fills).toEqual(['BOT 0.5 ETH @2600 USD cost 3.38']);
    expect(ledger && figuresOf(ledger)).toEqual({
      fills: ['BOT 0.5 ETH @2600 USD cost 3.38'],
      money: ['2025-02-01 deposit 1500 USD'],
      events: ['reward 0.0004 ETH worth null'],
      left: [],
    });
  });

  it('a quantity of eighteen decimals has all of them as text, and a small price eight digits', () => {
    const got =
      read(`"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
"T1","O1","XETHZUSD","2025-03-01 12:00:00.5","buy","limit","0.00071234567","0.01","0","14.123456789012345678","0.0","","L6,L7"
"T2","O2","XETHZUSD","2025-03-01 12:01:00.5","buy","limit","2600","130","0","0.05","0.0","","L8,L9"
`);
    expect(got.executions).toMatchObject([
      { quantity: 14.12345679, quantity_exact: '14.123456789012345678', price: 0.00071234567 },
      { quantity: 0.05, price: 2600 },
    ]);
    expect(got.executions[1]).not.toHaveProperty('quantity_exact');
  });

  it('a coin sold for a coin is priced in what was given: its cost in the other coin contradicts nothing', () => {
    const got =
      read(`"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
"T1","O1","XETHXXBT","2025-03-01 12:00:00.5","sell","limit","0.0271","0.00271","0","0.1","0.0","","L6,L7"
`);
    expect(figuresOf(got).fills).toEqual(['SLD 0.1 ETH @1 ETH cost 0', 'BOT 0.00271 BTC @36.900369 ETH cost 0']);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('coin for coin, costs in coins, moves between wallets, a half without its other half', () => {
    const got = read(`"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"
"L1","R1","2025-02-03 08:00:00","trade","","currency","XXBT",-0.01,0,0
"L2","R1","2025-02-03 08:00:00","trade","","currency","XETH",0.3,0.0009,0.3
"L3","R2","2025-02-04 08:00:00","withdrawal","","currency","XETH",-0.2,0.003,0.1
"L4","R3","2025-02-05 08:00:00","transfer","spottostaking","currency","DOT",-5,0,0
"L5","R4","2025-02-06 08:00:00","spend","","currency","ZEUR",-40,0,0
"L6","R5","2025-02-07 08:00:00","rollover","","currency","ZEUR",0,0.12,0
"","R6","2025-02-07 08:00:00","deposit","","currency","ZEUR",10,0,
"L8","R7","2025-02-08 08:00:00","staking","","currency","DOT28.S",0.5,0,5
`);
    expect(figuresOf(got)).toEqual({
      fills: [
        'SLD 0.003 ETH @1 ETH cost 0',
        // Both sides are worth 0.01 BTC, for no money is stated; the cost was taken from the ether that came.
        'SLD 0.01 BTC @1 BTC cost 0',
        'BOT 0.3 ETH @0.033333333 BTC cost 0.00003',
        'SLD 0.0009 ETH @0.033333333 BTC cost 0',
      ],
      money: ['2025-02-04 fee -0.003 ETH', '2025-02-07 fee -0.12 EUR'],
      events: ['transfer -0.2 ETH', 'reward 0.5 DOT worth null'],
      left: [
        '5: Moved between wallets at Kraken: nothing came or went',
        '8: Announced, not booked yet',
        '6: Trade R4 has no other half in this file, or more than two',
      ],
    });
  });
});

describe('Binance', () => {
  it('a cost in the coin that was bought is money and disposes of the coin; one in another coin stands apart', () => {
    expect(figuresOf(read(SAMPLES['binance'] ?? ''))).toEqual({
      fills: [
        'SLD 300 USDT @1 USDT cost 0',
        'SLD 0.0004 BNB @1 BNB cost 0',
        'BOT 2 SOL @150 USDT cost 0',
        'SLD 0.1 ETH @2300 EUR cost 0.23',
      ],
      money: ['2025-05-06 fee -0.0004 BNB'],
      events: [],
      left: [],
    });
    const own = read(
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee\n2025-05-06 07:08:09,ETHEUR,BUY,2000,0.5,1000,0.0005ETH\n',
    );
    expect(figuresOf(own).fills).toEqual(['BOT 0.5 ETH @2000 EUR cost 1', 'SLD 0.0005 ETH @2000 EUR cost 0']);
  });

  it('the transaction history tells the same trade in rows of one second', () => {
    expect(figuresOf(read(SAMPLES['binance transactions'] ?? ''))).toEqual({
      fills: ['SLD 300 USDT @1 USDT cost 0', 'SLD 0.0004 BNB @1 BNB cost 0', 'BOT 2 SOL @150 USDT cost 0'],
      money: ['2025-05-06 fee -0.0004 BNB'],
      events: ['reward 0.001 SOL worth null'],
      left: [],
    });
  });

  it('fills of one second are one; small balances are exchanged pair by pair; what is not clear is reported', () => {
    const got = read(`User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
1,2025-06-01 10:00:00,Spot,Buy,ADA,10,
1,2025-06-01 10:00:00,Spot,Buy,EUR,-6,
1,2025-06-01 10:00:00,Spot,Buy,ADA,20,
1,2025-06-01 10:00:00,Spot,Buy,EUR,-12,
1,2025-06-02 10:00:00,Spot,Small assets exchange BNB,XLM,-3,
1,2025-06-02 10:00:00,Spot,Small assets exchange BNB,BNB,0.001,
1,2025-06-02 10:00:00,Spot,Small assets exchange BNB,VET,-40,
1,2025-06-02 10:00:00,Spot,Small assets exchange BNB,BNB,0.002,
1,2025-06-03 10:00:00,Spot,Buy,ADA,5,
1,2025-06-04 10:00:00,Spot,Fiat Deposit,EUR,100,
1,2025-06-05 10:00:00,Spot,Withdraw,ADA,-8,
1,2025-06-06 10:00:00,Funding,Transfer Between Main and Funding Wallet,ADA,-1,
1,2025-06-07 10:00:00,USDT-Futures,Realize profit and loss,USDT,-1.5,
1,2025-06-08 10:00:00,Spot,Something New,ADA,1,
`);
    expect(figuresOf(got)).toEqual({
      fills: [
        'BOT 30 ADA @0.6 EUR cost 0',
        'SLD 3 XLM @1 XLM cost 0',
        'BOT 0.001 BNB @3000 XLM cost 0',
        'SLD 40 VET @1 VET cost 0',
        'BOT 0.002 BNB @20000 VET cost 0',
      ],
      money: ['2025-06-04 deposit 100 EUR', '2025-06-07 other -1.5 USDT'],
      events: ['transfer -8 ADA'],
      left: [
        '13: Moved inside Binance: nothing came or went',
        '15: "Something New" is not a known operation: record it by hand',
        '10: What was exchanged for what in this second is not clear: record it by hand',
      ],
    });
    expect(got.diagnostics.total_rows).toBe(14);
  });
});
