// Times as PostgreSQL writes them: `2026-11-15 16:05:19.123 CET`, in the zone of `log_timezone`.

/** Minutes east of Greenwich of the abbreviations in use; PostgreSQL itself takes them from a list like this. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

/** Reads times one after another; most repeat the second and the zone of the one before. */
export class LogClock {
  readonly #head = new Uint8Array(19);
  #headUs = Number.NaN;
  readonly #zone = new Uint8Array(8);
  #zoneLength = -1;
  #zoneUs = 0;
  /** Set when a zone was met that this does not know; it was read as UTC. */
  unknownZone = false;
  /** The index after the last time that was read. */
  end = 0;

  /** Microseconds since 1970 of the time at `start`, or NaN; `end` is then where it stopped. */
  read(bytes: Uint8Array, start: number, limit: number): number {
    this.end = start;
    if (start + 19 > limit || bytes[start + 4] !== 45 || bytes[start + 13] !== 58) return Number.NaN;
    if (!this.#sameHead(bytes, start)) this.#readHead(bytes, start);
    let i = start + 19;
    let fraction = 0;
    if (bytes[i] === 46) {
      let unit = 100_000;
      for (i++; i < limit && bytes[i]! >= 48 && bytes[i]! <= 57; i++) {
        fraction += (bytes[i]! - 48) * unit;
        unit = Math.floor(unit / 10);
      }
    }
    if (bytes[i] === 32 && i < limit) i = this.#readZone(bytes, i + 1, limit);
    this.end = i;
    return this.#headUs + fraction - this.#zoneUs;
  }

  #sameHead(bytes: Uint8Array, start: number): boolean {
    for (let i = 18; i >= 0; i--) if (this.#head[i] !== bytes[start + i]) return false;
    return true;
  }

  #readHead(bytes: Uint8Array, start: number): void {
    this.#head.set(bytes.subarray(start, start + 19));
    const text = Buffer.from(this.#head).toString('latin1');
    this.#headUs = Date.parse(`${text.replace(' ', 'T')}Z`) * 1000;
  }

  #readZone(bytes: Uint8Array, start: number, limit: number): number {
    const i = zoneEnd(bytes, start, limit);
    const length = Math.min(i - start, this.#zone.length);
    let same = length === this.#zoneLength;
    for (let k = 0; same && k < length; k++) same = this.#zone[k] === bytes[start + k];
    if (same) return i;
    this.#zone.set(bytes.subarray(start, start + length));
    this.#zoneLength = length;
    const text = Buffer.from(bytes.subarray(start, i)).toString('latin1');
    const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(text);
    const minutes = offset
      ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
      : ZONES[text.toUpperCase()];
    if (minutes === undefined) this.unknownZone = true;
    this.#zoneUs = (minutes ?? 0) * 60_000_000;
    return i;
  }
}

/** Letters, or a sign with hours and perhaps minutes: what follows may be a colon of the prefix. */
function zoneEnd(bytes: Uint8Array, start: number, limit: number): number {
  let i = start;
  const digits = (c: number | undefined) => c !== undefined && c >= 48 && c <= 57;
  if (bytes[i] === 43 || bytes[i] === 45) {
    for (i++; i < limit && digits(bytes[i]); i++);
    if (bytes[i] === 58 && digits(bytes[i + 1]) && digits(bytes[i + 2]) && i + 2 < limit) i += 3;
    return i;
  }
  while (i < limit && ((bytes[i]! | 32) - 97) >>> 0 < 26) i++;
  return i;
}
