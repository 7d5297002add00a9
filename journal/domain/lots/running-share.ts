import { type Fixed, prorateCents } from '../money/index.ts';

/** Hands out a total piece by piece, to the cent, so that all pieces together are exactly the total. */
export function runningShare(total: Fixed, whole: Fixed): (part: Fixed) => Fixed {
  let parts = 0n;
  let given = 0n;
  return (part) => {
    parts += part;
    const due = prorateCents(total, parts, whole);
    const share = due - given;
    given = due;
    return share;
  };
}
