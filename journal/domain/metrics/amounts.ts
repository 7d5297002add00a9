import { type Fixed, type Num, parseFixed, type Problems } from '../money/index.ts';

/** The amounts that can be read; the others are named by their place in the list. */
export function readAmounts(values: readonly Num[], problems: Problems): Fixed[] {
  const amounts: Fixed[] = [];
  if (!Array.isArray(values)) {
    problems.add('invalid_input', 'The amounts must be a list.');
    return amounts;
  }
  for (let i = 0; i < values.length; i += 1) {
    const amount = parseFixed(values[i]);
    if (amount === null) problems.add('invalid_amount', 'Not a number; it is left out.', `#${i}`);
    else amounts.push(amount);
  }
  return amounts;
}
