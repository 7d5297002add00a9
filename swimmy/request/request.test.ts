// The operator's promise: whatever a client sends, the only message that can leave is a backtest.
import { requestSchema, withoutNulls } from '@zorivest/engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSexp, type Sexp } from '../sexp/read.ts';
import { fieldsOf } from '../sexp/to-json.ts';
import { decodeMessage, MessageError } from './decode.ts';
import { backtestMessage } from './message.ts';

const STRATEGY = { name: 'Demo', sma_short: 5, sma_long: 20, sl: 0.001, tp: 0.0015, volume: 0.02 };
const REQUEST = { strategy: STRATEGY, candles_file: 'data/historical/USDJPY_M1.csv', request_id: 'RID-1' };

function messageFor(params: Readonly<Record<string, unknown>>): string | undefined {
  const parsed = requestSchema.safeParse(withoutNulls(params));
  return parsed.success
    ? backtestMessage({ ...parsed.data, request_id: parsed.data.request_id ?? 'fresh' })
    : undefined;
}

/** The downstream router (contract section 6), written from its description: type first, then words anywhere in the text. */
function routeOf(message: string): string {
  if (!message.startsWith('(')) return 'refused';
  const fields = fieldsOf(readSexp(message));
  if (fields?.has('type')) return 'broker';
  for (const word of ['CPCV_VALIDATE', 'BACKTEST', 'CHECK_CLONE', 'UPDATE_CACHE', 'TRAIN', 'EVOLVE', 'PREDICT']) {
    if (message.includes(word)) return word;
  }
  return 'nowhere';
}

function keysAtAnyDepth(value: Sexp): string[] {
  if (typeof value !== 'object' || value.kind !== 'list') return [];
  const fields = fieldsOf(value);
  if (fields) return [...fields].flatMap(([key, field]) => [key, ...keysAtAnyDepth(field)]);
  return value.items.flatMap(keysAtAnyDepth);
}

describe('the message', () => {
  test('wraps options, keeps symbols and strings where each is needed, and carries the id in the name', () => {
    expect(
      messageFor({
        ...REQUEST,
        strategy: { ...STRATEGY, indicator_type: 'sma' },
        data_id: 'USDJPY_M1',
        symbol: 'USDJPY',
        timeframe: 5,
        include_trades: true,
      }),
    ).toBe(
      '((action . "BACKTEST") (strategy . ((name . "Demo~RID-1") (sma_short . 5) (sma_long . 20) (sl . 0.001) (tp . 0.0015) ' +
        '(volume . 0.02) (indicator_type . sma))) (request_id . "RID-1") (data_id . ("USDJPY_M1")) ' +
        '(candles_file . ("data/historical/USDJPY_M1.csv")) (symbol . "USDJPY") (timeframe . (5)) (include_trades . #t))',
    );
  });

  test('gives the engine the cache key without which it would not read the file', () => {
    expect(messageFor(REQUEST)).toContain('(data_id . ("data/historical/USDJPY_M1.csv"))');
    expect(messageFor({ strategy: STRATEGY, symbol: 'EURUSD' })).toContain(
      '(candles_file . ("data/historical/EURUSD_M1.csv"))',
    );
  });

  test('maps long candle names, and keys auxiliary candles by strings', () => {
    const message = messageFor({
      strategy: STRATEGY,
      candles: [{ timestamp: 1, open: 1, high: 2, low: 0.5, close: 1.5, volume: 3 }],
      aux_candles: { h1: [{ t: 1, c: 2 }] },
      aux_candles_files: { h1: 'a.csv' },
    });
    expect(message).toContain('(candles . (((t . 1) (o . 1) (h . 2) (l . 0.5) (c . 1.5) (v . 3))))');
    expect(message).toContain('(aux_candles . (("h1" . (((t . 1) (o . 0) (h . 0) (l . 0) (c . 2) (v . 0))))))');
    expect(message).toContain('(aux_candles_files . ((("h1" . "a.csv"))))');
  });

  test('comes back from the reader as it was asked', () => {
    const request = requestSchema.parse({
      ...REQUEST,
      strategy: {
        ...STRATEGY,
        filter_enabled: 'off',
        entry_long_ast: ['And', ['Not', ['Gt', 'PriceClose', ['Constant', 1.5]]], ['CrossUp', ['Sma', 3], ['Rsi', 5]]],
      },
      swap_history: [{ t: 1, sl: 0.5, ss: -0.25 }],
      mode: {
        costs: [{ symbol: 'USDJPY', spread: 1e-7 }],
        sweep: { sma_short: [3, 5], tp: { from: 1, to: 2, step: 0.5 } },
      },
    });
    const decoded = decodeMessage(backtestMessage({ ...request, request_id: 'RID-1' }));
    expect(decoded).toEqual({
      ...request,
      data_id: REQUEST.candles_file,
      strategy: { ...request.strategy, name: 'Demo~RID-1' },
    });
  });
});

