// What follows from the levels of a plan while they are being typed. The service says the same once it is saved.

export interface Levels {
  readonly direction: string;
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
}

/** What a share loses at the stop. */
export function riskPerShare({ entry, stop }: Levels): number | null {
  return entry === null || stop === null || entry === stop ? null : Math.abs(entry - stop);
}

/** Reward over risk. */
export function rewardToRisk(levels: Levels): number | null {
  const { entry, target } = levels;
  const risk = riskPerShare(levels);
  return risk === null || entry === null || target === null ? null : Math.abs(target - entry) / risk;
}

/** What cannot be meant. */
export function faultsOf({ direction, entry, stop, target }: Levels): string[] {
  if (entry === null) return [];
  const isLong = direction !== 'SLD';
  const isAhead = (level: number) => (isLong ? level > entry : level < entry);
  const plan = isLong ? 'long plan' : 'short plan';
  const faults: string[] = [];
  if (stop !== null && (stop === entry || isAhead(stop)))
    faults.push(`The stop of a ${plan} stands ${isLong ? 'below' : 'above'} its entry.`);
  if (target !== null && !isAhead(target))
    faults.push(`The target of a ${plan} stands ${isLong ? 'above' : 'below'} its entry.`);
  return faults;
}
