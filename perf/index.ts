export { Classes } from './slowlog/classes.ts';
export { SlowLogScanner } from './slowlog/scanner.ts';
