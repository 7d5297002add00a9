// The months of a tax year added up, from its first day to the last that has been.
interface MonthResult {
  readonly month: string;
  readonly realized_st_gain: number;
  readonly realized_lt_gain: number;
}

interface MonthEnd {
  readonly month: string;
  /** The month's last day, or today's where it is not over. */
  readonly day: string;
  readonly short: number;
  readonly long: number;
}

const lastDay = (year: number, month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

export function addUpMonths(results: readonly MonthResult[], year: number, today: string): MonthEnd[] {
  const ends: MonthEnd[] = [];
  let [short, long] = [0, 0];
  for (let number = 1; number <= 12; number += 1) {
    const month = `${year}-${String(number).padStart(2, '0')}`;
    const found = results.find((result) => result.month === month);
    // What is marked at the end of the year has its month before that has come.
    if (`${month}-01` > today && found === undefined) continue;
    short += found?.realized_st_gain ?? 0;
    long += found?.realized_lt_gain ?? 0;
    const end = lastDay(year, number);
    ends.push({ month, day: end > today && month === today.slice(0, 7) ? today : end, short, long });
  }
  return ends;
}
