// A browser opens six connections to one address, for all its tabs together. The feed holds one of them, reads share four
// places, and one stays free: a stop never waits for a slow page. A place is a lock of the browser, so that a tab that dies
// gives its own back, and an act that must not wait takes them all.

const PLACES = 4;

/** What an act holds off for at most this long: a service that does not answer must not keep the pages from trying. */
const HELD_OFF_MS = 5000;

const nameOf = (place: number): string => `zorivest.read.${place}`;
const places = Array.from({ length: PLACES }, (_, place) => nameOf(place));

/** Why a read was given up: it begins again once the act is through. */
const GAVE_WAY = new DOMException('gave way to an act that goes first', 'AbortError');

/** The reads of this tab that hold a place, by what ends them. */
const running = new Set<AbortController>();

interface Place {
  /** Fires when an act has taken the place. */
  readonly lost: AbortSignal;
  readonly free: () => void;
}

/** The first of the places that is free. */
function takePlace(wanted: AbortSignal): Promise<Place> {
  const { promise, resolve, reject } = Promise.withResolvers<Place>();
  const found = new AbortController();
  const signal = AbortSignal.any([found.signal, wanted]);
  for (const name of places) {
    const lost = new AbortController();
    navigator.locks
      .request(name, { signal }, () => {
        // Two may come free at the same time.
        if (found.signal.aborted) return undefined;
        found.abort();
        return new Promise<void>((free) => resolve({ lost: lost.signal, free }));
      })
      .catch(() => {
        lost.abort(GAVE_WAY);
        if (wanted.aborted) reject(wanted.reason as Error);
      });
  }
  return promise;
}

// --- whose turn it is in this tab ------------------------------------------------------------------------------------

const queue: (() => void)[] = [];
let begun = 0;

/** A hidden tab leaves the places to the visible one. */
const roomHere = (): number => (document.hidden ? 1 : PLACES);

function beginNext(): void {
  while (begun < roomHere()) {
    const next = queue.shift();
    if (next === undefined) return;
    begun += 1;
    next();
  }
}
document.addEventListener('visibilitychange', beginNext);

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => {
    queue.push(resolve);
    beginNext();
  });
  try {
    return await work();
  } finally {
    begun -= 1;
    beginNext();
  }
}

/** One read: in its turn, in a place, and once more from the start where an act took the place. */
export async function read<T>(work: (signal: AbortSignal) => Promise<T>, wanted?: AbortSignal): Promise<T> {
  for (;;) {
    const ended = new AbortController();
    const signal = wanted === undefined ? ended.signal : AbortSignal.any([ended.signal, wanted]);
    try {
      return await inTurn(async () => {
        wanted?.throwIfAborted();
        const { lost, free } = await takePlace(wanted ?? new AbortController().signal);
        const giveWay = () => ended.abort(GAVE_WAY);
        lost.addEventListener('abort', giveWay);
        running.add(ended);
        try {
          return await work(signal);
        } finally {
          running.delete(ended);
          free();
        }
      });
    } catch (error) {
      if (ended.signal.aborted && wanted?.aborted !== true) continue;
      throw error;
    }
  }
}

/** Sends an act immediately, on a connection of its own: the reads of every tab give way and wait until it is through. */
export async function goFirst<T>(act: () => Promise<T>): Promise<T> {
  for (const each of running) each.abort(GAVE_WAY);
  const { promise: through, resolve: release } = Promise.withResolvers<void>();
  const timer = setTimeout(release, HELD_OFF_MS);
  for (const name of places) navigator.locks.request(name, { steal: true }, () => through).catch(() => {});
  try {
    return await act();
  } finally {
    clearTimeout(timer);
    release();
  }
}