test('expressions, parameters and constraints come back from the reader as they were asked', () => {
  const request = requestSchema.parse({
    candles_file: REQUEST.candles_file,
    request_id: 'RID-1',
    strategy: {
      name: 'Demo',
      volume: 1,
      entry_long: 'cross_up(ema(close, fast), 2 * close) and hour in 8..16',
      stop: 0.5,
      time_stop: 'fast * 2',
      params: { fast: 12 },
    },
    mode: {
      sweep: { fast: { from: 5, to: 20, step: 5 }, where: 'fast > 5' },
      search: { method: 'random', samples: 10 },
      time_zone: 'Europe/Berlin',
      benchmark: { candles_file: 'b.csv' },
    },
  });
  const decoded = decodeMessage(backtestMessage({ ...request, request_id: 'RID-1' }));
  expect(decoded).toEqual({
    ...request,
    data_id: REQUEST.candles_file,
    strategy: { ...request.strategy, name: 'Demo~RID-1' },
  });
  expect(decoded.strategy.stop).toBe('0.5');
});

describe('a request that cannot run is refused with every bad field', () => {
  const issuesOf = (params: unknown) =>
    requestSchema.safeParse(params).error?.issues.map((issue) => issue.path.join('.')) ?? [];

  test('all at once', () => {
    expect(
      issuesOf({ strategy: { ...STRATEGY, sma_short: 1.5, tp: 'x' }, candles_file: 'a.csv', timeframe: 0 }).toSorted(),
    ).toEqual(['strategy.sma_short', 'strategy.tp', 'timeframe']);
  });

  test('rules across fields included', () => {
    expect(issuesOf({ timeframe: 'x', start_time: 5, end_time: 2 }).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'candles_file',
      'end_time',
      'strategy',
      'timeframe',
    ]);
  });

  test.each([
    ['no strategy', { candles_file: 'a.csv' }],
    ['nothing to run on', { strategy: STRATEGY }],
    ['an unknown key', { ...REQUEST, close_all: true }],
    ['a type key', { ...REQUEST, type: 'CLOSE' }],
    ['a type key inside the strategy', { ...REQUEST, strategy: { ...STRATEGY, type: 'CLOSE' } }],
    ['an infinite number', { ...REQUEST, strategy: { ...STRATEGY, sl: Infinity } }],
    ['a routing word in a name', { ...REQUEST, strategy: { ...STRATEGY, name: 'x CPCV_VALIDATE' } }],
    ['a routing word in a path', { ...REQUEST, candles_file: 'data/TRAIN/a.csv' }],
    ['a broker word', { ...REQUEST, symbol: 'CLOSE' }],
    ['half a character', { ...REQUEST, symbol: '\ud800' }],
    ['an indicator only we have, without mode', { ...REQUEST, strategy: { ...STRATEGY, indicator_type: 'donchian' } }],
    ['a routing word in an expression', { ...REQUEST, strategy: { ...STRATEGY, entry_long: 'close > TRAIN' } }],
    ['a parameter called type', { ...REQUEST, strategy: { ...STRATEGY, params: { type: 1 } } }],
    ['a swept parameter called type', { ...REQUEST, mode: { sweep: { type: [1] } } }],
    ['an unknown schema', { ...REQUEST, schema_version: 2 }],
    ['an end before its start', { ...REQUEST, start_time: 2, end_time: 1 }],
  ])('%s', (_story, params) => expect(issuesOf(params).length).toBeGreaterThan(0));

  test('null means absent', () =>
    expect(messageFor({ ...REQUEST, symbol: null, timeframe: null })).toBe(messageFor(REQUEST)));
});

