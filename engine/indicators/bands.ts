/** A middle and the lines `multiple` widths above and below it. */
export function bands(middle: Float64Array, width: Float64Array, multiple: number) {
  const upper = new Float64Array(middle.length);
  const lower = new Float64Array(middle.length);
  for (let i = 0; i < middle.length; i++) {
    const reach = multiple * width[i];
    upper[i] = middle[i] + reach;
    lower[i] = middle[i] - reach;
  }
  return { middle, upper, lower };
}
