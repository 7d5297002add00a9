// Renders the requests of an HTTP archive as a page: when each began, and what it waited for.
import { markup, timeline } from '@zorivest/pictures';
import { describeArchive, isFailed } from '../../ask/archive.ts';
import type { Archive, ArchivedRequest, Phase } from '../../inputs/profiles/index.ts';
import { count, milliseconds, plural } from '../../text/format.ts';
import { document, escape } from './parts.ts';

export const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  queued: 'queued',
  looking_up: 'looking up the host',
  connecting: 'connecting',
  waiting: 'waiting for the first byte',
  receiving: 'receiving',
};

const TONES = {
  queued: 'quiet',
  looking_up: 'third',
  connecting: 'loss',
  waiting: 'first',
  receiving: 'second',
} as const;

const WIDTH = 1100;
/** More rows than anyone scrolls through. */
const MOST_ROWS = 300;
const LONGEST_NAME = 56;

export function waterfallPage(name: string, archive: Archive): string {
  const shown = archive.requests.slice(0, MOST_ROWS);
  const hidden = archive.requests.length - shown.length;
  const picture = timeline({
    label: `When each request of ${name} began and what it waited for`,
    width: WIDTH,
    rows: shown.map((request) => ({ name: nameRow(request), stretches: stretchesOf(request) })),
    format: milliseconds,
  });
  const key = Object.entries(TONES)
    .map(
      ([phase, tone]) =>
        `<span class="phase"><span class="swatch ${tone}"></span> ${PHASE_WORDS[phase as Phase]}</span>`,
    )
    .join('');
  const rest = hidden === 0 ? '' : `<p class="lead">${count(hidden)} later ${plural(hidden, 'request')} not drawn.</p>`;
  const warnings = archive.warnings.map((text) => `<p class="lead">${escape(text)}</p>`).join('');
  const body = `<header class="top"><h1>${escape(name)}</h1><p class="lead">${escape(describeArchive(archive))}. Point at a bar for its times.</p></header><main><p class="waterfall-key">${key}</p><div class="waterfall">${markup(picture)}</div>${rest}${warnings}<footer>Made by mcp-perf-server.</footer></main>`;
  return document(name, body);
}

function nameRow(request: ArchivedRequest): string {
  const name = request.request.replace(/^GET /, '').replace(/https?:\/\//, '');
  const short =
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME / 2)}…${name.slice(1 - LONGEST_NAME / 2)}` : name;
  return isFailed(request) ? `${short} (${request.status ?? 'no answer'})` : short;
}

function stretchesOf({ request, from_ms, ms, phases }: ArchivedRequest) {
  const heading = `${request}: ${milliseconds(ms)} from ${milliseconds(from_ms)} on`;
  if (phases.length === 0) return [{ from: from_ms, to: from_ms + ms, tone: 'first' as const, title: heading }];
  let at = from_ms;
  return phases.map(({ phase, ms: took }) => {
    const from = at;
    at += took;
    // Queued time costs nothing yet, so it is drawn faint.
    const faint = phase === 'queued';
    return {
      from,
      to: at,
      tone: TONES[phase],
      faint,
      title: `${heading}; ${PHASE_WORDS[phase]} ${milliseconds(took)}`,
    };
  });
}
