/**
 * The chance of at least one losing streak of `length` in `trades` trades: exact, by the probability of having none so far.
 * f(i) = f(i − 1) − f(i − length − 1) · win · loss^length.
 */
export function losingStreakProbability(winRate: number, length: number, trades: number): number {
  if (!(winRate >= 0 && winRate <= 1) || !Number.isInteger(length) || length < 1 || !Number.isInteger(trades))
    return NaN;
  if (trades < length) return 0;
  const loss = 1 - winRate;
  const run = loss ** length;
  const none = new Float64Array(trades + 1).fill(1);
  none[length] = 1 - run;
  for (let i = length + 1; i <= trades; i += 1)
    none[i] = (none[i - 1] ?? 1) - (none[i - length - 1] ?? 1) * winRate * run;
  return 1 - (none[trades] ?? 1);
}
