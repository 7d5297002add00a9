import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  loadProfile,
  type LoadedProfile,
  profiledOf,
  ProfileError,
  type ProfileSummary,
  readProfile,
} from './index.ts';

const CASES = resolve(
  import.meta.dirname,
  '../../..',
  process.env['ZORIVEST_CASES'] ?? '../shared/data',
  'perf/profiles',
);

function read(content: string | Uint8Array, name = 'a.profile'): ProfileSummary {
  return readProfile(typeof content === 'string' ? Buffer.from(content) : content, name) as ProfileSummary;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** What the example program does, in every format: main 1, then work 2 which calls query 4, then query 3 from main. */
const TOP_SELF = { query: 7, work: 2, main: 1 };
const TOP_TOTAL = { main: 10, query: 7, work: 6 };

function byName(rows: readonly { readonly frame: string; readonly value: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ frame, value }) => [frame, value]));
}

/** Fields of a protocol buffer, by number. */
function message(...fields: readonly (readonly [number, number | Uint8Array | string])[]): Uint8Array {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  return Uint8Array.from(
    fields.flatMap(([field, value]) => {
      if (typeof value === 'number') return [...varint(field * 8), ...varint(value)];
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
    }),
  );
}

const PPROF = (() => {
  const strings = ['', 'cpu', 'nanoseconds', 'main', 'work', 'query'];
  const sample = (stack: number[], value: number) => [2, message([1, Uint8Array.from(stack)], [2, value])] as const;
  return message(
    [1, message([1, 1], [2, 2])],
    sample([1], 1),
    sample([2, 1], 2),
    sample([3, 2, 1], 4),
    sample([3, 1], 3),
    ...[1, 2, 3].map((id) => [4, message([1, id], [4, message([1, id])])] as const),
    ...[1, 2, 3].map((id) => [5, message([1, id], [2, id + 2])] as const),
    ...strings.map((text) => [6, text] as const),
  );
})();

