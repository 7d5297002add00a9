// `log_destination = jsonlog` (PostgreSQL 15 and later): one object a line.
import type { Classes } from '../statements/classes.ts';
import { Feed } from '../files/feed.ts';
import { lineEnd } from '../files/bytes.ts';
import { latin1, utf8 } from '../files/bytes.ts';
import { Runs } from './runs.ts';
import { LogClock } from './time.ts';

export class JsonLog extends Feed {
  readonly #runs: Runs;
  readonly #clock = new LogClock();
  #line = 0;

  constructor(classes: Classes) {
    super();
    this.#runs = new Runs(classes);
  }

  protected override record(start: number, final: boolean): number {
    const { bytes, length } = this;
    const end = lineEnd(bytes, start, length);
    if (end === length && !final) return -1;
    this.#line++;
    const text = utf8(latin1(bytes, start, end)).trim();
    const entry = text === '' ? null : jsonEntry(text);
    if (entry === null) {
      if (text !== '') this.notes.orphanLines++;
    } else if (entry.severity === 'LOG') {
      const time = Buffer.from(entry.timestamp);
      const message = Buffer.from(entry.message);
      this.#runs.add(message, 0, message.length, {
        timeUs: this.#clock.read(time, 0, time.length),
        pid: entry.pid,
        user: entry.user,
        database: entry.database,
        startLine: this.#line,
        endLine: this.#line,
      });
    }
    return Math.min(end + 1, length);
  }

  protected override finish(): void {
    this.#runs.end();
    this.notes.unknownZone = this.#clock.unknownZone;
    this.notes.durations = this.#runs.durations;
  }
}

interface JsonEntry {
  readonly timestamp: string;
  readonly severity: string;
  readonly message: string;
  readonly pid: number;
  readonly user: string;
  readonly database: string;
}

/** Null where a line is not an entry of such a log. */
export function jsonEntry(line: string): JsonEntry | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const { timestamp, error_severity: severity, message, pid, user, dbname } = Object(json) as Record<string, unknown>;
  if (typeof timestamp !== 'string' || typeof severity !== 'string') return null;
  return {
    timestamp,
    severity,
    message: typeof message === 'string' ? message : '',
    pid: typeof pid === 'number' ? pid : 0,
    user: typeof user === 'string' ? user : '',
    database: typeof dbname === 'string' ? dbname : '',
  };
}
