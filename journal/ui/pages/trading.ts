// The trades, their days and weeks, and one of them: one file, as in money.ts. Who opens a trade from the list waits for no code.
export { TradePage } from './trade/page.tsx';
export { ReplayPage } from './trade/replay-page.tsx';
export { TradesPage } from './trades/page.tsx';
export { DayReplayPage } from './day-replay/page.tsx';
export { WeekPage } from './week/page.tsx';
export { CalendarPage } from './calendar/page.tsx';
