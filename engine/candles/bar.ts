/** What makes four prices no bar; undefined when they are one. */
export function barFault(open: number, high: number, low: number, close: number): string | undefined {
  const named = [
    ['open', open],
    ['high', high],
    ['low', low],
    ['close', close],
  ] as const;
  const unpriced = named.find(([, price]) => !(price > 0));
  if (unpriced) return `${unpriced[0]} is 0 or below`;
  if (high < low) return 'high is below low';
  if (close > high || close < low) return 'close is outside the bar';
  if (open > high || open < low) return 'open is outside the bar';
  return undefined;
}
