// The flame graphs in the reports of perf: the same picture as in the views, with zoom and search. The page holds the
// calls as data; a comparison has two times for each call.
import { element, flameGraph, type Frame } from '@zorivest/pictures';

type Raw = readonly [
  label: number,
  calls: number,
  ms: number,
  children?: readonly Raw[],
  before?: number,
  after?: number,
];
interface Profile {
  readonly endpoint: string;
  readonly wall: number;
  readonly labels: readonly string[];
  readonly tree: readonly Raw[];
  /** Of the whole request, before and after. */
  readonly diff?: readonly [number, number];
  /** What the values are where the profile is of no request: `milliseconds`, `bytes`, `samples` …. */
  readonly unit?: string;
}
interface CallFrame extends Frame {
  readonly key: string;
  readonly calls: number;
  readonly self: number;
  readonly before: number;
  readonly after: number;
  readonly parent: CallFrame | undefined;
  readonly children: readonly CallFrame[];
}

const elementById = (id: string): HTMLElement => document.getElementById(id) as HTMLElement; // the report's own page has it

const { profiles } = JSON.parse(elementById('data').textContent ?? '') as { readonly profiles: readonly Profile[] };
if (profiles.length > 0) start(profiles);

function start(list: readonly Profile[]): void {
  const [graph, crumbs, tip] = [elementById('flame'), elementById('crumbs'), elementById('tip')];
  const select = elementById('profile') as HTMLSelectElement;
  const search = elementById('search') as HTMLInputElement;
  let profile = list[0] as Profile;
  let calls = new Map<string, CallFrame>();
  let root: CallFrame;
  let focus: CallFrame;
  let inverted = false;
  const invert = elementById('invert');
  const format = (value: number): string => formatValue(value, profile.unit);

  function open(at: number): void {
    profile = list[at] as Profile;
    calls = new Map();
    root = focus = callsOf(inverted ? invertedOf(profile) : profile, calls);
    draw();
  }

  function draw(): void {
    const sought = search.value.trim().toLowerCase();
    const most = Math.max(...(profile.diff ?? [0]), 0.001);
    const picture = flameGraph({
      label: `Where the time of ${profile.endpoint} went: ${focus.name}, ${format(focus.value)}`,
      width: Math.max(300, graph.clientWidth),
      root: focus,
      format,
      ...(sought !== '' && { marked: ({ name }) => name.toLowerCase().includes(sought) }),
      ...(profile.diff && sought === '' && { tint: (frame) => tintOf(frame as CallFrame, most) }),
    });
    const svg = element<SVGElement>(document, picture);
    // Its boxes can be chosen one by one, which a mere image's could not.
    svg.setAttribute('role', 'group');
    for (const box of svg.querySelectorAll('[data-key]')) {
      box.setAttribute('tabindex', '0');
      box.setAttribute('role', 'button');
      box.setAttribute('aria-label', box.querySelector('title')?.textContent ?? '');
    }
    graph.replaceChildren(svg);
    nameTheWay();
    show(focus);
  }

  const callAt = (target: EventTarget | null): CallFrame | undefined =>
    calls.get((target as Element | null)?.closest('[data-key]')?.getAttribute('data-key') ?? 'none');

  const zoom = (to: CallFrame | undefined): void => {
    if (to === undefined) return;
    focus = to;
    draw();
  };

  function nameTheWay(): void {
    const way: CallFrame[] = [];
    for (let at: CallFrame | undefined = focus; at !== undefined; at = at.parent) way.unshift(at);
    if (way.length === 1) {
      crumbs.replaceChildren('Click a box to zoom in; hover over it for its times.');
      return;
    }
    crumbs.replaceChildren(
      ...way.flatMap((call, at) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = call.name;
        button.addEventListener('click', () => zoom(call));
        return at === 0 ? [button] : [' › ', button];
      }),
    );
  }

  function show(call: CallFrame): void {
    const name = document.createElement('b');
    name.textContent = call.name;
    tip.replaceChildren(name, profile.diff ? twoTimes(call, profile) : oneTime(call, root, format));
  }

  graph.addEventListener('click', ({ target }) => zoom(callAt(target)));
  graph.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter') zoom(callAt(target));
  });
  for (const event of ['mouseover', 'focusin'])
    graph.addEventListener(event, ({ target }) => {
      const call = callAt(target);
      if (call !== undefined) show(call);
    });
  list.forEach(({ endpoint, wall, unit }, at) =>
    select.append(new Option(`${endpoint} — ${formatValue(wall, unit)}`, String(at))),
  );
  select.addEventListener('change', () => open(Number(select.value)));
  invert.addEventListener('click', () => {
    inverted = !inverted;
    invert.setAttribute('aria-pressed', String(inverted));
    open(Number(select.value));
  });
  search.addEventListener('input', draw);
  elementById('reset').addEventListener('click', () => {
    search.value = '';
    zoom(root);
  });
  addEventListener('resize', draw);
  open(0);
}

