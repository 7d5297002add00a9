/** The pictures there are of results over time. */
export const resultCharts = ['equity', 'drawdown', 'calendar'] as const;
export type ResultChart = (typeof resultCharts)[number];
