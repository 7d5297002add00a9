// Formats that came with the statements of people who asked for them: each row of their samples as it is understood.
import { expect, it } from 'vitest';
import { read } from '../testing/read.ts';
import { SAMPLES } from '../testing/samples.ts';

function told(name: string) {
  const { fills, money, events, left, format } = read(SAMPLES[name] ?? '');
  return {
    format,
    fills,
    money,
    left,
    events: events.map((event) => `${event.kind} ${event.instrument} ${'quantity' in event ? event.quantity : ''}`),
  };
}

it('Bitstamp: trades by their type, deposits, and a withdrawal with its fee in the coin', () => {
  expect(told('bitstamp')).toEqual({
    format: 'bitstamp',
    fills: [
      '2025-02-03T08:15Z BOT 0.5 ETH @2600 x1 cost 3.38',
      '2025-02-04T08:15Z SLD 0.5 ETH @2700 x1 cost 3.5',
      '2025-02-05T08:00Z SLD 0.0005 BTC @1 x1 cost 0',
    ],
    money: ['2025-02-01 deposit 1500 USD', '2025-02-05 fee -0.0005 BTC'],
    events: ['transfer BTC -0.1'],
    left: [],
  });
});

it('Bybit: a fee in the coin that was bought disposes of it; a time may stand before its day', () => {
  const got = told('bybit');
  expect(got.fills).toEqual([
    '2025-02-03T08:15Z SLD 1300 USDT @1 x1 cost 0',
    '2025-02-03T08:15Z BOT 0.5 ETH @2600 x1 cost 1.3',
    '2025-02-03T08:15Z SLD 0.0005 ETH @2600 x1 cost 0',
    '2025-02-04T08:16Z SLD 0.25 ETH @2700 x1 cost 0',
    '2025-02-04T08:16Z BOT 675 USDT @1 x1 cost 0.675',
    '2025-02-04T08:16Z SLD 0.675 USDT @1 x1 cost 0',
  ]);
  expect(got.left).toEqual([]);
});

it('Crypto.com: by the kind of each row, and an unknown kind is for the person', () => {
  expect(told('cryptocom')).toEqual({
    format: 'cryptocom',
    fills: [
      '2025-02-01T08:00Z BOT 0.1 ETH @2600 x1 cost 0',
      '2025-02-02T08:00Z BOT 1000 CRO @0.08 x1 cost 0',
      '2025-02-03T08:00Z SLD 0.05 ETH @2600 x1 cost 0',
      '2025-02-03T08:00Z BOT 1600 CRO @0.08125 x1 cost 0',
    ],
    money: [],
    events: ['reward CRO 2', 'transfer ETH -0.02'],
    left: ['7: crypto_earn_program_created: moved inside Crypto.com'],
  });
});

it('Crypto.com: a kind that nobody knows names an amount, and is for the person', () => {
  const [head = ''] = (SAMPLES['cryptocom'] ?? '').split('\n');
  const got = read(`${head}\n2025-02-07 08:00:00,Something,CRO,5,,,EUR,0.40,0.43,mystery_kind,\n`);
  expect(got.left).toEqual(['2: "mystery_kind" is not a known kind: record it by hand']);
});

it('KuCoin: times in the zone of their heading', () => {
  expect(told('kucoin').fills.map((fill) => fill.slice(0, 24))).toEqual([
    '2025-02-03T08:15Z SLD 13',
    '2025-02-03T08:15Z SLD 1.',
    '2025-02-03T08:15Z BOT 0.',
    '2025-02-04T08:15Z SLD 0.',
    '2025-02-04T08:15Z BOT 67',
    '2025-02-04T08:15Z SLD 0.',
  ]);
});

it('Merrill: blanks before commas, a sale in its first word, a row without money', () => {
  expect(told('merrill')).toMatchObject({
    format: 'merrill',
    fills: ['2025-02-04T17:00Z SLD 10 HARB @44.25 x1 cost 0.01', '2025-02-03T17:00Z BOT 10 HARB @41.5 x1 cost 0'],
    money: ['2025-02-03 dividend 12.4 USD ORCH'],
    left: ['8: Journal Entry moves no money'],
  });
});

it('Zerodha: the tradebook below its titles, and what it does not tell', () => {
  const got = read(SAMPLES['zerodha'] ?? '');
  expect(got.fills).toEqual([
    '2024-05-06T04:45:30Z BOT 10 HARBOUR @1500.5 x1 cost 0',
    '2024-05-07T05:30Z SLD 10 HARBOUR @1520 x1 cost 0',
  ]);
  expect(got.executions[0]).toMatchObject({ exec_id: '70011', currency: 'INR', isin: 'INE000A01012' });
  expect(got.diagnostics.warnings).toEqual([expect.stringContaining('no charges')]);
});
