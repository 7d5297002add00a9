// Profiles of other languages: how long reading one takes compared with the least that any reader of the same bytes has to do.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { numbers } from './numbers.ts';

interface ProfileReader {
  readonly readProfile: (bytes: Uint8Array, name: string) => { readonly samples: number };
}

/** `npm install pprof-format` somewhere, and name its folder in `PPROF_FORMAT`: it is no dependency of ours. */
interface PprofFormat {
  readonly Profile: {
    decode(bytes: Uint8Array): {
      readonly sample: readonly {
        readonly locationId: readonly (number | bigint)[];
        readonly value: readonly unknown[];
      }[];
      readonly location: readonly {
        readonly id: number | bigint;
        readonly line: readonly { readonly functionId: number | bigint }[];
      }[];
      readonly function: readonly { readonly id: number | bigint; readonly name: number | bigint }[];
      readonly stringTable: { readonly strings: readonly string[] };
    };
  };
}

const ROUNDS = 5;

export async function profiles(bytes: number): Promise<void> {
  const { readProfile } = (await import(
    pathToFileURL(join(import.meta.dirname, '../../perf/dist/index.js')).href
  )) as ProfileReader;
  console.log('Profiles, processor time in this process, the least of five in turns.\n');
  console.log('| profile | MB | ours, ms | peer | its ms | ours / peer | limit |');
  console.log('|---|---:|---:|---|---:|---:|---:|');
  const cpuprofile = writeCpuProfile(bytes);
  const [own, parsed] = inTurns(
    () => readProfile(cpuprofile, 'app.cpuprofile'),
    () => JSON.parse(cpuprofile.toString('utf8')),
  );
  row('.cpuprofile', cpuprofile, own, '`JSON.parse` of the same bytes', parsed, 3);
  const pprof = writePprof(Math.round(bytes / 5));
  const format = process.env['PPROF_FORMAT'];
  if (format === undefined) {
    const [alone] = inTurns(
      () => readProfile(pprof, 'app.pb'),
      () => null,
    );
    console.log(
      `| pprof | ${megabytes(pprof)} | ${alone.toFixed(0)} | not installed (npm install pprof-format, PPROF_FORMAT=its folder) | | | 1 |`,
    );
  } else {
    const { Profile } = createRequire(import.meta.url)(format) as PprofFormat;
    const [ours, theirs] = inTurns(
      () => readProfile(pprof, 'app.pb'),
      () => plainTree(Profile.decode(pprof)),
    );
    row('pprof', pprof, ours, "pprof-format's decode and a plain tree", theirs, 1);
  }
  console.log('');
}

function megabytes(bytes: Uint8Array): string {
  return (bytes.length / 1e6).toFixed(1);
}

function row(name: string, bytes: Uint8Array, own: number, peerName: string, peer: number, limit: number): void {
  console.log(
    `| ${name} | ${megabytes(bytes)} | ${own.toFixed(0)} | ${peerName} | ${peer.toFixed(0)} | ${(own / peer).toFixed(2)} | ${limit} |`,
  );
}

function inTurns(own: () => unknown, peer: () => unknown): [own: number, peer: number] {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < ROUNDS; i++) {
    [own, peer].forEach((work, which) => {
      globalThis.gc?.();
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      least[which] = Math.min(least[which]!, (user + system) / 1000);
    });
  }
  return least;
}

