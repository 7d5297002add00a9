import { redact } from './redact.ts';

export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export type Fields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** The same log with these fields on every line, e.g. a correlation id. Shares its level with its parent. */
  with(fields: Fields): Logger;
  /** Changes the level of this log and of all that came from it, immediately. */
  setLevel(level: Level): void;
  readonly level: Level;
}

/** Where finished lines go: stderr, a rotated file, a test's array. */
export type Sink = (line: string) => void;

export interface LoggerOptions {
  readonly sink: Sink;
  readonly level?: Level;
  readonly fields?: Fields;
  readonly clock?: () => Date;
}

/** JSON lines, one per event: `{time, level, message, …fields}`, redacted before they are written. */
export function createLogger({ sink, level = 'info', fields = {}, clock = () => new Date() }: LoggerOptions): Logger {
  const shared = { rank: levels.indexOf(level) };

  const make = (base: Fields): Logger => {
    const write = (at: Level, message: string, extra: Fields | undefined): void => {
      if (levels.indexOf(at) < shared.rank) return;
      sink(line({ time: clock().toISOString(), level: at, message, ...base, ...extra }));
    };
    return {
      debug: (message, extra) => write('debug', message, extra),
      info: (message, extra) => write('info', message, extra),
      warn: (message, extra) => write('warn', message, extra),
      error: (message, extra) => write('error', message, extra),
      with: (extra) => make({ ...base, ...extra }),
      setLevel: (next) => {
        shared.rank = levels.indexOf(next);
      },
      get level() {
        return levels[shared.rank] ?? 'info';
      },
    };
  };
  return make(fields);
}

/** A log must never take the process down, whatever it is handed (cycles, big integers, throwing getters). */
function line(event: Fields): string {
  try {
    return JSON.stringify(redact(event));
  } catch {
    return JSON.stringify({ time: event.time, level: event.level, message: 'a log line could not be written' });
  }
}

export const silentLogger: Logger = createLogger({ sink: () => {}, level: 'error' });
