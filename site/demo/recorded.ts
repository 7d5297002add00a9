// Runs before the app: what the app asks its service for is answered from files. The app itself does not know.
import { pathOf, searchOf } from './place.ts';
import { INDEX, NOT_RECORDED_PAGE, questionOf, RECORDING, type Recording } from './question.ts';

const API = '/api/v1/';

// --- the clock: it continues from the moment of the recording ----------------------------------------------------------

const at = (document.currentScript as HTMLScriptElement | null)?.dataset['at'] ?? '';
const real = Date;
const offset = real.parse(at) - real.now();
const now = () => real.now() + offset;
globalThis.Date = new Proxy(real, {
  construct: (made, given) => (given.length === 0 ? new made(now()) : Reflect.construct(made, given)) as object,
  get: (made, name) => (name === 'now' ? now : (Reflect.get(made, name) as unknown)),
});

// --- the address: what the app reads of it outside its router (the build puts this in place of `location`) -------------

Object.assign(globalThis, {
  recordedPlace: {
    get pathname() {
      return pathOf();
    },
    get search() {
      return searchOf() === '' ? '' : `?${searchOf()}`;
    },
  },
});

// --- the answers -------------------------------------------------------------------------------------------------------

const ask = globalThis.fetch.bind(globalThis);
let recording: Recording | null = null;
const loading = ask(INDEX).then(async (response) => {
  recording = (await response.json()) as Recording;
  return recording;
});

interface Answer {
  readonly status: number;
  readonly file: string;
}

function answerOf({ answers }: Recording, question: string): Answer | null {
  const [status, file] = answers[question]?.split(' ') ?? [];
  return file === undefined ? null : { status: Number(status), file: `${RECORDING}/${file}` };
}

/** In the service's own form, so that the app shows it where it shows the service's sentences. */
const problem = (status: number, error: string, detail: string): Response =>
  new Response(JSON.stringify({ error, detail }), {
    status,
    headers: { 'content-type': 'application/json' },
  });

const notRecorded = (): Response =>
  problem(
    501,
    'not_recorded',
    'This was not recorded: the demo has the answers of one walk through the book, not a service.',
  );
const readOnly = (): Response =>
  problem(403, 'read_only', 'The demo is read-only: nothing can be changed in a recording.');

/** The feed of a service in which nothing happens. */
const silence = (): Response => new Response(new ReadableStream());

async function answer(method: string, address: string, body: string | null): Promise<Response> {
  const { pathname } = new URL(address, location.href);
  if (pathname === `${API}events`) return silence();
  const known = await loading;
  const found = answerOf(known, questionOf(method, address, body));
  if (found === null) {
    const isRead = method === 'GET' || known.reads.some((pattern) => new RegExp(pattern).test(pathname));
    return isRead ? notRecorded() : readOnly();
  }
  const stored = await ask(found.file);
  return new Response(stored.body, { status: found.status, headers: stored.headers });
}

globalThis.fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  if (!new URL(address, location.href).pathname.startsWith(API)) return ask(input, init);
  init?.signal?.throwIfAborted();
  const { body } = init ?? {};
  return answer(init?.method ?? 'GET', address, typeof body === 'string' ? body : null);
};

// Pages to print are read by the one parser in which nothing runs, and that one asks for itself.
// oxlint-disable-next-line unbound-method -- it is called with its request below
const open = XMLHttpRequest.prototype.open;
XMLHttpRequest.prototype.open = function openRecorded(this: XMLHttpRequest, method: string, address: string | URL) {
  const found = recording && answerOf(recording, questionOf(method, String(address), null));
  open.call(this, method, found?.file ?? NOT_RECORDED_PAGE, true);
};