const repeat = (text: string, times: number): string[] => Array.from({ length: times }, () => text);
const frame = (functionName: string) => ({ functionName, url: '', lineNumber: 0 });
const EXAMPLES: Readonly<Record<string, { readonly content: string | Uint8Array; readonly unit: string }>> = {
  speedscope: {
    unit: 'milliseconds',
    content: json({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'main' }, { name: 'work' }, { name: 'query' }] },
      profiles: [
        {
          type: 'sampled',
          name: 'one',
          unit: 'milliseconds',
          samples: [[0], [0, 1], [0, 1, 2], [0, 2]],
          weights: [1, 2, 4, 3],
        },
      ],
    }),
  },
  pprof: { unit: 'nanoseconds', content: PPROF },
  cpuprofile: {
    unit: 'microseconds',
    content: json({
      nodes: [
        { id: 1, callFrame: frame('(root)'), children: [2] },
        { id: 2, callFrame: frame('main'), children: [3, 5] },
        { id: 3, callFrame: frame('work'), children: [4] },
        { id: 4, callFrame: frame('query') },
        { id: 5, callFrame: frame('query') },
      ],
      startTime: 0,
      endTime: 10,
      samples: [2, 3, 4, 5, 2],
      timeDeltas: [0, 1, 2, 4, 3],
    }),
  },
  heapprofile: {
    unit: 'bytes',
    content: json({
      head: {
        callFrame: frame('(root)'),
        selfSize: 0,
        children: [
          {
            callFrame: frame('main'),
            selfSize: 1,
            children: [
              {
                callFrame: frame('work'),
                selfSize: 2,
                children: [{ callFrame: frame('query'), selfSize: 4, children: [] }],
              },
              { callFrame: frame('query'), selfSize: 3, children: [] },
            ],
          },
        ],
      },
    }),
  },
  'trace-event': {
    unit: 'microseconds',
    content: json({
      traceEvents: [
        { ph: 'B', name: 'main', ts: 0, pid: 1, tid: 1 },
        { ph: 'X', name: 'work', ts: 1, dur: 6, pid: 1, tid: 1 },
        { ph: 'X', name: 'query', ts: 3, dur: 4, pid: 1, tid: 1 },
        { ph: 'X', name: 'query', ts: 7, dur: 3, pid: 1, tid: 1 },
        { ph: 'E', name: 'main', ts: 10, pid: 1, tid: 1 },
      ],
    }),
  },
  collapsed: { unit: 'samples', content: '# made up\nmain 1\nmain;work 2\nmain;work;query 4\nmain;query 3\n' },
  'perf-script': {
    unit: 'samples',
    content: ['main', 'work main', 'work main', ...repeat('query work main', 4), ...repeat('query main', 3)]
      .map((stack, i) => {
        const frames = stack.split(' ').map((name) => `\t 4f2 ${name}+0x1f (/usr/bin/prog)`);
        return `prog 7 ${i}.5: 1000 cycles:u: \n${frames.join('\n')}\n`;
      })
      .join('\n'),
  },
  callgrind: {
    unit: 'Ir',
    content:
      'version: 1\nevents: Ir\n\nfn=(1) main\n1 1\ncfn=(2) work\ncalls=1 1\n1 6\ncfn=(3) query\ncalls=1 1\n1 3\n\nfn=(2)\n2 2\ncfn=(3)\ncalls=2 1\n2 4\n\nfn=(3)\n3 7\n',
  },
  xhprof: {
    unit: 'microseconds',
    content: json({
      main: { ct: 1, wt: 10 },
      'main==>work': { ct: 1, wt: 6 },
      'work==>query': { ct: 2, wt: 4 },
      'main==>query': { ct: 1, wt: 3 },
    }),
  },
  stackprof: {
    unit: 'microseconds',
    content: json({
      mode: 'cpu',
      interval: 1,
      frames: { 1: { name: 'main' }, 2: { name: 'work' }, 3: { name: 'query' } },
      raw: [1, 1, 1, 2, 1, 2, 2, 3, 1, 2, 3, 4, 2, 1, 3, 3],
    }),
  },
  firefox: {
    unit: 'milliseconds',
    content: json({
      meta: { version: 24 },
      threads: [
        {
          name: 'GeckoMain',
          stringTable: [
            '(root)',
            'main (https://a.example/a.js:1)',
            'work (https://a.example/a.js:2)',
            'query (https://a.example/a.js:3)',
            'js::RunScript',
          ],
          frameTable: { schema: { location: 0 }, data: [[0], [4], [1], [2], [3]] },
          stackTable: {
            schema: { prefix: 0, frame: 1 },
            data: [
              [null, 0],
              [0, 1],
              [1, 2],
              [2, 3],
              [3, 4],
              [2, 4],
            ],
          },
          samples: {
            schema: { stack: 0, time: 1 },
            data: [
              [2, 0],
              [3, 1],
              [4, 3],
              [5, 7],
              [0, 10],
            ],
          },
        },
      ],
    }),
  },
  'instruments-text': {
    unit: 'milliseconds',
    content:
      'Weight\tSelf Weight\t\tSymbol Name\n10.00 ms  100.0%\t1\t \tmain\n6.00 ms   60.0%\t2\t \t work\n4.00 ms   40.0%\t4\t \t  query\n3.00 ms   30.0%\t3\t \t query\n',
  },
  'otlp-trace': {
    unit: 'nanoseconds',
    content: json({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                ['1', '', 'main', 0, 10],
                ['2', '1', 'work', 1, 7],
                ['3', '2', 'query', 3, 7],
                ['4', '1', 'query', 7, 10],
              ].map(([spanId, parentSpanId, name, start, end]) => ({
                traceId: 'a',
                spanId,
                parentSpanId,
                name,
                startTimeUnixNano: String(start),
                endTimeUnixNano: String(end),
              })),
            },
          ],
        },
      ],
    }),
  },
  'otlp-profile': {
    unit: 'nanoseconds',
    content: json({
      resourceProfiles: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
          scopeProfiles: [
            {
              profiles: [
                {
                  sampleType: { typeStrindex: 1, unitStrindex: 2 },
                  samples: [
                    { stackIndex: 1, values: ['1'] },
                    { stackIndex: 2, values: ['2'] },
                    { stackIndex: 3, values: ['4'] },
                    { stackIndex: 4, timestampsUnixNano: ['1', '2', '3'] },
                  ],
                },
              ],
            },
          ],
        },
      ],
      dictionary: {
        stringTable: ['', 'cpu', 'nanoseconds', 'main', 'work', 'query'],
        functionTable: [{}, { nameStrindex: 3 }, { nameStrindex: 4 }, { nameStrindex: 5 }],
        locationTable: [
          {},
          { address: '4096', lines: [{ functionIndex: 1, line: '3' }] },
          { lines: [{ functionIndex: 2 }] },
          { lines: [{ functionIndex: 3 }] },
        ],
        stackTable: [
          {},
          { locationIndices: [1] },
          { locationIndices: [2, 1] },
          { locationIndices: [3, 2, 1] },
          { locationIndices: [3, 1] },
        ],
      },
    }),
  },
};

