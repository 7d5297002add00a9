// The trades, their days and weeks, what they say, and one of them: one file, as in money.ts. Who opens a trade from the list or
// from a picture waits for no code.
export { AnalyticsPage } from './analytics/page.tsx';
export { TradePage } from './trade/page.tsx';
export { ReplayPage } from './trade/replay-page.tsx';
export { TradesPage } from './trades/page.tsx';
export { DayReplayPage } from './day-replay/page.tsx';
export { WeekPage } from './week/page.tsx';
export { CalendarPage } from './calendar/page.tsx';
