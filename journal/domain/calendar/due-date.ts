// When the IRS wants its money: the statutory day, or the next day that is no weekend or holiday (IRC 7503).

import { type Day, dayOf, weekdayOf, yearOf } from './day.ts';

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 0;

/** The due dates of the four instalments for a tax year: 15 April, June, September and January of the next year. */
export function estimatedTaxDueDays(year: number): [Day, Day, Day, Day] {
  return [
    businessDay(dayOf(year, 4, 15)),
    businessDay(dayOf(year, 6, 15)),
    businessDay(dayOf(year, 9, 15)),
    businessDay(dayOf(year + 1, 1, 15)),
  ];
}

/** The day the return for a tax year is due. */
export function returnDueDay(year: number): Day {
  return businessDay(dayOf(year + 1, 4, 15));
}

function businessDay(day: Day): Day {
  let due = day;
  while (weekdayOf(due) === SATURDAY || weekdayOf(due) === SUNDAY || isHoliday(due)) due += 1;
  return due;
}

/** The legal holidays in the District of Columbia that can fall on or right after a 15th of April or January. */
function isHoliday(day: Day): boolean {
  const year = yearOf(day);
  return day === martinLutherKingDay(year) || day === emancipationDay(year);
}

/** Third Monday of January. */
function martinLutherKingDay(year: number): Day {
  const fifteenth = dayOf(year, 1, 15);
  return fifteenth + ((7 + MONDAY - weekdayOf(fifteenth)) % 7);
}

/** 16 April, observed on the Friday before a Saturday and the Monday after a Sunday. */
function emancipationDay(year: number): Day {
  const day = dayOf(year, 4, 16);
  if (weekdayOf(day) === SATURDAY) return day - 1;
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}