describe.each(Object.entries(EXAMPLES))('one program recorded as %s', (format, { content, unit }) => {
  it('spends the same in the same functions, plain and packed', () => {
    for (const bytes of [Buffer.from(content as string), gzipSync(content)]) {
      const summary = read(bytes);
      expect(summary).toMatchObject({ format, unit, profiles: 1, total: 10, max_depth: 3 });
      expect(byName(summary.top_self)).toEqual(TOP_SELF);
      expect(byName(summary.top_total)).toEqual(TOP_TOTAL);
    }
  });

  it('answers who calls what', () => {
    const profiled = profiledOf(loadProfile(Buffer.from(content as string), 'a') as LoadedProfile);
    expect(byName(profiled.callersOf('query'))).toEqual({ work: 4, main: 3 });
    expect(byName(profiled.calleesOf('main'))).toEqual({ work: 6, query: 3 });
    expect(profiled.hotPath()).toEqual([
      { frame: 'main', value: 10 },
      { frame: 'work', value: 6 },
      { frame: 'query', value: 4 },
    ]);
  });

  it('damaged anywhere, it is read or refused with a message, and its numbers are valid', () => {
    const whole = Buffer.from(content as string);
    const tell = (bytes: Uint8Array): string => {
      try {
        const summary = readProfile(bytes, 'a.profile');
        return /NaN|Infinity|null/.test(
          JSON.stringify(summary, (_, value: unknown) =>
            typeof value === 'number' && !Number.isFinite(value) ? 'NaN' : value,
          ).replaceAll('"summary_line":null', ''),
        )
          ? 'no number'
          : 'read';
      } catch (error) {
        if (error instanceof ProfileError) return 'refused';
        throw error;
      }
    };
    assert(
      property(integer({ min: 0, max: whole.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(['read', 'refused']).toContain(tell(damaged));
        expect(['read', 'refused']).toContain(tell(whole.subarray(0, at)));
      }),
      { numRuns: 60 },
    );
  });
});

describe('what each format has of its own', () => {
  it('recursion counts once', () => {
    const summary = read('a;b;a;b 3\na;b 1\n');
    expect(byName(summary.top_total)).toEqual({ a: 4, b: 4 });
    expect(summary.max_depth).toBe(4);
  });

  it('a trace whose writer was stopped is read to where it ends', () => {
    const cut =
      '[{"ph":"X","name":"a","ts":0,"dur":5,"pid":1,"tid":1},\n{"ph":"B","name":"b","ts":2,"pid":1,"tid":2},\n';
    const summary = read(cut);
    expect(summary).toMatchObject({ format: 'trace-event', profiles: 2 });
    expect(summary.warnings.join(' ')).toContain('cut off');
  });

  it.each([
    [
      'inside an event',
      '[{"ph":"X","name":"a","ts":0,"dur":5,"args":{"q":"]}"}},{"ph":"X","name":"b","args":{"x":[{"y":1}',
    ],
    ['inside an event of an object', '{"traceEvents":[{"ph":"X","name":"a","ts":0,"dur":5},{"ph":"X","na'],
    ['behind the events', '{"traceEvents":[{"ph":"X","name":"a","ts":0,"dur":5}],"metadata":{"list":[{"z":1},{"y'],
    ['in its last line', '{"ph":"X","name":"a","ts":0,"dur":5}\n{"ph":"X","na'],
  ])('a trace that was cut off %s has the events before', (_, cut) => {
    const summary = read(cut);
    expect(byName(summary.top_self)).toEqual({ a: 5 });
    expect(summary.warnings.join(' ')).toContain('cut off');
  });

  it('only a list of events is repaired: half a table of calls would be another profile', () => {
    const whole = json({
      nodes: [{ id: 1, callFrame: frame('a') }],
      startTime: 0,
      samples: [1, 1],
      timeDeltas: [0, 5],
    });
    expect(() => read(whole.slice(0, -9))).toThrow('broken JSON');
  });

  it('speedscope: times of several units are added in the first one, other units are skipped', () => {
    const profile = (unit: string, weight: number) => ({ type: 'sampled', unit, samples: [[0]], weights: [weight] });
    const profiles = [profile('milliseconds', 1), profile('microseconds', 500), profile('bytes', 7)];
    const summary = read(json({ $schema: 'speedscope', shared: { frames: [{ name: 'a' }] }, profiles }));
    expect(summary).toMatchObject({ unit: 'milliseconds', profiles: 2, total: 1.5 });
    expect(summary.warnings).toEqual(['A profile in bytes is skipped, since others are in milliseconds.']);
  });

  it('idle time of V8 is no part of the total', () => {
    const nodes = ['(root)', '(idle)', 'work'].map((name, i) => ({
      id: i + 1,
      callFrame: frame(name),
      parent: i === 0 ? undefined : 1,
    }));
    const summary = read(json({ nodes, startTime: 0, endTime: 9, samples: [2, 3, 3], timeDeltas: [0, 5, 4] }));
    expect(summary).toMatchObject({ total: 4, idle: 5 });
  });

  it('pprof takes the type it names, and says the totals of all', () => {
    const strings = ['', 'objects', 'count', 'space', 'bytes', 'f'];
    const bytes = message(
      [1, message([1, 1], [2, 2])],
      [1, message([1, 3], [2, 4])],
      [2, message([1, 1], [2, 5], [2, 500])],
      [4, message([1, 1], [4, message([1, 1])])],
      [5, message([1, 1], [2, 5])],
      ...strings.map((text) => [6, text] as const),
      [14, 1],
    );
    expect(read(bytes)).toMatchObject({
      unit: 'count',
      total: 5,
      totals_by_type: { 'objects/count': 5, 'space/bytes': 500 },
    });
  });

  it('spans that run side by side take their own time each, and their parent what none of them covers', () => {
    const spans = [
      ['1', '', 'page', '0', '10'],
      ['2', '1', 'a', '1', '6'],
      ['3', '1', 'b', '2', '8'],
    ].map(([spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano]) => ({
      spanId,
      parentSpanId,
      name,
      startTimeUnixNano,
      endTimeUnixNano,
    }));
    expect(byName(read(json({ resourceSpans: [{ scopeSpans: [{ spans }] }] })).top_self)).toEqual({
      a: 5,
      b: 6,
      page: 3,
    });
  });

  it('an HTTP archive says its slowest requests and its hosts', () => {
    const entry = (url: string, time: number, startedDateTime: string) => ({
      startedDateTime,
      time,
      request: { url },
      response: { status: 200, bodySize: 10 },
    });
    const archive = {
      log: {
        pages: [{}],
        entries: [
          entry('https://a.example/x', 20, '2026-01-01T00:00:00.000Z'),
          entry('https://b.example/y', 30.5, '2026-01-01T00:00:00.010Z'),
        ],
      },
    };
    expect(readProfile(Buffer.from(json(archive)), 'a.har')).toEqual({
      format: 'har',
      unit: 'milliseconds',
      entries: 2,
      pages: 1,
      total_ms: 50.5,
      wall_ms: 40.5,
      slowest: [
        { url: 'https://b.example/y', ms: 30.5 },
        { url: 'https://a.example/x', ms: 20 },
      ],
      by_host: { 'a.example': { entries: 1, ms: 20, bytes: 10 }, 'b.example': { entries: 1, ms: 30.5, bytes: 10 } },
      by_status: { '200': 2 },
      warnings: [],
    });
  });
});

it('an HTTP archive tells what each request waited for, and keeps no value of a query', () => {
  const at = (seconds: string) => `2026-01-01T00:00:0${seconds}Z`;
  const archive = {
    log: {
      entries: [
        { startedDateTime: at('1.500'), time: 7, request: { method: 'POST', url: 'https://a.example/cart' } },
        {
          startedDateTime: at('1.000'),
          time: 120,
          request: { url: 'https://me:secret@a.example/?token=abc&page=3' },
          response: { status: 200 },
          // TLS is within connect; what did not happen is -1.
          timings: { blocked: 4, dns: -1, connect: 60, ssl: 40, send: 1, wait: 50, receive: 5 },
        },
      ],
    },
  };
  const loaded = loadProfile(Buffer.from(json(archive)), 'a.har');
  expect('requests' in loaded && loaded.requests).toEqual([
    {
      request: 'GET https://a.example/?page=?&…',
      host: 'a.example',
      status: 200,
      from_ms: 0,
      ms: 120,
      phases: [
        { phase: 'queued', ms: 4 },
        { phase: 'connecting', ms: 60 },
        { phase: 'waiting', ms: 51 },
        { phase: 'receiving', ms: 5 },
      ],
    },
    { request: 'POST https://a.example/cart', host: 'a.example', status: null, from_ms: 500, ms: 7, phases: [] },
  ]);
});

/** The example program, however the text is written down. */
const COLLAPSED = EXAMPLES['collapsed']!.content as string;
const utf16BigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
it.each([
  ['a mark at the start', Buffer.from(`\uFEFF${COLLAPSED}`)],
  ['lines that end as on Windows', Buffer.from(COLLAPSED.replaceAll('\n', '\r\n'))],
  ['two bytes a letter, the low one first', Buffer.from(`\uFEFF${COLLAPSED}`, 'utf16le')],
  ['two bytes a letter, the high one first', utf16BigEndian(`\uFEFF${COLLAPSED}`)],
  ['two bytes a letter without a mark', Buffer.from(COLLAPSED, 'utf16le')],
  ['two bytes a letter without a mark, the high one first', utf16BigEndian(COLLAPSED)],
])('text with %s is the same profile', (_, bytes) => {
  expect(byName(read(bytes).top_self)).toEqual(TOP_SELF);
});

describe('what was measured without a stack is part of the total and of no function', () => {
  it.each([
    [
      'speedscope',
      json({
        $schema: 'speedscope',
        shared: { frames: [{ name: 'a' }] },
        profiles: [{ type: 'sampled', unit: 'none', samples: [[0], []], weights: [2, 3] }],
      }),
    ],
    [
      'pprof',
      message(
        [1, message([1, 1], [2, 2])],
        [2, message([1, 1], [2, 2])],
        [2, message([2, 3])],
        [4, message([1, 1], [4, message([1, 1])])],
        [5, message([1, 1], [2, 3])],
        ...['', 'cpu', 'seconds', 'a'].map((text) => [6, text] as const),
      ),
    ],
    [
      'perf script',
      `${repeat('p 1 1.5: 9 cycles: \n\t1f a (b)\n', 2).join('\n')}\n${repeat('p 1 1.5: 9 cycles: \n', 3).join('\n')}`,
    ],
  ])('%s', (_, content) => {
    const summary = read(content);
    expect(summary).toMatchObject({ total: 5, max_depth: 1 });
    expect(byName(summary.top_self)).toEqual({ a: 2 });
    expect(summary.warnings.join(' ')).toContain('no stack');
  });
});

describe('what writers of each format do', () => {
  it('pprof: ids and addresses have all 64 bits', () => {
    // Two ids that are one double, and an address of a kernel.
    const wide = (value: bigint): number[] =>
      value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...wide(value / 128n)];
    const field = (number: number, value: bigint) => Uint8Array.from([number * 8, ...wide(value)]);
    const ids = [0xffff_ffff_8100_0001n, 0xffff_ffff_8100_0002n];
    const sample = (id: bigint, value: number) => [2, Buffer.concat([field(1, id), field(2, BigInt(value))])] as const;
    const bytes = message(
      [1, message([1, 1], [2, 2])],
      sample(ids[0]!, 2),
      sample(ids[1]!, 3),
      ...ids.map((id) => [4, Buffer.concat([field(1, id), field(3, id)])] as const),
      ...['', 'cpu', 'seconds'].map((text) => [6, text] as const),
    );
    expect(byName(read(bytes).top_self)).toEqual({ '0xffffffff81000001': 2, '0xffffffff81000002': 3 });
  });

  it('callgrind: costs may be relative to the line before', () => {
    const summary = read(
      'events: Ir\n\nfn=main\n16 20\ncfn=f\ncalls=1 50\n* 400\ncfn=g\ncalls=3 20\n* *\n\nfn=f\n+35 -300\n\nfn=g\n-31 +600\n',
    );
    expect(byName(summary.top_self)).toEqual({ g: 700, f: 100, main: 20 });
    expect(byName(summary.top_total)).toMatchObject({ main: 820 });
  });

  it('callgrind: a file that is less than its own sum says so, and one of several parts is their sum', () => {
    const part = 'events: Ir\nfn=main\n1 20\ntotals: 20\n';
    expect(read(`${part}\n${part}`)).toMatchObject({ total: 40, warnings: [] });
    expect(read('events: Ir\nfn=main\n1 2\ntotals: 20\n').warnings.join(' ')).toContain('cut off');
  });

  it('callgrind: a sum that is not a number is reported and skipped', () => {
    const summary = read('events: Ir\nfn=main\n1 20\nsummary: 2x0\n');
    expect(summary).toMatchObject({
      total: 20,
      summary_line: null,
      warnings: ['The sum stated in the file is not a number.'],
    });
  });

  it('collapsed: of two counts, before and after, the second', () => {
    const summary = read('main;work 10 20\nmain;query 5 1\n');
    expect(byName(summary.top_self)).toEqual({ work: 20, query: 1 });
    expect(summary.warnings.join(' ')).toContain('before and after');
  });

  it('a trace whose clock begins below zero', () => {
    const events = [
      { ph: 'X', name: 'main', ts: -10, dur: 8, pid: 1, tid: 1 },
      { ph: 'X', name: 'work', ts: -9, dur: 2, pid: 1, tid: 1 },
    ];
    expect(byName(read(json(events)).top_self)).toEqual({ main: 6, work: 2 });
  });

  it.each([
    ['a trace', json([{ ph: 'X', name: 'a', ts: 0, dur: -5 }]), 'before it begins', 0],
    ['XHProf', json({ 'main()': { ct: 1, wt: -5 }, 'main()==>a': { ct: 1, wt: 10 } }), 'set back', 0],
    ['XHProf with a child longer than its parent', json({ 'main()': { wt: 5 }, 'main()==>a': { wt: 9 } }), 'longer', 5],
    ['callgrind without a name', 'events: Ir\nfn=(2)\n1 7\n', 'does not define', 7],
    [
      'cpuprofile with one id twice',
      json({
        nodes: [1, 2, 2].map((id) => ({ id, callFrame: frame(`f${id}`), ...(id === 1 ? { children: [2] } : {}) })),
        startTime: 0,
        samples: [2, 2],
        timeDeltas: [0, 5],
      }),
      'the same id',
      5,
    ],
  ])('%s that contradicts itself says so', (_, content, sentence, total) => {
    const summary = read(content);
    expect(summary.total).toBe(total);
    expect(summary.warnings.join(' ')).toContain(sentence);
  });

  it('pprof: a call that the file does not describe is unknown, and reported', () => {
    const [first] = read(PPROF).top_self;
    expect(first).toEqual({ frame: 'query', value: 7 });
    const bytes = message(
      [1, message([1, 1], [2, 2])],
      [2, message([1, 9], [2, 3])],
      ...['', 'cpu', 'seconds'].map((text) => [6, text] as const),
    );
    const summary = read(bytes);
    expect(byName(summary.top_self)).toEqual({ '(unknown)': 3 });
    expect(summary.warnings.join(' ')).toContain('does not define');
  });

  it('collapsed: comments that end in a number are no stacks, counts may be written with a power of ten', () => {
    expect(read('# samples: 900\nmain;work 1e3\nmain;# of rows 2.5\n')).toMatchObject({ total: 1002.5, samples: 2 });
  });

  it('perf script: without times, without addresses, names with blanks and brackets', () => {
    const timeless =
      'my prog 7/8 [001] cycles:u:\n\t4f2 std::operator<< (int) const+0x1f (/usr/lib/a (deleted))\n\t 1 main (inlined)\n\n';
    expect(byName(read(timeless.repeat(2)).top_total)).toEqual({ 'std::operator<< (int) const': 2, main: 2 });
    const bare = 'prog 7 1.5: cycles:\n\tquery+0x1\n\tmain\n\n';
    expect(byName(read(bare).top_total)).toEqual({ query: 1, main: 1 });
  });

  it('perf script: without stacks each event is one line, its program aligned to the right', () => {
    const lines = [
      '            perf  2112 [001]  18.123456:          1 cycles:  ffffffff8106a2b6 write_msr ([kernel.kallsyms])',
      '              ls  2113 [000]  18.200000:      25000 cycles:          7f001122 main+0x10 (/bin/ls)',
      '              ls  2113 [000]  18.300000:      25000 cycles:          7f001126 main+0x14 (/bin/ls)',
    ];
    const summary = read(lines.join('\n'));
    expect(summary).toMatchObject({
      format: 'perf-script',
      samples: 3,
      max_depth: 1,
      period_total: 50_001,
      threads: 2,
    });
    expect(byName(summary.top_self)).toEqual({ main: 2, write_msr: 1 });
  });

  it('perf script: a place in the sources is no frame', () => {
    const summary = read(
      'prog 7 1.5: cycles:\n\t55d work+0x1 (/bin/a)\n  a.c:12\n\t55e main+0x2 (/bin/a)\n  a.c:20\n\n',
    );
    expect(summary.max_depth).toBe(2);
    expect(byName(summary.top_total)).toEqual({ work: 1, main: 1 });
  });

  it('stackprof: without stacks what each method spent, and whom it called', () => {
    const frames = {
      1: { name: 'main', total_samples: 10, samples: 1, edges: { 2: 6, 3: 3 } },
      2: { name: 'work', total_samples: 6, samples: 2, edges: { 3: 4 } },
      3: { name: 'query', total_samples: 7, samples: 7 },
    };
    const summary = read(json({ mode: 'wall', interval: 1000, samples: 10, frames }));
    expect(summary).toMatchObject({
      format: 'stackprof',
      unit: 'microseconds',
      total: 10_000,
      samples: 10,
      max_depth: 3,
    });
    expect(byName(summary.top_self)).toEqual({ query: 7000, work: 2000, main: 1000 });
    expect(byName(summary.top_total)).toEqual({ main: 10_000, query: 7000, work: 6000 });
    expect(summary.warnings.join(' ')).toContain('raw: true');
  });

  it('Instruments: cycles by the thousand, commas of other countries', () => {
    const rows = (...weights: string[]) =>
      `Weight\tSelf Weight\t\tSymbol Name\n${weights.map((weight, i) => `${weight}  1.0%\t-\t \t${' '.repeat(i)}f${i}`).join('\n')}\n`;
    const cycles = read(rows('1.50 Gc', '20.00 Mc', '1.00 Kc', '12 cycles'));
    expect(cycles).toMatchObject({ unit: 'cycles', total: 1.5e9 });
    expect(byName(cycles.top_self)).toEqual({ f0: 1.48e9, f1: 19_999_000, f2: 988, f3: 12 });
    expect(read(rows('1,234.5 ms', '12,5 ms'))).toMatchObject({ total: 1234.5 });
    expect(byName(read(rows('1,234.5 ms', '12,5 ms')).top_self)).toEqual({ f0: 1222, f1: 12.5 });
  });

  it('Firefox: a program that is no browser has all its threads read, each stack once', () => {
    const thread = (name: string, lasts: number) => ({
      name,
      stringArray: ['main', 'work'],
      funcTable: { name: [0, 1], isJS: [false, false], fileName: [null, null] },
      frameTable: { func: [0, 1] },
      stackTable: { frame: [0, 1], prefix: [null, 0] },
      samples: { stack: [1, 0], timeDeltas: [0, lasts] },
    });
    const profile = { meta: { preprocessedProfileVersion: 50 }, threads: [thread('one', 3), thread('two', 4)] };
    const summary = read(json(profile));
    expect(summary).toMatchObject({ profiles: 2, total: 7, samples: 4, max_depth: 2 });
    expect(byName(summary.top_self)).toEqual({ work: 7 });
  });

  it.each(['raw', 'processed'])('Firefox, %s: a page is looked for in the processes that run pages', (layout) => {
    const names = ['(root)', 'start', 'page (https://a.example/a.js:1:2)'];
    const raw = (frames: readonly number[]) => ({
      name: 'GeckoMain',
      stringTable: names,
      frameTable: { schema: { location: 0 }, data: names.map((_, i) => [i]) },
      stackTable: { schema: { prefix: 0, frame: 1 }, data: frames.map((place, i) => [i === 0 ? null : i - 1, place]) },
      samples: {
        schema: { stack: 0, time: 1 },
        data: [
          [frames.length - 1, 0],
          [0, 9],
        ],
      },
    });
    const processedProfile = (frames: readonly number[]) => ({
      name: 'GeckoMain',
      stringArray: [...names, 'https://a.example/a.js'],
      funcTable: { name: [0, 1, 2], isJS: [false, false, true], fileName: [null, null, 3] },
      frameTable: { func: [0, 1, 2] },
      stackTable: { frame: frames, prefix: frames.map((_, i) => (i === 0 ? null : i - 1)) },
      samples: { stack: [frames.length - 1, 0], time: [0, 9] },
    });
    const [browser, page] = [
      [0, 1],
      [0, 1, 2],
    ];
    const summary = read(
      json(
        layout === 'raw'
          ? {
              meta: { version: 24 },
              threads: [raw(browser)],
              processes: [{ meta: { version: 24 }, threads: [raw(page)], processes: [] }],
            }
          : { meta: { preprocessedProfileVersion: 50 }, threads: [processedProfile(browser), processedProfile(page)] },
      ),
    );
    expect(summary).toMatchObject({ total: 9, max_depth: 1 });
    expect(summary.top_self[0]!.frame).toMatch(/^page/);
    expect(summary.warnings).toEqual(['Only the thread GeckoMain is read; the file contains 1 more.']);
  });

  it('Chrome: pieces of a profile in any order, and with fewer times than samples', () => {
    const piece = (ts: number, samples: number[], timeDeltas: number[], nodes: unknown[] = []) => ({
      name: 'ProfileChunk',
      ph: 'P',
      id: '0x1',
      pid: 1,
      tid: 2,
      ts,
      args: { data: { cpuProfile: { nodes, samples }, timeDeltas } },
    });
    const nodes = ['(root)', 'a', 'b'].map((functionName, i) => ({
      id: i + 1,
      callFrame: { functionName },
      ...(i === 0 ? {} : { parent: 1 }),
    }));
    const first = piece(10, [2, 3], [0, 5], nodes);
    const second = piece(20, [2, 2], [7, 1]);
    for (const traceEvents of [
      [first, second],
      [second, first],
    ])
      expect(byName(read(json({ traceEvents })).top_self)).toEqual({ a: 6, b: 7 });
    const short = piece(10, [2, 3], [0], nodes);
    expect(byName(read(json([short, second])).top_self)).toEqual({ b: 7, a: 1 });
  });

  it('Chrome: samples next to the events, in a table of frames', () => {
    const trace = {
      traceEvents: [{ ph: 'M', name: 'thread_name', pid: 1, tid: '1', ts: 0, args: { name: 'js' } }],
      samples: [
        [1, 0, 2],
        [2, 0, 3],
        [1, 4, 1],
        [2, 5, 3],
        [1, 10, 1],
      ].map(([tid, ts, sf]) => ({ pid: 1, tid: String(tid), ts: String(ts), weight: '1', sf })),
      stackFrames: { 1: { name: 'main' }, 2: { name: 'work', parent: 1 }, 3: { name: 'other' } },
    };
    const summary = read(json(trace));
    expect(summary).toMatchObject({ format: 'trace-event', profiles: 2, total: 15, samples: 5, max_depth: 2 });
    expect(byName(summary.top_self)).toEqual({ main: 6, other: 5, work: 4 });
    expect(byName(summary.top_total)).toEqual({ main: 10, other: 5, work: 4 });
  });

  it('a trace of one event a line, and one whose list ends in a comma', () => {
    const events = ['a', 'b'].map((name, i) => json({ ph: 'X', name, ts: i * 10, dur: i + 1, pid: 1, tid: 1 }));
    for (const content of [events.join('\n'), `[${events.join(',\n')},\n]`])
      expect(byName(read(content).top_self)).toEqual({ b: 2, a: 1 });
  });

  it('OTLP: times as numbers are read, though a double holds them only nearly', () => {
    const spans = [
      {
        spanId: '1',
        name: 'page',
        startTimeUnixNano: 1_700_000_000_000_000_000,
        endTimeUnixNano: 1_700_000_001_000_000_000,
      },
    ];
    expect(read(json({ resourceSpans: [{ scopeSpans: [{ spans }] }] })).total).toBe(1e9);
  });
});

