// The row of a trade's review, described once.
import type { emotionalStates } from '@zorivest/contract';
import { type Grade, grades } from '@zorivest/vocabulary';
import { type Column, flag, json, type RowOf, Shape, stamp, text, word } from '@zorivest/store';

/** Letters outside and 5 (A) to 1 (F) inside, so that they can be averaged. */
const grade: Column<Grade, number> = {
  store: (letter) => grades.length - grades.indexOf(letter),
  show: (value) => grades[grades.length - value] ?? 'F',
};

export const reportColumns = new Shape({
  trade_id: text,
  setup_quality: grade,
  execution_quality: grade,
  followed_plan: flag,
  emotional_state: word<(typeof emotionalStates)[number]>(),
  lessons_learned: text,
  tags: json<string[]>(),
  created_at: stamp,
});

export type ReportColumns = RowOf<typeof reportColumns>;