describe('no input can produce a message that is routed anywhere but to a backtest', () => {
  const hostileText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'CLOSE',
      'ORDER_OPEN',
      'x") (type . "CLOSE',
      'a))(type . CLOSE)',
      'CPCV_VALIDATE',
      'TRAIN',
      '\\',
      '"',
      'type',
      '\u0000',
    ),
    fc
      .tuple(fc.string(), fc.constantFrom('CPCV_VALIDATE', 'PREDICT', '" . "', '(type . "CLOSE")'), fc.string())
      .map((parts) => parts.join('')),
  );
  const hostileValue = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      hostileText,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(hostileText, fc.constantFrom('type', 'TYPE', 'action', '__proto__')), tie('value'), {
        maxKeys: 4,
      }),
    ),
  })).value;
  const keys = [
    'type',
    'action',
    'Type',
    'close_all',
    'x . 1) (type',
    'strategy',
    'symbol',
    'data_id',
    'phase',
    'range_id',
    'candles_file',
    'candles',
    'aux_candles',
    'aux_candles_files',
    'swap_history',
    'mode',
    'request_id',
    'timeframe',
  ];
  const overlay = fc.dictionary(fc.constantFrom(...keys), hostileValue, { maxKeys: 3 });
  const strategyOverlay = fc.dictionary(
    fc.constantFrom(
      'name',
      'type',
      'filter_tf',
      'filter_logic',
      'indicator_type',
      'filter_enabled',
      'entry_long_ast',
      'entry_long',
      'stop',
      'time_stop',
      'params',
      'x)',
    ),
    hostileValue,
    { maxKeys: 2 },
  );
  // A text dropped into a place where text belongs is the likeliest way in, so it is tried on its own too.
  const textField = fc.constantFrom('symbol', 'data_id', 'phase', 'range_id', 'candles_file', 'request_id');

  test('a good request overlaid with hostile values', () => {
    let accepted = 0;
    const allowed = new Set([
      'action',
      'strategy',
      'request_id',
      'schema_version',
      'data_id',
      'candles_file',
      'symbol',
      'timeframe',
      'start_time',
      'end_time',
      'include_trades',
      'phase',
      'range_id',
      'swap_history',
      'aux_candles_files',
      'aux_candles',
      'candles',
      'mode',
    ]);
    const overlaid = fc
      .tuple(overlay, strategyOverlay)
      .map(([top, inner]) => ({ ...REQUEST, strategy: { ...STRATEGY, ...inner }, ...top }));
    const oneText = fc
      .tuple(textField, hostileText, hostileText)
      .map(([field, text, name]) => ({ ...REQUEST, strategy: { ...STRATEGY, name }, [field]: text }));
    const written = fc
      .tuple(hostileText, hostileText, fc.constantFrom('fast', 'type', 'where', '__proto__'))
      .map(([text, where, name]) => ({
        ...REQUEST,
        strategy: { ...STRATEGY, entry_long: `close > 1 and ${text}`, params: { [name]: 1 } },
        mode: { sweep: { where, [name]: [1, 2] } },
      }));
    fc.assert(
      fc.property(fc.oneof(overlaid, oneText, written), (params) => {
        const message = messageFor(params);
        if (message === undefined) return;
        accepted++;
        expect(routeOf(message)).toBe('BACKTEST');
        const parsed = readSexp(message);
        expect(keysAtAnyDepth(parsed)).not.toContain('type');
        expect([...(fieldsOf(parsed)?.keys() ?? [])].filter((key) => !allowed.has(key))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(150);
  });

  test.each(['aux_candles', 'aux_candles_files'])('%s is not named as what decides where it goes', (field) => {
    const messageNaming = (name: string) =>
      messageFor({ ...REQUEST, [field]: { [name]: field === 'aux_candles' ? [{ t: 1, c: 2 }] : 'a.csv' } });
    expect(messageNaming('h1')).toContain('"h1"');
    for (const name of ['type', 'Type', 'action']) expect(messageNaming(name)).toBeUndefined();
  });
});

describe('messages of other programs', () => {
  test('unknown keys are ignored, as the real engine does', () => {
    const decoded = decodeMessage(
      '((action . "BACKTEST") (wave . 7) (strategy . ((name . "N") (sma_short . 5) (sma_long . 20) (sl . 1) (tp . 2) (volume . 1) (colour . "red"))) (candles ((t . 1) (c . 2))) (timeframe))',
    );
    expect(decoded.strategy.name).toBe('N');
    expect(decoded.timeframe).toBeUndefined();
  });

  test('a message that cannot run says whose it was', () => {
    try {
      decodeMessage('((action . "BACKTEST") (request_id . "R9") (strategy . ((name . "N"))) (candles_file . ("a")))');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MessageError);
      expect(error).toMatchObject({ requestId: 'R9', strategyName: 'N' });
    }
  });
});