describe('files made to be slow or large are read or refused in time', () => {
  const N = 50_000;
  const many = <T>(make: (i: number) => T, count = N) => Array.from({ length: count }, (_, i) => make(i));
  const frames = [{ name: 'a' }, { name: 'b' }];
  const evented = { type: 'evented', unit: 'none', name: '', startValue: 0, endValue: 2 * N };
  it.each<[string, string, number | null]>([
    ['one stack of many frames', `${many((i) => `f${i}`).join(';')} 3\n`, 3],
    ['a line of blanks', `a${' '.repeat(N)}x\nmain;work 1\n`, 1],
    ['an event of perf with blanks', `p 1 1.5: cycles:\n\t1 a (b)\n\np${' '.repeat(N)}x\n`, 1],
    ['a frame of perf with blanks', `p 1 1.5: cycles:\n\t1 a${' '.repeat(N)}x\n\n`, 1],
    [
      'ends of events that never began',
      json([
        ...many((i) => ({ ph: 'B', name: `a${i}`, ts: i, pid: 1, tid: 1 })),
        ...many((i) => ({ ph: 'E', name: `b${i}`, ts: N + i, pid: 1, tid: 1 })),
      ]),
      2 * N - 1,
    ],
    [
      'ends of calls that never began',
      json({
        $schema: 'speedscope',
        shared: { frames },
        profiles: [
          {
            ...evented,
            events: [
              ...many((at) => ({ type: 'O', frame: 0, at })),
              ...many((i) => ({ type: 'C', frame: 1, at: N + i })),
            ],
          },
        ],
      }),
      2 * N,
    ],
    [
      'as many threads as names',
      json({
        $schema: 'speedscope',
        shared: { frames: many((i) => ({ name: `f${i}` })) },
        profiles: many((i) => ({ type: 'sampled', unit: 'none', samples: [[i]], weights: [1] }), 5000),
      }),
      5000,
    ],
    [
      'a stack of Firefox met at every depth',
      json({
        meta: { version: 24 },
        threads: [
          {
            name: 'GeckoMain',
            stringTable: many((i) => `f${i} (https://a.example/a.js:1)`),
            frameTable: { schema: { location: 0 }, data: many((i) => [i]) },
            stackTable: { schema: { prefix: 0, frame: 1 }, data: many((i) => [i === 0 ? null : i - 1, i]) },
            samples: { schema: { stack: 0, time: 1 }, data: many((i) => [i, i]) },
          },
        ],
      }),
      N - 1,
    ],
  ])('%s', { timeout: 10_000 }, (_, content, total) => {
    expect(read(content).total).toBe(total);
  });
});

