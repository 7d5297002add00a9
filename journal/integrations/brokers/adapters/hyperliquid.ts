// Hyperliquid: everything an address did is public, so the address is all that is needed. Perpetuals settle in USDC. Only
// the newest 10,000 fills are available.
import { type AnswerPage, type AnswerRow, coinTrade, pairTrade, type Sink, readAmount } from '@zorivest/imports';
import { addDecimals } from '@zorivest/store';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, requireList } from '../client/ask.ts';
import { type Fields, isFields, type Json, listAt, textAt, valueAt } from '../client/exact-json.ts';
import { isNegative, isZero, LOOK_BACK, magnitude, negate } from '../client/figures.ts';

const NAME = 'Hyperliquid';
const HOST = 'api.hyperliquid.xyz';
const FILLS = 2000;
const UPDATES = 500;
/** What the newest are of. */
const MOST_FILLS = 10_000;
const MONEY = 'USDC';

export const hyperliquid = defineBroker({
  id: 'hyperliquid',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  openings: [{ method: 'POST', host: HOST, path: '/info' }],
  settings: [{ name: 'address', secret: false, description: 'Address of the account: 0x and 40 digits' }],
  connect: ({ credentials: { address = '' } }) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address))
      return Promise.reject(new BrokerError('The address is not one: it is 0x and 40 hexadecimal digits'));
    return Promise.resolve({});
  },
  async *pages(context) {
    const ask = asker(context);
    const user = context.credentials['address'] ?? '';
    const names = await spotNames(ask);
    const end = context.now.getTime();
    const begin = context.lastSync === null ? 0 : context.lastSync.getTime() - LOOK_BACK;
    const [cutPart = '', cutAt = ''] = (context.cursor ?? '').split('|');
    const parts = [
      { type: 'userFillsByTime', page: FILLS, read: (row: Fields) => readFill(row, names) },
      { type: 'userFunding', page: UPDATES, read: readFunding },
      { type: 'userNonFundingLedgerUpdates', page: UPDATES, read: (row: Fields) => readUpdate(row, user) },
    ];
    const first = Math.max(
      parts.findIndex(({ type }) => type === cutPart),
      0,
    );
    for (const { type, page, read } of parts.slice(first)) {
      let startTime = type === cutPart && /^\d{1,15}$/.test(cutAt) ? Number(cutAt) : begin;
      let seen = new Set<string>();
      let count = 0;
      for (;;) {
        const rows = requireList(NAME, await ask({ type, user, startTime, endTime: end }));
        // The next page begins with the last moment of this one, which both tell.
        const fresh = rows.filter((row) => !seen.has(JSON.stringify(row)));
        seen = new Set(rows.map((row) => JSON.stringify(row)));
        count += fresh.length;
        const last = Math.max(startTime, ...rows.map((row) => Number(textAt(row, 'time'))));
        yield { rows: fresh.map(read), cursor: `${type}|${last}` };
        if (rows.length < page) break;
        if (fresh.length === 0) throw new BrokerError(`${NAME} sent the same page again`);
        startTime = last;
      }
      if (type === 'userFillsByTime' && count >= MOST_FILLS)
        yield { rows: [], stated: [sayCut], cursor: `${type}|${startTime}` };
    }
    yield { ...(await readHeld(ask, user, context)), cursor: context.cursor };
  },
});

const sayCut = ({ log }: Sink) =>
  log.warn(
    `${NAME} tells the newest ${MOST_FILLS} fills only: older ones are missing here; import them from its export.`,
  );

type Ask = (body: Record<string, string | number | boolean>) => Promise<Json>;

function asker(context: SyncContext): Ask {
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'check the address',
    judge: (answer) => (answer.status === 422 ? { is: 'fault', why: 'the address is not one it knows' } : null),
  });
  return (body) =>
    asks.json(() => ({
      method: 'POST',
      url: new URL(`https://${HOST}/info`),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }));
}

/** `@107` is a place in the list of spot pairs: what it is called there. */
async function spotNames(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const meta = await ask({ type: 'spotMeta' });
  const tokens = new Map(requireList(NAME, meta, 'tokens').map((one) => [textAt(one, 'index'), textAt(one, 'name')]));
  const names = new Map<string, string>();
  for (const pair of requireList(NAME, meta, 'universe')) {
    const [base = '', quote = ''] = ((valueAt(pair, 'tokens') ?? []) as readonly Json[]).map((one) =>
      tokens.get(textAt(one)),
    );
    names.set(`@${textAt(pair, 'index')}`, `${base}/${quote}`);
  }
  return names;
}

const SIDES = { B: 'BOT', A: 'SLD' } as const;

const readFill =
  (fill: Fields, names: ReadonlyMap<string, string>): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(fill, name);
    const side = SIDES[text('side') as keyof typeof SIDES] as 'BOT' | 'SLD' | undefined;
    if (side === undefined) return sink.invalid(row, 'The fill does not say whether it is a buy or a sell');
    const coin = names.get(text('coin')) ?? text('coin');
    const id = `${text('tid')}:${text('oid')}`;
    const [base = '', quote = ''] = coin.split('/');
    if (quote !== '') return spotFill(sink, row, { fill, base, quote, side, id });
    if (coin.startsWith('@'))
      return sink.invalid(row, `The spot pair ${coin.slice(0, 20)} is not in the list of pairs`);
    const isPaidInMoney = text('feeToken') === '' || text('feeToken') === MONEY;
    sink.execution({
      row,
      side,
      symbol: `${coin}-PERP`,
      instrument: { symbol: `${coin}-PERP`, multiplier: 1, kind: 'future', assetClass: 'CRYPTO' },
      assetClass: 'CRYPTO',
      quantity: text('sz'),
      price: text('px'),
      costs: [text('fee')],
      costCurrencies: [isPaidInMoney ? MONEY : text('feeToken')],
      realized: text('closedPnl'),
      when: text('time'),
      execId: id,
      orderId: text('oid'),
      currency: MONEY,
    });
  };

