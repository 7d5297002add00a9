// Days in words, as a person says them.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-11-20` as 20 Nov. */
export const dayAndMonth = (day: string): string =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** `2026-11-20`, or a moment of it, as 20 Nov 2026; what is none stays as it is. */
export const dayInWords = (day: string): string =>
  /^\d{4}-\d\d-\d\d/.test(day) ? `${dayAndMonth(day)} ${day.slice(0, 4)}` : day;