describe('files that are refused', () => {
  it.each([
    ['nothing', '', 'is empty'],
    ['a zip', 'PK\u0003\u0004', 'is a zip'],
    ['text of another kind', 'hello\nworld\n', 'not a profile of a known format'],
    ['JSON of another kind', '{"a":1}', 'not a profile of a known format'],
    ['data serialised by PHP', 'a:1:{s:6:"main()";a:0:{}}', 'json_encode'],
    ['an OTLP profile without a dictionary', '{"resourceProfiles":[]}', 'of opentelemetry-proto 1.6 or older'],
    [
      'an OTLP profile with ranges of locations',
      '{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sample":[]}]}]}],"dictionary":{}}',
      'of opentelemetry-proto 1.7 or 1.8',
    ],
    ['an OTLP profile without a known version', '{"resourceProfiles":[],"dictionary":{}}', 'of an unknown version'],
    ['an OTLP profile of nothing', '{"resourceProfiles":[],"dictionary":{"stackTable":[]}}', 'contains no sample'],
    [
      'values beyond any number',
      `Weight\tSelf Weight\t\tSymbol Name\n${'9'.repeat(330)} ms  100.0%\t1\t \tmain\n${'9'.repeat(330)} ms   60.0%\t2\t \t work\n`,
      'too large for a number',
    ],
    ['stackprof without anything', '{"mode":"cpu","interval":1,"frames":{}}', 'raw: true'],
    ['several documents', '{"main()":{"ct":1,"wt":2}}\n{"main()":{"ct":1,"wt":3}}\n', 'holds 2 documents'],
    ['what perf records', 'PERFILE2\u0001\u0000', 'perf script'],
    ['what Java records', 'FLR\u0000\u0000\u0002', 'Java Flight Recorder'],
    ['an archive of endless requests', '{"log":{"entries":[{"time":1e308},{"time":1e308}]}}', 'too large for a number'],
  ])('%s, with what to do', (_, content, sentence) => {
    expect(() => read(content)).toThrow(sentence);
  });

  it('what was compressed twice', () => {
    expect(() => read(gzipSync(gzipSync('main;work 1\n')))).toThrow('compressed twice');
  });

  it('a small file that unpacks to very much', () => {
    expect(() => read(gzipSync(Buffer.alloc(65 << 20, 'a')))).toThrow('more than 64 MB');
  });

  it('a message never holds the contents of the file', () => {
    expect(() => read('{"password": secret123}')).toThrow(/^(?!.*secret123)/s);
  });
});