/** As `node --cpu-prof` writes them: calls with their place in the source, then samples and the time between them. */
function writeCpuProfile(bytes: number): Buffer {
  const next = numbers(31);
  const nodes: object[] = [];
  const children: number[][] = [];
  // A quarter of the bytes are calls of about 250 bytes, as in a recording of some minutes.
  const count = Math.max(50, Math.floor(bytes / 4 / 250));
  for (let id = 1; id <= count; id++) {
    if (id > 1) children[1 + (next() % (id - 1))]!.push(id);
    children[id] = [];
  }
  for (let id = 1; id <= count; id++) {
    const callFrame = {
      functionName: id === 1 ? '(root)' : `handle${next() % 900}`,
      scriptId: String(next() % 400),
      url: `file:///srv/app/node_modules/package-${next() % 300}/dist/module-${next() % 50}.js`,
      lineNumber: next() % 4000,
      columnNumber: next() % 120,
    };
    nodes.push({ id, callFrame, hitCount: next() % 40, children: children[id] });
  }
  const head = Buffer.byteLength(JSON.stringify(nodes));
  const samples: number[] = [];
  const timeDeltas: number[] = [];
  // An id of some five digits, a difference of three or four, two commas.
  const wanted = Math.floor((bytes - head) / (String(count).length + 5.5));
  for (let i = 0; i < wanted; i++) {
    samples.push(1 + (next() % count));
    timeDeltas.push(900 + (next() % 400));
  }
  return Buffer.from(
    JSON.stringify({ nodes, startTime: 1_000_000, endTime: 1_000_000 + wanted * 1100, samples, timeDeltas }),
  );
}

/** As Go writes a CPU profile: two values a sample, locations of one or two functions. */
function writePprof(bytes: number): Buffer {
  const next = numbers(41);
  const strings = ['', 'samples', 'count', 'cpu', 'nanoseconds'];
  const parts: Buffer[] = [message(1, [number(1, 1), number(2, 2)]), message(1, [number(1, 3), number(2, 4)])];
  const FUNCTIONS = 4000;
  for (let id = 1; id <= FUNCTIONS; id++) {
    strings.push(`github.com/example/shop/internal/module${id % 90}.(*Type${id % 300}).method${id}`);
    parts.push(message(5, [number(1, id), number(2, strings.length - 1), number(3, strings.length - 1)]));
    const lines = [message(4, [number(1, id), number(2, 10 + (id % 500))])];
    if (id % 5 === 0) lines.push(message(4, [number(1, 1 + (id % 700)), number(2, 7)]));
    parts.push(message(4, [number(1, id), number(3, 0x400000 + id * 64), ...lines]));
  }
  let size = parts.reduce((sum, { length }) => sum + length, 0);
  // A program goes the same few thousand ways again and again.
  const ways: number[][] = [[1]];
  while (ways.length < 5000) {
    const caller = ways[next() % ways.length]!;
    if (caller.length < 60) ways.push([1 + (next() % FUNCTIONS), ...caller]);
  }
  while (size < bytes) {
    const sample = message(2, [encodePacked(1, ways[next() % ways.length]!), encodePacked(2, [1, 10_000_000])]);
    parts.push(sample);
    size += sample.length;
  }
  return Buffer.concat([...parts, ...strings.map((text) => field(6, Buffer.from(text)))]);
}

function varint(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  out.push(rest);
  return out;
}

function number(id: number, value: number): Buffer {
  return Buffer.from([id << 3, ...varint(value)]);
}

function field(id: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(id << 3) | 2, ...varint(body.length)]), body]);
}

function encodePacked(id: number, values: readonly number[]): Buffer {
  return field(id, Buffer.from(values.flatMap(varint)));
}

function message(id: number, fields: readonly Buffer[]): Buffer {
  return field(id, Buffer.concat(fields));
}

interface PlainNode {
  self: number;
  readonly children: Map<string, PlainNode>;
}

/** What anybody would build of the decoded samples. */
function plainTree(profile: ReturnType<PprofFormat['Profile']['decode']>): PlainNode {
  const { strings } = profile.stringTable;
  const functions = new Map(profile.function.map(({ id, name }) => [Number(id), strings[Number(name)] ?? '']));
  const names = new Map(
    profile.location.map(({ id, line }) => [
      Number(id),
      line.map((one) => functions.get(Number(one.functionId)) ?? ''),
    ]),
  );
  const root: PlainNode = { self: 0, children: new Map() };
  for (const { locationId, value } of profile.sample) {
    let node = root;
    for (let i = locationId.length - 1; i >= 0; i--) {
      for (const name of names.get(Number(locationId[i]))?.toReversed() ?? []) {
        let child = node.children.get(name);
        if (child === undefined) node.children.set(name, (child = { self: 0, children: new Map() }));
        node = child;
      }
    }
    node.self += Number(value[1]);
  }
  return root;
}
