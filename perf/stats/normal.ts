/** The normal distribution beyond z (Abramowitz and Stegun 7.1.26; its error is below 1.5e-7). */
export function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const poly =
    ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
  return 0.5 * poly * Math.exp(-x * x);
}
