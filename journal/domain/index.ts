export {
  cents,
  Decimal,
  eighths,
  type Fixed,
  fixedText,
  type Num,
  parseDecimal,
  parseFixed,
  type Problem,
} from './money/index.ts';