interface Expectation {
  readonly allowed?: readonly string[];
  readonly lenient?: unknown;
  readonly error?: boolean;
  readonly top_self?: readonly { readonly frame: string; readonly value: number }[];
  readonly top_total?: readonly { readonly frame: string; readonly value: number }[];
  readonly [figure: string]: unknown;
}

describe('open cases', () => {
  const notChecked = new Set([
    'verified',
    'convention',
    'expectation',
    'hostile',
    'what',
    'bytes',
    'allowed',
    'total_also',
    'lenient',
    'if_finite',
    'error',
  ]);

  function faultsOf(name: string, stem: string): string[] {
    const wanted = JSON.parse(readFileSync(resolve(CASES, `${stem}.expected.json`), 'utf8')) as Expectation;
    let got: Record<string, unknown>;
    try {
      got = { ...readProfile(readFileSync(resolve(CASES, name)), name) };
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      const isAllowed =
        wanted.error === true || wanted.lenient !== undefined || wanted.allowed?.includes('error') === true;
      return isAllowed ? [] : [`${name}: ${error.message}`];
    }
    const isNear = (a: unknown, b: unknown): boolean =>
      typeof b === 'number' && typeof a === 'number'
        ? Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))
        : JSON.stringify(a) === JSON.stringify(b);
    const faults: string[] = [];
    const compare = (what: string, a: unknown, b: unknown) => {
      if (!isNear(a, b)) faults.push(`${name} ${what}: ${JSON.stringify(a)} for ${JSON.stringify(b)}`);
    };
    for (const [figure, value] of Object.entries(wanted)) {
      if (notChecked.has(figure) || value === null) continue;
      if (figure === 'top_self' || figure === 'top_total') {
        const rows = wanted[figure] ?? [];
        const values = byName(got[figure] as ProfileSummary['top_self']);
        // Of equal values at the cut any may be listed.
        const last = rows.length < 10 ? null : rows.at(-1)?.value;
        for (const row of rows) if (row.value !== last) compare(`${figure} ${row.frame}`, values[row.frame], row.value);
      } else if (typeof value === 'object' && !Array.isArray(value)) {
        for (const [key, each] of Object.entries(value))
          compare(`${figure} ${key}`, (got[figure] as Record<string, unknown>)[key], each);
      } else compare(figure, got[figure], value);
    }
    return faults;
  }

  it('every figure of every profile', (ctx) => {
    if (!existsSync(CASES)) ctx.skip('perf/profiles is not on this machine');
    const files = readdirSync(CASES).filter((name) => !name.endsWith('.expected.json') && name !== 'README.md');
    expect(files.flatMap((name) => faultsOf(name, name.split('.')[0] ?? name))).toEqual([]);
  });
});
