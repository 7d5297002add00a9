// Amounts in a picture.

/** Dollars as people write them: cents only where there are any. */
export function dollars(value: number): string {
  const digits = Number.isInteger(value) ? 0 : 2;
  const amount = Math.abs(value).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${value < 0 ? '-' : ''}$${amount}`;
}

export const signedDollars = (value: number) => (value > 0 ? `+${dollars(value)}` : dollars(value));
