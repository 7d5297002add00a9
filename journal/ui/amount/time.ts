// The only place where times become text: in one zone, named by the service, or the person's own.

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(options: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = made.get(key);
  if (found === undefined)
    made.set(
      key,
      (found = new Intl.DateTimeFormat('en-CA', { ...options, ...(zone !== undefined && { timeZone: zone }) })),
    );
  return found;
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const isDay = (text: string) => text.length === 10;

export function day(text: string | null | undefined, zone?: string): string {
  if (!text) return '–';
  return isDay(text) ? text : formatter(DAY, zone).format(new Date(text));
}

export function moment(text: string | null | undefined, zone?: string): string {
  if (!text) return '–';
  if (isDay(text)) return text;
  const date = new Date(text);
  return `${formatter(DAY, zone).format(date)} ${formatter(MINUTE, zone).format(date)}`;
}

export const clock = (text: string): string =>
  formatter({ ...MINUTE, second: '2-digit' }, undefined).format(new Date(text));

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const [minutes, hours, days] = [seconds / 60, seconds / 3600, seconds / 86_400];
  if (days >= 2) return `${Math.round(days)} d`;
  if (hours >= 2) return `${Math.round(hours)} h`;
  if (minutes >= 2) return `${Math.round(minutes)} min`;
  return `${Math.round(seconds)} s`;
}
