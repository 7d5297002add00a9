import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'create_trade',
  good: [
    {
      args: { exec_id: 'N1', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main' },
      gives: { status: 'created', exec_id: 'N1', asset_class: 'EQUITY', multiplier: 1 },
    },
    {
      args: {
        exec_id: 'N2',
        instrument: '/MESH6',
        action: 'SLD',
        quantity: 5,
        price: 13,
        account_id: 'main',
        time: '2026-03-03T15:00:00Z',
        commission: -1.25,
        realized_pnl: 4,
        notes: 'took it off',
        asset_class: 'future',
        multiplier: 5,
        currency: 'EUR',
        order_id: 'O-7',
        routing: 'dma',
        risk_amount: 50,
      },
      confirmed: true,
      gives: {
        status: 'created',
        time: '2026-03-03T15:00:00Z',
        commission: -1.25,
        realized_pnl: 4,
        notes: 'took it off',
        asset_class: 'FUTURE',
        multiplier: 5,
        currency: 'EUR',
        order_id: 'O-7',
        routing: 'dma',
        risk_amount: 50,
      },
    },
    {
      args: { instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main', client_key: 'word' },
      gives: { status: 'created', exec_id: text },
    },
    {
      args: { exec_id: 'N1', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main' },
      gives: { status: 'duplicate', exec_id: 'N1', detail: text },
    },
  ],
  bad: [
    {
      args: { instrument: 'F', action: 'BOT', quantity: 6, price: 12, account_id: 'main', client_key: 'word' },
      code: 'conflict',
    },
    {
      args: { exec_id: 'X', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'no-such-account' },
      code: 'not_found',
    },
  ],
};
