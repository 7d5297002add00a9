// Time that only goes forward: what is held in memory for a while ends in time, and what is counted within a minute is let go after
// one, also where the clock of the machine is set back meanwhile. What the machine sleeps counts.

/** Milliseconds from some moment on: by the clock, and over a step back of it by how long the process has run. */
export function steady(now: () => Date): (at?: Date) => number {
  let last = { moment: now().getTime(), running: performance.now() };
  let sum = last.moment;
  return (at = now()) => {
    const here = { moment: at.getTime(), running: performance.now() };
    const passed = here.moment - last.moment;
    sum += passed >= 0 ? passed : here.running - last.running;
    last = here;
    return sum;
  };
}