function spotFill(
  sink: Sink,
  row: number,
  { fill, base, quote, side, id }: { fill: Fields; base: string; quote: string; side: 'BOT' | 'SLD'; id: string },
): void {
  const size = readAmount(sink, textAt(fill, 'sz'));
  const price = sink.value(textAt(fill, 'px'));
  const fee = textAt(fill, 'fee');
  coinTrade(sink, {
    row,
    when: textAt(fill, 'time'),
    id,
    orderId: textAt(fill, 'oid'),
    ...pairTrade({ base, quote }, side, size, { quantity: size.quantity * price }),
    price: textAt(fill, 'px'),
    costs:
      isZero(fee) || isNegative(fee) ? [] : [{ code: textAt(fill, 'feeToken') || quote, ...readAmount(sink, fee) }],
  });
  if (isNegative(fee))
    sink.cash({
      row,
      when: textAt(fill, 'time'),
      amount: magnitude(fee),
      currency: textAt(fill, 'feeToken') || quote,
      coin: true,
      kind: 'other',
      memo: 'Maker rebate',
      id: `${id}:rebate`,
    });
}

const readFunding = (update: Fields): AnswerRow => {
  const delta = valueAt(update, 'delta');
  return (sink, row) => {
    sink.cash({
      row,
      when: textAt(update, 'time'),
      amount: textAt(delta, 'usdc'),
      currency: MONEY,
      coin: true,
      kind: 'other',
      memo: `Funding of ${textAt(delta, 'coin')}`,
      id: `${textAt(update, 'hash')}:${textAt(delta, 'coin')}:${textAt(update, 'time')}`,
    });
  };
};

/** Money that comes from elsewhere, and goes there: amounts carry no sign, the kind of update tells. */
const readUpdate =
  (update: Fields, user: string): AnswerRow =>
  (sink, row) => {
    const delta = valueAt(update, 'delta');
    const text = (name: string) => textAt(delta, name);
    const type = text('type');
    const shared = { row, when: textAt(update, 'time'), id: `${textAt(update, 'hash')}:${type}` };
    const isMine = (name: string) => text(name).toLowerCase() === user.toLowerCase();
    if (type === 'accountClassTransfer' || type === 'cStakingTransfer' || type === 'activateDexAbstraction')
      return sink.skip(row, 'inside', `Moved within the account (${type}): nothing came or went`);
    const money = (amount: string, kind: 'deposit' | 'withdrawal' | 'transfer_in' | 'transfer_out' | 'other') => {
      sink.cash({ ...shared, amount, currency: MONEY, coin: true, kind, memo: type });
    };
    if (type === 'deposit') return money(text('usdc'), 'deposit');
    if (type === 'withdraw') return money(negate(text('usdc')), 'withdrawal');
    if (/^(?:internalTransfer|subAccountTransfer)$/.test(type)) {
      const isIn = isMine('destination');
      return money(isIn ? text('usdc') : negate(text('usdc')), isIn ? 'transfer_in' : 'transfer_out');
    }
    if (type === 'vaultDeposit' || type === 'vaultCreate') return money(negate(text('usdc')), 'transfer_out');
    if (type === 'vaultWithdraw' || type === 'vaultDistribution')
      return money(text('netWithdrawnUsd') || text('usdc'), 'transfer_in');
    if (type === 'vaultLeaderCommission') return money(text('usdc'), 'other');
    if (/^(?:spotTransfer|send)$/.test(type) && text('token') !== '') {
      const amount = isMine('destination') ? text('amount') : negate(text('amount'));
      if (text('token') === MONEY) return money(amount, isNegative(amount) ? 'transfer_out' : 'transfer_in');
      sink.event({ ...shared, kind: 'transfer', symbol: text('token'), coin: true, quantity: amount });
      return;
    }
    if (type === 'spotGenesis' || type === 'rewardsClaim') {
      sink.event({ ...shared, kind: 'reward', symbol: text('token') || 'HYPE', coin: true, quantity: text('amount') });
      return;
    }
    sink.invalid(row, `An update of the kind ${type.slice(0, 40)} is not known: look at it and record it by hand`);
  };

async function readHeld(ask: Ask, user: string, { now }: SyncContext): Promise<AnswerPage> {
  const perps = await ask({ type: 'clearinghouseState', user });
  const spot = await ask({ type: 'spotClearinghouseState', user });
  if (!isFields(perps) || !isFields(spot)) throw new BrokerError(`${NAME} answered without what is held`);
  const when = now.toISOString();
  const positions = listAt(perps, 'assetPositions') ?? [];
  // What the contracts are worth now is no money yet: without it, this is what came in and was realised.
  const margin = addDecimals([
    textAt(perps, 'marginSummary', 'accountValue') || '0',
    ...positions.map((one) => negate(textAt(one, 'position', 'unrealizedPnl') || '0')),
  ]);
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: [
      ...positions.map((one) => ({ holdings }: Sink) => {
        const coin = textAt(one, 'position', 'coin');
        holdings.position({ symbol: `${coin}-PERP`, quantity: textAt(one, 'position', 'szi'), currency: MONEY, when });
      }),
      ...(listAt(spot, 'balances') ?? []).map((one) => ({ holdings }: Sink) => {
        const [coin, total] = [textAt(one, 'coin'), textAt(one, 'total')];
        holdings.position({ symbol: coin, quantity: total, when });
      }),
      ({ holdings }: Sink) => {
        holdings.position({ symbol: MONEY, quantity: margin, when });
      },
    ],
  };
}
