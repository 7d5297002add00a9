// One page: it shakes hands with its host, draws the answer it is given, and says when it has. What cannot be drawn is
// reported in words; an answer without structure is shown as the text it is.
import type { McpUiHostCapabilities, McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { bridge, hostMessages, isFields } from './bridge.ts';
import { affordable } from './context.ts';
import { h, type Child } from './dom.ts';
import { applyHostStyle } from './host.ts';
import { type Formats, formatsFor } from './formats.ts';
import { foldTables } from './table.ts';

/** What a view can use to draw. */
export interface Stage {
  /** Pixels a picture may be wide. */
  readonly width: number;
  readonly formats: Formats;
  /** The arguments of the call that is drawn. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the host passes calls on to our server. */
  readonly canCall: boolean;
  readonly canOpen: boolean;
  /** Calls a tool of our server, through the host and every check there is; rejects with the reason. */
  readonly call: (tool: string, input: object) => Promise<unknown>;
  /** Draws again, with what is known now. */
  readonly redraw: () => void;
  /** Reports to the model what the person is looking at; each report replaces the last. */
  readonly updateModel: (text: string) => void;
  readonly openLink: (url: string) => void;
}

/** Called once for an answer; what it returns is called for every drawing of it. */
export type Drawing<Answer> = (answer: Answer, stage: Stage) => (stage: Stage) => Child;

/** What may be shown beneath the reason why there is no answer; asked for only where the host passes calls on. */
export type Aside = (stage: Stage) => Promise<Child>;

const PROTOCOL = '2026-01-26';
/** Hosts cut what is taller, some without a scroll bar. */
const TALLEST = 4000;
const WIDEST = 1200;
const MARGIN = 12;

/** The page named in its own title draws answers so. Nothing is drawn before the host has spoken. */
export function startView<Answer>(draw: Drawing<Answer>, aside?: Aside): void {
  const root = document.documentElement;
  const main = h('main', { 'aria-busy': 'true' }, h('p', { class: 'quiet' }, 'Waiting for the answer…'));
  document.body.append(main);
  let context: McpUiHostContext = {};
  let host: McpUiHostCapabilities = {};
  let formats = formatsFor(undefined, undefined);
  let input: Stage['input'] = {};
  let drawn: ((stage: Stage) => Child) | undefined;
  let shownText = '';
  let width = 0;
  let ended = false;

  const { request, notify } = bridge(hostMessages(window), {
    notify(method, params) {
      if (method === 'ui/notifications/tool-input') input = isFields(params.arguments) ? params.arguments : {};
      else if (method === 'ui/notifications/tool-result') receive(params);
      else if (method === 'ui/notifications/tool-cancelled') refuse(explainCancelled(params.reason));
      else if (method === 'ui/notifications/host-context-changed') applyContext({ ...context, ...contextIn(params) });
    },
    respond(method) {
      if (method === 'ping') return {};
      if (method !== 'ui/resource-teardown') return undefined;
      ended = true;
      watcher.disconnect();
      main.replaceChildren();
      return {};
    },
  });

  const stage = (): Stage => ({
    width,
    formats,
    input,
    canCall: host.serverTools !== undefined,
    canOpen: host.openLinks !== undefined,
    call: async (name, args) => {
      const result = await request('tools/call', { name, arguments: args });
      const { isError, structuredContent } = isFields(result) ? result : {};
      if (isError === true) throw new Error(reasonOf(textOf(result)));
      return structuredContent ?? parseJson(textOf(result));
    },
    redraw,
    updateModel: (text) => {
      if (host.updateModelContext === undefined) return;
      const content = [{ type: 'text', text: affordable(text) }];
      // A host may ignore it without loss.
      request('ui/update-model-context', { content }).catch(() => {});
    },
    openLink: (url) => void request('ui/open-link', { url }).catch(() => {}),
  });

  function receive(result: Readonly<Record<string, unknown>>): void {
    const text = textOf(result);
    if (result.isError === true) return refuse(reasonOf(text));
    const answer = result.structuredContent;
    if (!isFields(answer)) {
      drawn = () => [
        h('h1', {}, document.title),
        text === '' ? h('p', {}, 'The answer is empty.') : h('pre', {}, text),
      ];
      return redraw();
    }
    shownText = text;
    try {
      // The tool's own output schema made it.
      drawn = draw(answer as Answer, stage());
    } catch (error) {
      return undrawable(error);
    }
    redraw();
  }

  const undrawable = (error: unknown): void =>
    refuse(`This answer could not be drawn (${(error as Error).message}).`, shownText);

  /** Shows why there is no drawing, with the text of the answer where there is any. */
  function refuse(reason: string, text = ''): void {
    drawn = undefined;
    main.replaceChildren(
      h('h1', {}, document.title),
      h('div', { class: 'box problem', role: 'alert' }, h('p', {}, reason)),
      ...(text === '' ? [] : [h('pre', {}, text)]),
    );
    ready('error');
    if (aside === undefined || host.serverTools === undefined) return;
    // Without it the reason stands alone.
    showAside(aside).catch(() => {});
  }

  async function showAside(draw: Aside): Promise<void> {
    const child = await draw(stage());
    if (drawn === undefined && !ended) main.append(h('div', {}, child));
  }

  function redraw(): void {
    if (ended || drawn === undefined) return;
    measure();
    const { activeElement } = document;
    const held = activeElement?.id ?? '';
    let holder: HTMLElement;
    try {
      holder = h('div', {}, drawn(stage()));
    } catch (error) {
      return undrawable(error);
    }
    main.replaceChildren(...holder.childNodes, ...expander());
    foldTables(main);
    // What had the focus has it again: every drawing replaces the whole page.
    if (held !== '') document.getElementById(held)?.focus();
    ready('true');
  }

  /** A button for more room, where the host offers it. */
  function expander(): HTMLElement[] {
    const { displayMode = 'inline', availableDisplayModes = [] } = context;
    const mode = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
    if (!availableDisplayModes.includes(mode)) return [];
    const name = mode === 'fullscreen' ? 'Show large' : 'Show in the chat';
    const ask = () => void request('ui/request-display-mode', { mode }).catch(() => {});
    return [h('p', {}, h('button', { class: 'button', type: 'button', id: 'display-mode', onclick: ask }, name))];
  }

  function ready(state: 'true' | 'error'): void {
    main.removeAttribute('aria-busy');
    root.dataset.ready = state;
    tellSize();
  }

  let reported = '';
  function tellSize(): void {
    if (ended) return;
    const height = Math.min(TALLEST, Math.ceil(main.getBoundingClientRect().height));
    const size = { width: Math.ceil(root.clientWidth), height };
    if (reported === JSON.stringify(size)) return;
    reported = JSON.stringify(size);
    notify('ui/notifications/size-changed', size);
  }

  function measure(): boolean {
    const now = Math.max(200, Math.min(WIDEST, root.clientWidth - 2 * MARGIN));
    const changed = now !== width;
    width = now;
    return changed;
  }

  function applyContext(next: McpUiHostContext): void {
    const localeChanged = context.locale !== next.locale || context.timeZone !== next.timeZone;
    context = next;
    if (localeChanged) formats = formatsFor(next.locale, next.timeZone);
    applyHostStyle(next);
    redraw();
  }

  const watcher = new ResizeObserver(() => {
    if (measure()) redraw();
    else tellSize();
  });

  const shake = async (): Promise<void> => {
    const answer = await request('ui/initialize', {
      appInfo: { name: document.title, version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL,
    });
    const { hostContext, hostCapabilities } = isFields(answer) ? answer : {};
    host = hostCapabilities ?? {};
    applyContext(contextIn(hostContext));
    notify('ui/notifications/initialized', {});
    watcher.observe(main);
  };
  shake().catch((error: unknown) => refuse(`The host did not accept this page: ${(error as Error).message}`));
}

/** The valid fields of a host's context; an invalid one leaves the old value. */
const CONTEXT: Readonly<Record<string, (value: unknown) => boolean>> = {
  theme: (value) => value === 'light' || value === 'dark',
  locale: (value) => typeof value === 'string',
  timeZone: (value) => typeof value === 'string',
  displayMode: (value) => typeof value === 'string',
  availableDisplayModes: Array.isArray,
  styles: isFields,
  safeAreaInsets: isFields,
  containerDimensions: isFields,
};

const contextIn = (sent: unknown): McpUiHostContext =>
  Object.fromEntries(Object.entries(isFields(sent) ? sent : {}).filter(([name, value]) => CONTEXT[name]?.(value)));

const explainCancelled = (reason: unknown): string =>
  typeof reason === 'string' && reason !== '' ? `The call was cancelled: ${reason}` : 'The call was cancelled.';

function textOf(result: unknown): string {
  const content = isFields(result) && Array.isArray(result.content) ? (result.content as unknown[]) : [];
  return content.flatMap((one) => (isFields(one) && typeof one.text === 'string' ? [one.text] : [])).join('\n');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Our own errors are JSON with a message inside; those of others are shown as they are. */
function reasonOf(text: string): string {
  const body = parseJson(text);
  const { error } = isFields(body) ? body : {};
  const { message } = isFields(error) ? error : {};
  return typeof message === 'string' ? message : text || 'The tool failed and did not say why.';
}
