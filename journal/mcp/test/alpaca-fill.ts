/** The one fill that the broker of the tests tells. */
export const ALPACA_FILL = {
  activity_type: 'FILL',
  id: '20240102100000000::x',
  symbol: 'MSFT',
  side: 'buy',
  qty: '1',
  price: '370.5',
  transaction_time: '2024-01-02T15:00:00Z',
  order_id: 'o1',
  type: 'fill',
};