/** The calls as a tree, each by its way from the root: `0.2.1`. */
function callsOf({ endpoint, labels, tree, diff }: Profile, known: Map<string, CallFrame>): CallFrame {
  const makeFrame = (raw: Raw, name: string, key: string, parent: CallFrame | undefined): CallFrame => {
    const [, calls, value, below = [], before = 0, after = 0] = raw;
    const children: CallFrame[] = [];
    const self = Math.max(0, value - below.reduce((sum, [, , ms]) => sum + ms, 0));
    const call: CallFrame = { name, key, value, calls, self, before, after, parent, children };
    known.set(key, call);
    below.forEach((child, at) =>
      children.push(makeFrame(child, labels[child[0]] ?? '', key === '' ? String(at) : `${key}.${at}`, call)),
    );
    return call;
  };
  const total = tree.reduce((sum, [, , ms]) => sum + ms, 0);
  return makeFrame([-1, 1, total, tree, ...(diff ?? [])], endpoint, '', undefined);
}

/** Functions by what they spent themselves, and above each who called it: what is called from many places adds up. */
function invertedOf(profile: Profile): Profile {
  interface Caller {
    calls: number;
    value: number;
    before: number;
    after: number;
    readonly callers: Map<number, Caller>;
  }
  const top = new Map<number, Caller>();
  const add = ([label, calls, value, below = [], before = 0, after = 0]: Raw, way: readonly number[]): void => {
    const here = [label, ...way];
    const own = [
      value - below.reduce((sum, [, , part]) => sum + part, 0),
      before - below.reduce((sum, raw) => sum + (raw[4] ?? 0), 0),
      after - below.reduce((sum, raw) => sum + (raw[5] ?? 0), 0),
    ].map((part) => Math.max(0, part)) as [number, number, number];
    if (own.some((part) => part > 0)) {
      let level = top;
      for (const name of here) {
        const caller = level.get(name) ?? { calls: 0, value: 0, before: 0, after: 0, callers: new Map() };
        level.set(name, caller);
        caller.calls += calls;
        caller.value += own[0];
        caller.before += own[1];
        caller.after += own[2];
        level = caller.callers;
      }
    }
    for (const child of below) add(child, here);
  };
  for (const raw of profile.tree) add(raw, []);
  const rawOf = (level: ReadonlyMap<number, Caller>): Raw[] =>
    [...level]
      .filter(([, { value }]) => value > 0)
      .toSorted(([, a], [, b]) => b.value - a.value)
      .map(([label, { calls, value, before, after, callers }]) => [label, calls, value, rawOf(callers), before, after]);
  return { ...profile, tree: rawOf(top) };
}

/** Orange takes longer than before, blue less; the stronger, the more of the whole request it is. */
function tintOf({ before, after }: CallFrame, most: number) {
  const share = (after - before) / most;
  if (Math.abs(share) < 0.002) return { tone: 'quiet' as const, strength: 0.12 };
  return {
    tone: share > 0 ? ('loss' as const) : ('gain' as const),
    strength: 0.15 + 0.5 * Math.min(1, Math.sqrt(Math.abs(share) * 4)),
  };
}

function oneTime({ value, self, calls, key }: CallFrame, root: CallFrame, format: (value: number) => string): string {
  const share = root.value > 0 ? ` (${((100 * value) / root.value).toFixed(1)} %)` : '';
  const count = key === '' || calls === 0 ? '' : `, ${calls} calls here`;
  return ` — ${format(value)} with what it calls${share}, ${format(self)} own${count}`;
}

function twoTimes({ before, after }: CallFrame, { unit }: Profile): string {
  const format = (value: number): string => formatValue(value, unit);
  const more = after - before;
  const news = before === 0 ? ', new' : after === 0 ? ', gone' : '';
  const each = unit === undefined ? ' per request' : '';
  return ` — ${format(before)} before, ${format(after)} now${each} (${more >= 0 ? '+' : '−'}${format(Math.abs(more))})${news}`;
}

function formatValue(value: number, unit = 'milliseconds'): string {
  if (unit === 'milliseconds') return milliseconds(value);
  if (unit === 'bytes')
    return value >= 1 << 20 ? `${(value / (1 << 20)).toFixed(1)} MiB` : `${(value / 1024).toFixed(1)} KiB`;
  return `${Math.round(value * 100) / 100} ${unit === 'none' ? '' : unit}`.trim();
}

function milliseconds(value: number): string {
  if (value === 0) return '0 ms';
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  return value >= 100
    ? `${Math.round(value)} ms`
    : `${value >= 1 ? value.toFixed(1) : Number(value.toPrecision(2))} ms`;
}
