/**
 * The share of a normal distribution beyond z, which is not negative; the continued fraction far out, the series near the
 * middle: both to machine precision, since what is beyond a strict limit is smaller than the error of the short formulas.
 */
export function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 1; term > 1e-17 * sum; k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - sum * density;
  }
  let fraction = z;
  for (let k = 60; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
