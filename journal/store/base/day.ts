/** The day of a moment, `YYYY-MM-DD` in UTC. */
export function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}
