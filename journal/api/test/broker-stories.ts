// A small account at every broker that can be synced, written in the shapes of its documentation: what moved, and what is held
// in the end. The two agree, so the book must agree with the broker after a sync. Everything is invented.
import { generateKeyPairSync } from 'node:crypto';

export interface BrokerRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

export interface Story {
  readonly credentials: Readonly<Record<string, string>>;
  /** As text: an object would lose how its numbers are written. Nothing: 501. */
  readonly play: (asked: BrokerRequest) => string | undefined;
}

const DAY = 86_400_000;

const byPath =
  (answers: Readonly<Record<string, string>>) =>
  ({ path }: BrokerRequest): string | undefined =>
    answers[path];

/** Everything happened three weeks before `now`: 5000 in, 10 AAPL at 185 bought, 4 sold at 190, so 6 and 3910 are held. */
export function brokerStories(now: number): Readonly<Record<string, Story>> {
  const at = Math.floor((now - 21 * DAY) / DAY) * DAY + 15 * 3_600_000;
  const iso = new Date(at).toISOString();
  const day = iso.slice(0, 10);
  const since = new Date(at - 2 * DAY).toISOString().slice(0, 10);
  const inside = (query: URLSearchParams, from: string, to: string, unit = 1): boolean =>
    Number(query.get(from)) * unit <= at && at <= Number(query.get(to)) * unit;

  const alpaca = (id: string, fields: string) => `{"id":"${id}",${fields}}`;
  const tradierTrade = (amount: string, quantity: string, price: string) =>
    `{"amount":${amount},"date":"${day}T00:00:00Z","type":"trade","trade":{"commission":0,"description":"APPLE","price":${price},"quantity":${quantity},"symbol":"AAPL","trade_type":"Equity"}}`;
  const tasty = (id: number, fields: string) =>
    `{"id":${id},"account-number":"5WX1","executed-at":"${iso}","transaction-date":"${day}","currency":"USD",${fields}}`;
  const schwab = (id: number, type: string, fields: string) =>
    `{"activityId":${id},"time":"${iso.slice(0, 19)}+0000","accountNumber":"12345678","type":"${type}","status":"VALID","tradeDate":"${day}T05:00:00+0000",${fields}}`;
  const aapl = '"instrument":{"assetType":"EQUITY","symbol":"AAPL"}';
  const quest = (fields: string) =>
    `{"tradeDate":"${day}T00:00:00.000000-05:00","transactionDate":"${day}T00:00:00.000000-05:00","settlementDate":"${day}T00:00:00.000000-05:00","currency":"USD",${fields}}`;
  const execution = (id: number, side: string, quantity: number, price: number) =>
    `{"symbol":"AAPL","symbolId":8049,"quantity":${quantity},"side":"${side}","price":${price},"id":${id},"orderId":${id},"timestamp":"${iso}","commission":0,"executionFee":0,"secFee":0,"canadianExecutionFee":0,"orderPlacementCommission":0}`;
  const snap = (id: string, fields: string) =>
    `{"id":"${id}","currency":{"code":"USD"},"trade_date":"${day}T00:00:00.000Z","settlement_date":"${day}T00:00:00.000Z","fee":0,${fields}}`;
  const snapAapl = '"symbol":{"symbol":"AAPL","raw_symbol":"AAPL"},"option_symbol":null';
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cbFill = (id: string, side: string, size: string, price: string, fee: string) =>
    `{"entry_id":"${id}","trade_id":"${id}","order_id":"o${id}","trade_time":"${iso}","trade_type":"FILL","size_in_quote":false,"price":"${price}","size":"${size}","commission":"${fee}","product_id":"BTC-USD","side":"${side}"}`;
  const kraken = (id: string, fields: string) =>
    `"${id}":{"aclass":"currency","subtype":"","time":${at / 1000},${fields}}`;
  const bybit = (body: string) => `{"retCode":0,"retMsg":"OK","result":${body}}`;
  const fill = (id: string, fields: string) =>
    `{"execId":"${id}","orderId":"o${id}","execTime":"${at}","isMaker":false,"execType":"Trade",${fields}}`;
  const hyper = (fields: string) =>
    `{"time":${at},"hash":"0xh","crossed":true,"startPosition":"0","dir":"x",${fields}}`;
  const flexDay = day.replaceAll('-', '');

  return {
    alpaca_paper: {
      credentials: { key_id: 'AK-1', secret_key: 'SK-SECRET' },
      play: byPath({
        '/v2/account/activities': `[${[
          alpaca('a1', `"activity_type":"CSD","date":"${day}","net_amount":"5000","status":"executed"`),
          alpaca(
            'a2',
            `"activity_type":"FILL","symbol":"AAPL","side":"buy","qty":"10","price":"185","transaction_time":"${iso}","order_id":"o1","type":"fill"`,
          ),
          alpaca(
            'a3',
            `"activity_type":"FILL","symbol":"AAPL","side":"sell","qty":"4","price":"190","transaction_time":"${iso}","order_id":"o2","type":"fill"`,
          ),
        ].join(',')}]`,
        '/v2/positions': '[{"symbol":"AAPL","qty":"6","cost_basis":"1110","current_price":"191"}]',
        '/v2/account': '{"cash":"3910","currency":"USD"}',
      }),
    },
    tradier: {
      credentials: { token: 'TOKEN-SECRET', since },
      play: byPath({
        '/v1/user/profile': '{"profile":{"account":{"account_number":"VA0001"}}}',
        '/v1/accounts/VA0001/history': `{"history":{"event":[${tradierTrade('-1850', '10', '185')},${tradierTrade('760', '-4', '190')},{"amount":5000,"date":"${day}T00:00:00Z","type":"ach","ach":{"description":"ACH DEPOSIT","quantity":0}}]}}`,
        '/v1/accounts/VA0001/positions':
          '{"positions":{"position":{"cost_basis":1110.0,"id":1,"quantity":6.0,"symbol":"AAPL"}}}',
        '/v1/accounts/VA0001/balances': '{"balances":{"total_cash":3910.0}}',
      }),
    },
    tastytrade: {
      credentials: { client_secret: 'CS-SECRET', refresh_token: 'RT-SECRET' },
      play: byPath({
        '/oauth/token': '{"access_token":"AT-1","token_type":"Bearer","expires_in":900}',
        '/customers/me/accounts': '{"data":{"items":[{"account":{"account-number":"5WX1"}}]}}',
        '/accounts/5WX1/transactions': `{"data":{"items":[${[
          tasty(
            1,
            '"transaction-type":"Money Movement","transaction-sub-type":"Deposit","value":"5000.0","value-effect":"Credit","net-value":"5000.0","net-value-effect":"Credit","description":"ACH DEPOSIT"',
          ),
          tasty(
            2,
            '"transaction-type":"Trade","transaction-sub-type":"Buy to Open","symbol":"AAPL","instrument-type":"Equity","action":"Buy to Open","quantity":"10","price":"185.0","value":"1850.0","value-effect":"Debit","net-value":"1850.0","net-value-effect":"Debit"',
          ),
          tasty(
            3,
            '"transaction-type":"Trade","transaction-sub-type":"Sell to Close","symbol":"AAPL","instrument-type":"Equity","action":"Sell to Close","quantity":"4","price":"190.0","value":"760.0","value-effect":"Credit","net-value":"760.0","net-value-effect":"Credit"',
          ),
        ].join(',')}]},"pagination":{"total-pages":1}}`,
        '/accounts/5WX1/positions':
          '{"data":{"items":[{"symbol":"AAPL","quantity":"6","quantity-direction":"Long","close-price":"191"}]}}',
        '/accounts/5WX1/balances': '{"data":{"cash-balance":"3910.0","currency":"USD"}}',
      }),
    },
    schwab: {
      credentials: {
        app_key: 'APP-KEY',
        app_secret: 'APP-SECRET',
        callback_url: 'https://127.0.0.1:8182',
        redirected_to: 'https://127.0.0.1:8182/?code=C0.abc&session=1',
        since,
      },
      play: byPath({
        '/v1/oauth/token': '{"access_token":"AT-1","refresh_token":"RT-1","expires_in":1800}',
        '/trader/v1/accounts/accountNumbers': '[{"accountNumber":"12345678","hashValue":"HASH1"}]',
        '/trader/v1/accounts/HASH1/transactions': `[${[
          schwab(1, 'ACH_RECEIPT', '"netAmount":5000.0,"description":"MONEYLINK","transferItems":[]'),
          schwab(
            2,
            'TRADE',
            `"netAmount":-1850.0,"transferItems":[{${aapl},"amount":10.0,"cost":-1850.0,"price":185.0}]`,
          ),
          schwab(3, 'TRADE', `"netAmount":760.0,"transferItems":[{${aapl},"amount":-4.0,"cost":760.0,"price":190.0}]`),
        ].join(',')}]`,
        '/trader/v1/accounts': `[{"securitiesAccount":{"accountNumber":"12345678","positions":[{"longQuantity":6.0,"shortQuantity":0.0,"marketValue":1146.0,${aapl}}],"currentBalances":{"cashBalance":3910.0}}}]`,
      }),
    },
    questrade: {
      credentials: { refresh_token: 'RT-1', since },
      play: byPath({
        '/oauth2/token':
          '{"access_token":"AT-1","token_type":"Bearer","expires_in":1800,"refresh_token":"RT-2","api_server":"https://api01.iq.questrade.com/"}',
        '/v1/accounts': '{"accounts":[{"type":"Margin","number":"26598145","status":"Active"}]}',
        '/v1/accounts/26598145/executions': `{"executions":[${execution(1, 'Buy', 10, 185)},${execution(2, 'Sell', 4, 190)}]}`,
        '/v1/accounts/26598145/activities': `{"activities":[${quest('"action":"DEP","symbol":"","description":"DEPOSIT","quantity":0,"price":0,"grossAmount":0,"commission":0,"netAmount":5000,"type":"Deposits"')}]}`,
        '/v1/accounts/26598145/positions':
          '{"positions":[{"symbol":"AAPL","openQuantity":6,"currentPrice":191,"totalCost":1110}]}',
        '/v1/accounts/26598145/balances': '{"perCurrencyBalances":[{"currency":"USD","cash":3910}]}',
      }),
    },
    snaptrade: {
      credentials: { client_id: 'PERS-1', consumer_key: 'CK-SECRET' },
      play: byPath({
        '/accounts': '[{"id":"acc1","number":"U777","sync_status":{"transactions":{"initial_sync_completed":true}}}]',
        '/accounts/acc1/activities': `{"data":[${[
          snap('1', `"type":"CONTRIBUTION","units":0,"price":0,"amount":5000,"symbol":null,"option_symbol":null`),
          snap('2', `"type":"BUY","units":10,"price":185,"amount":-1850,${snapAapl}`),
          snap('3', `"type":"SELL","units":-4,"price":190,"amount":760,${snapAapl}`),
        ].join(',')}],"pagination":{"total":3}}`,
        '/accounts/acc1/positions/all':
          '{"results":[{"instrument":{"kind":"stock","symbol":"AAPL"},"units":"6","price":"191"}]}',
        '/accounts/acc1/balances': '[{"currency":{"code":"USD"},"cash":3910}]',
      }),
    },
    // 5000 in, 0.02 BTC at 50,000 for 1 of fee, 0.01 sold at 60,000 for 0.6; 0.001 came as a reward.
    coinbase: {
      credentials: {
        key_name: 'organizations/o/apiKeys/k',
        private_key: String(privateKey.export({ type: 'sec1', format: 'pem' })).replaceAll('\n', String.raw`\n`),
      },
      play: byPath({
        '/api/v3/brokerage/key_permissions': '{"can_view":true,"can_trade":false,"can_transfer":false}',
        '/api/v3/brokerage/orders/historical/fills': `{"fills":[${cbFill('e1', 'BUY', '0.02', '50000', '1')},${cbFill('e2', 'SELL', '0.01', '60000', '0.6')}],"cursor":""}`,
        '/v2/accounts':
          '{"data":[{"id":"w1","balance":{"amount":"0.011","currency":"BTC"}},{"id":"w2","balance":{"amount":"4598.4","currency":"USD"}}],"pagination":{"next_uri":null}}',
        '/v2/accounts/w1/transactions': `{"data":[{"id":"m1","type":"staking_reward","status":"completed","amount":{"amount":"0.001","currency":"BTC"},"native_amount":{"amount":"55","currency":"USD"},"created_at":"${iso}"}],"pagination":{"next_uri":null}}`,
        '/v2/accounts/w2/transactions': `{"data":[{"id":"m2","type":"fiat_deposit","status":"completed","amount":{"amount":"5000","currency":"USD"},"native_amount":{"amount":"5000","currency":"USD"},"created_at":"${iso}"}],"pagination":{"next_uri":null}}`,
      }),
    },
    kraken: {
      credentials: { api_key: 'KK-SECRET', private_key: 'UFJJVkFURQ==' },
      play: byPath({
        '/0/private/Ledgers': `{"error":[],"result":{"ledger":{${[
          kraken('L1', '"refid":"D1","type":"deposit","asset":"ZUSD","amount":"5000.0000","fee":"0","balance":"5000"'),
          kraken('L2', '"refid":"T1","type":"trade","asset":"ZUSD","amount":"-1000.0000","fee":"2.6","balance":"0"'),
          kraken('L3', '"refid":"T1","type":"trade","asset":"XXBT","amount":"0.0200000000","fee":"0","balance":"0"'),
          kraken(
            'L4',
            '"refid":"W1","type":"withdrawal","asset":"XXBT","amount":"-0.0050","fee":"0.0001","balance":"0"',
          ),
        ].join(',')}},"count":4}}`,
        '/0/private/Balance': '{"error":[],"result":{"ZUSD":"3997.4","XXBT":"0.0149"}}',
      }),
    },
    // 100 EUR by card, all but 2 of fee for 0.002 BTC; 50 EUR by bank; 0.001 BTC to USDT, 0.06 of it the fee; converted SOL.
    binance: {
      credentials: { api_key: 'KEY-SECRET', api_secret: 'S-SECRET', since },
      play: ({ path, query }) =>
        path === '/api/v3/myTrades'
          ? query.get('symbol') === 'BTCUSDT'
            ? `[{"symbol":"BTCUSDT","id":7,"orderId":1,"price":"60000","qty":"0.001","quoteQty":"60","commission":"0.06","commissionAsset":"USDT","time":${at},"isBuyer":false}]`
            : '[]'
          : path === '/sapi/v1/fiat/orders' && query.get('transactionType') === '0'
            ? `{"code":"000000","data":[{"orderNo":"f1","fiatCurrency":"EUR","indicatedAmount":"50.0","amount":"50.0","totalFee":"0.0","method":"BankAccount","status":"Successful","createTime":${at},"updateTime":${at}}],"total":1,"success":true}`
            : path === '/sapi/v1/fiat/payments' && query.get('transactionType') === '0'
              ? `{"code":"000000","data":[{"orderNo":"p1","sourceAmount":"100.0","fiatCurrency":"EUR","obtainAmount":"0.002","cryptoCurrency":"BTC","totalFee":"2.0","price":"49000","status":"Completed","paymentMethod":"Credit Card","createTime":${at},"updateTime":${at}}],"total":1,"success":true}`
              : path.startsWith('/sapi/v1/fiat/')
                ? '{"code":"000000","data":[],"total":0,"success":true}'
                : path === '/sapi/v1/convert/tradeFlow' && inside(query, 'startTime', 'endTime')
                  ? `{"list":[{"orderId":940708407462087195,"orderStatus":"SUCCESS","fromAsset":"EUR","fromAmount":"20","toAsset":"SOL","toAmount":"0.1","createTime":${at}}]}`
                  : {
                      '/sapi/v1/account/apiRestrictions': '{"enableReading":true,"enableWithdrawals":false}',
                      '/api/v3/account':
                        '{"balances":[{"asset":"BTC","free":"0.001","locked":"0"},{"asset":"USDT","free":"59.94","locked":"0"},{"asset":"SOL","free":"0.1","locked":"0"},{"asset":"EUR","free":"30","locked":"0"}]}',
                      '/api/v3/exchangeInfo':
                        '{"symbols":[{"symbol":"BTCEUR","baseAsset":"BTC","quoteAsset":"EUR"},{"symbol":"BTCUSDT","baseAsset":"BTC","quoteAsset":"USDT"}]}',
                      '/sapi/v1/capital/deposit/hisrec': '[]',
                      '/sapi/v1/capital/withdraw/history': '[]',
                      '/sapi/v1/asset/assetDividend': '{"rows":[],"total":0}',
                      '/sapi/v1/convert/tradeFlow': '{"list":[]}',
                    }[path],
    },
    // 1000 USDT in; 0.01 BTC at 60,000 for 0.00001 BTC; a contract opened and closed for 10 less 0.6 + 0.61 and 0.012 of
    // funding, another still open; 100 USDT to 0.05 ETH in the funding wallet, interest there; 50 out for a fee of 1.
    bybit: {
      credentials: { api_key: 'KEY-SECRET', api_secret: 'S-SECRET' },
      play: ({ path, query }) => {
        if (path === '/v5/user/query-api') return bybit('{"readOnly":1,"ips":["*"]}');
        const isThen = inside(query, 'startTime', 'endTime');
        if (path === '/v5/execution/list') {
          const lists: Readonly<Record<string, string>> = {
            spot: fill(
              's1',
              '"symbol":"BTCUSDT","side":"Buy","execPrice":"60000","execQty":"0.01","execValue":"600","execFee":"0.00001","feeCurrency":"BTC"',
            ),
            linear: [
              fill(
                'l1',
                '"symbol":"BTCUSDT","side":"Buy","execPrice":"60000","execQty":"0.01","execFee":"0.6","feeCurrency":""',
              ),
              fill(
                'l2',
                '"symbol":"BTCUSDT","side":"Sell","execPrice":"61000","execQty":"0.01","execFee":"0.61","feeCurrency":""',
              ),
              fill(
                'l3',
                '"symbol":"BTCUSDT","side":"Sell","execPrice":"61000","execQty":"0.01","execFee":"0.012","feeCurrency":""',
              ).replace('"Trade"', '"Funding"'),
              fill(
                'l4',
                '"symbol":"ETHUSDT","side":"Sell","execPrice":"2000","execQty":"0.1","execFee":"0.2","feeCurrency":""',
              ),
            ].join(','),
          };
          return bybit(`{"list":[${isThen ? (lists[query.get('category') ?? ''] ?? '') : ''}],"nextPageCursor":""}`);
        }
        if (path === '/v5/asset/deposit/query-record')
          return bybit(
            `{"rows":[${isThen ? `{"coin":"USDT","amount":"1000","txID":"t1","txIndex":"0","status":3,"successAt":"${at}","id":"d1"}` : ''}],"nextPageCursor":""}`,
          );
        if (path === '/v5/asset/withdraw/query-record')
          return bybit(
            `{"rows":[${isThen ? `{"coin":"USDT","amount":"50","withdrawFee":"1","status":"success","updateTime":"${at}","withdrawId":"w1"}` : ''}],"nextPageCursor":""}`,
          );
        if (path === '/v5/account/transaction-log') return bybit('{"list":[],"nextPageCursor":""}');
        if (path === '/v5/asset/fundinghistory') {
          const row = (io: string, coin: string, amount: string, what: string, id: string) =>
            `{"currency":"${coin}","ioDirection":"${io}","txnAmt":"${amount}","afterAmt":"0","createTime":"${at / 1000}","showBusiTypeEn":"${what}","descriptionEn":"${what}","currcCursor":"${id}"}`;
          const rows = [
            row('I', 'USDT', '1000', 'Deposit', 'c0'),
            row('O', 'USDT', '100', 'Convert', 'c1'),
            row('I', 'ETH', '0.05', 'Convert', 'c2'),
            row('I', 'ETH', '0.0001', 'Easy Earn | Flexible Interest Distribution', 'c3'),
            row('O', 'USDT', '800', 'Transfer to Unified Trading', 'c4'),
          ];
          const isNow = inside(query, 'createTimeFrom', 'createTimeTo', 1000);
          return bybit(`{"list":[${isNow ? rows.join(',') : ''}],"nextPageCursor":""}`);
        }
        // 800 - 600 + 10 - 0.6 - 0.61 - 0.012 - 0.2 in the one wallet, 1000 - 100 - 800 - 51 in the other.
        if (path === '/v5/account/wallet-balance')
          return bybit(
            '{"list":[{"coin":[{"coin":"USDT","walletBalance":"208.578"},{"coin":"BTC","walletBalance":"0.00999"}]}]}',
          );
        if (path === '/v5/asset/transfer/query-account-coins-balance')
          return bybit(
            '{"accountType":"FUND","balance":[{"coin":"USDT","walletBalance":"49"},{"coin":"ETH","walletBalance":"0.0501"}]}',
          );
        if (path === '/v5/position/list')
          return bybit(
            `{"list":[${query.get('settleCoin') === 'USDT' ? '{"symbol":"ETHUSDT","side":"Sell","size":"0.1"}' : ''}]}`,
          );
        return undefined;
      },
    },
    // 1000 in; 0.1 BTC long opened and closed for 50 less 2 + 2 and 0.5 of funding; 0.05 ETH short open for 0.1; 10 HYPE for 255.
    hyperliquid: {
      credentials: { address: `0x${'aB'.repeat(20)}` },
      play: ({ body }) =>
        ({
          spotMeta:
            '{"tokens":[{"name":"USDC","index":0},{"name":"HYPE","index":150}],"universe":[{"name":"@107","tokens":[150,0],"index":107}]}',
          userFillsByTime: `[${[
            hyper(
              '"coin":"BTC","px":"60000","sz":"0.1","side":"B","closedPnl":"0.0","oid":1,"tid":1,"fee":"2","feeToken":"USDC"',
            ),
            hyper(
              '"coin":"BTC","px":"60500","sz":"0.1","side":"A","closedPnl":"50","oid":2,"tid":2,"fee":"2","feeToken":"USDC"',
            ),
            hyper(
              '"coin":"ETH","px":"3000","sz":"0.05","side":"A","closedPnl":"0.0","oid":3,"tid":3,"fee":"0.1","feeToken":"USDC"',
            ),
            hyper(
              '"coin":"@107","px":"25.5","sz":"10","side":"B","closedPnl":"0.0","oid":4,"tid":4,"fee":"0.01","feeToken":"HYPE"',
            ),
          ].join(',')}]`,
          userFunding: `[{"time":${at},"hash":"0x0","delta":{"type":"funding","coin":"BTC","usdc":"-0.5","szi":"0.1","fundingRate":"0.00001"}}]`,
          userNonFundingLedgerUpdates: `[{"time":${at - 1000},"hash":"0xd","delta":{"type":"deposit","usdc":"1000.0"}}]`,
          // The short is 5 ahead: the account is worth that more than the money in it.
          clearinghouseState:
            '{"assetPositions":[{"position":{"coin":"ETH","szi":"-0.05","entryPx":"3000","unrealizedPnl":"5"}}],"marginSummary":{"accountValue":"700.4"}}',
          spotClearinghouseState: '{"balances":[{"coin":"USDC","total":"95"},{"coin":"HYPE","total":"9.99"}]}',
        })[(JSON.parse(body) as { type: string }).type],
    },
    ibkr_pro: {
      credentials: { token: 'TOK-SECRET', query_id: '9' },
      play: ({ path }) =>
        path.endsWith('/SendRequest')
          ? '<FlexStatementResponse><Status>Success</Status><ReferenceCode>1</ReferenceCode></FlexStatementResponse>'
          : `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U777" fromDate="${flexDay}" toDate="${flexDay}"><Trades>${[
              ['501', '10', '185', '-1850', 'BUY'],
              ['502', '-4', '190', '760', 'SELL'],
            ]
              .map(
                ([id, quantity, price, proceeds, side]) =>
                  `<Trade accountId="U777" currency="USD" assetCategory="STK" symbol="AAPL" tradeID="${id}" dateTime="${flexDay};100000" quantity="${quantity}" tradePrice="${price}" proceeds="${proceeds}" ibCommission="0" buySell="${side}" levelOfDetail="EXECUTION"/>`,
              )
              .join(
                '',
              )}</Trades><CashTransactions><CashTransaction accountId="U777" transactionID="d1" type="Deposits/Withdrawals" amount="5000" currency="USD" dateTime="${flexDay}" description="CASH RECEIPTS"/></CashTransactions><OpenPositions><OpenPosition accountId="U777" currency="USD" assetCategory="STK" symbol="AAPL" position="6" markPrice="191" positionValue="1146" costBasisMoney="1110" reportDate="${flexDay}" levelOfDetail="SUMMARY"/></OpenPositions><CashReport><CashReportCurrency accountId="U777" currency="USD" startingCash="0" deposits="5000" netTradesSales="760" netTradesPurchases="-1850" endingCash="3910"/></CashReport></FlexStatement></FlexStatements></FlexQueryResponse>`,
    },
  };
}
