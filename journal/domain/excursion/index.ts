export { type Bar, barSizeFor, type Excursion, excursion, type ExcursionTrade } from './excursion.ts';
