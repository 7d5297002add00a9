export {
  absolute,
  cents,
  centsOfProduct,
  divideRounded,
  eighths,
  eighthsOfQuotient,
  type Fixed,
  fixedText,
  least,
  most,
  type Num,
  ONE,
  over,
  parseFixed,
  prorate,
  prorateCents,
  roundedQuotient,
  times,
  wholeCents,
} from './fixed.ts';
export { Decimal, decimalOf, parseDecimal, rounded } from './decimal.ts';
export { type Problem, Problems } from './problem.ts';
export { type Amount, amountOf, type Count, decimalsFor, fixedOfAmount, isNone, parseAmount, Unit } from './unit.ts';
