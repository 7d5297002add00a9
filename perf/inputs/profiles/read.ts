// Detects the format of a profile from its bytes and reads it. The name of the file is ignored.

import { gunzipSync } from 'node:zlib';
import { isCallgrind, readCallgrind } from './callgrind.ts';
import { isCollapsed, readCollapsed } from './collapsed.ts';
import { isFirefox, readFirefox } from './firefox.ts';
import { type Archive, type HarSummary, isHar, readHar } from './har.ts';
import { isInstruments, readInstruments } from './instruments.ts';
import { isOtlpProfile, readOtlpProfiles } from './otlp-profile.ts';
import { isOtlpTrace, readOtlpTrace } from './otlp.ts';
import { isPerfScript, readPerfScript } from './perf-script.ts';
import { readPprof } from './pprof.ts';
import { isObject, type JsonObject, type LoadedProfile, profiledOf, ProfileError } from './profile.ts';
import { isSpeedscope, readSpeedscope } from './speedscope.ts';
import { isStackprof, readStackprof } from './stackprof.ts';
import type { RankedFrame } from './stacks.ts';
import { readTrace, traceOf } from './trace.ts';
import { isCpuProfile, isHeapProfile, readCpuProfile, readHeapProfile } from './v8.ts';
import { readXhprof, xhprofPairsOf } from './xhprof.ts';

/** A small file must not unpack to all of memory. */
const MOST_UNPACKED = 256 << 20;
/** Profiles compress to about a tenth. A file that inflates to more than this many times its size, and is not small, is a gzip bomb. */
const MOST_TIMES = 200;
const SMALL_UNPACKED = 64 << 20;
const TOP = 10;

export interface ProfileSummary {
  readonly format: string;
  readonly unit: string;
  /** Threads or processes. */
  readonly profiles: number;
  readonly total: number;
  readonly samples: number;
  readonly top_self: readonly RankedFrame[];
  readonly top_total: readonly RankedFrame[];
  readonly max_depth: number;
  readonly per_profile?: readonly { readonly name: string; readonly total: number }[];
  readonly warnings: readonly string[];
}

/** Summarizes a profile. Throws a ProfileError that says what is wrong with the file. */
export function readProfile(bytes: Uint8Array, name: string): ProfileSummary | HarSummary {
  const loaded = loadProfile(bytes, name);
  if ('threads' in loaded) return summarize(loaded);
  const { requests: _, ...summary } = loaded;
  return summary;
}

function summarize(profile: LoadedProfile): ProfileSummary {
  const profiled = profiledOf(profile);
  const { total } = profiled;
  return {
    ...profile.details,
    format: profile.format,
    unit: profile.unit,
    profiles: Math.max(1, profile.threads.length),
    total,
    samples: profile.samples,
    top_self: profiled.rank('self').slice(0, TOP),
    top_total: profiled.rank('total').slice(0, TOP),
    max_depth: profiled.maxDepth,
    ...(profile.threads.length === 0
      ? {}
      : { per_profile: profile.threads.map(({ name, tree }) => ({ name, total: tree.totals()[tree.root]! })) }),
    warnings: profile.samples === 0 ? [...profile.warnings, 'The profile contains no samples.'] : profile.warnings,
  };
}

/** The whole profile, for queries; an HTTP archive has requests instead of stacks. */
export function loadProfile(bytes: Uint8Array, name: string): LoadedProfile | Archive {
  const loaded = readAny(bytes, name);
  if (!Number.isFinite('threads' in loaded ? profiledOf(loaded).total : loaded.total_ms))
    throw new ProfileError('The sum of the values of the profile is too large for a number.');
  return loaded;
}

function readAny(bytes: Uint8Array, name: string): LoadedProfile | Archive {
  const plain = unpack(bytes);
  if (isGzip(plain))
    throw new ProfileError(`${name} is compressed twice with gzip. Decompress it once and use the result.`);
  if (plain.length === 0) throw new ProfileError(`${name} is empty.`);
  if (plain[0] === 0x50 && plain[1] === 0x4b) {
    throw new ProfileError(`${name} is a zip file. Unpack it and use the profile inside.`);
  }
  const encoding = encodingOf(plain);
  if (encoding === 'utf-8' && isBinary(plain)) return readBinary(plain, name);
  // Decoding leaves out the mark at the start.
  const text = new TextDecoder(encoding).decode(plain);
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') return readJson(text, name);
  if (/^[aOs]:\d+:/.test(text)) {
    throw new ProfileError(`${name} is XHProf data serialised by PHP. Save it with json_encode() and use that file.`);
  }
  if (isCallgrind(text)) return readCallgrind(text);
  if (isInstruments(text)) return readInstruments(text);
  if (isPerfScript(text)) return readPerfScript(text);
  if (isCollapsed(text)) return readCollapsed(text);
  throw new ProfileError(`${name} is not a profile of a known format (${KNOWN}).`);
}

const KNOWN =
  'speedscope, pprof, cpuprofile, heapprofile, Chrome trace, collapsed stacks, perf script, callgrind, XHProf, stackprof, Firefox, Instruments, HAR, OTLP traces and profiles';

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function unpack(bytes: Uint8Array): Uint8Array {
  if (!isGzip(bytes)) return bytes;
  const most = Math.min(MOST_UNPACKED, Math.max(SMALL_UNPACKED, MOST_TIMES * bytes.length));
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new ProfileError(
      isTooLarge
        ? `The profile is refused: it decompresses to more than ${most >> 20} MB.`
        : 'The profile is damaged: its gzip data is cut off or broken.',
    );
  }
}

/** Windows writes text with two bytes a letter, mostly with a mark at the start; without one, every second byte of the start is 0. */
function encodingOf([first, second, third, fourth]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : 'utf-8';
}

function readBinary(bytes: Uint8Array, name: string): LoadedProfile {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (start === 'PERFILE2') {
    throw new ProfileError(`${name} is a recording of perf. Convert it with \`perf script\` and use the output.`);
  }
  if (start.startsWith('FLR\0')) {
    throw new ProfileError(
      `${name} is a recording of Java Flight Recorder. Convert it to collapsed stacks and use those.`,
    );
  }
  return readPprof(bytes);
}

/** Bytes that no text has. A profile of pprof begins with one of its fields. */
function isBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  return head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
}

function readJson(text: string, name: string): LoadedProfile | Archive {
  const { documents, warning } = parseJson(text, name);
  const [json] = documents;
  const loaded = readParsed(json, documents, name);
  return warning === null ? loaded : { ...loaded, warnings: [warning, ...loaded.warnings] };
}

function readParsed(json: unknown, documents: readonly unknown[], name: string): LoadedProfile | Archive {
  if (isOtlpTrace(json)) return readOtlpTrace(documents.filter(isObject));
  if (isOtlpProfile(json)) return readOtlpProfiles(documents.filter(isObject));
  const trace = traceOf(documents);
  if (documents.length > 1 && trace === null) {
    throw new ProfileError(
      `${name} holds ${documents.length} documents, one per line. Save each of them in a file of its own.`,
    );
  }
  if (isSpeedscope(json)) return readSpeedscope(json as JsonObject);
  if (isHar(json)) return readHar(json as JsonObject);
  if (isStackprof(json)) return readStackprof(json as JsonObject);
  if (isHeapProfile(json)) return readHeapProfile(json as JsonObject);
  if (isCpuProfile(json)) return readCpuProfile(json as JsonObject);
  if (isFirefox(json)) return readFirefox(json);
  if (trace !== null) return readTrace(trace);
  const pairs = xhprofPairsOf(json);
  if (pairs !== null) return readXhprof(pairs);
  throw new ProfileError(`${name} is JSON, but not a profile of a known format (${KNOWN}).`);
}

/** One document, or one a line; a trace may be cut off after any event, as its writer does when it is stopped. */
function parseJson(text: string, name: string): { documents: unknown[]; warning: string | null } {
  try {
    return { documents: [JSON.parse(text)], warning: null };
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) {
      return { documents: lines.map((line) => parseLine(line, name)), warning: null };
    }
    const cut = wholeDocumentsOf(lines) ?? wholeEventsOf(text);
    if (cut !== null) {
      const documents = cut.map((line) => parseLine(line, name));
      const [json] = documents;
      if (traceOf(documents) !== null || isOtlpTrace(json) || isOtlpProfile(json))
        return {
          documents,
          warning: 'The file is cut off, because its writer was stopped. The complete part is read.',
        };
    }
    throw new ProfileError(`${name} is broken JSON: ${sentenceOf(error)}`);
  }
}

/** One document a line, of which the last is cut off; null where it is anything else. */
function wholeDocumentsOf(lines: readonly string[]): readonly string[] | null {
  const whole = lines.slice(0, -1);
  return whole.length > 0 && whole.every((line) => /^\s*\{.*\}\s*$/.test(line)) ? whole : null;
}

/** What is written of a list of objects up to the end of the last whole one, with the brackets that are missing; null without one. */
function wholeEventsOf(text: string): readonly string[] | null {
  const marks = /["[\]{}]/g;
  const open: string[] = [];
  let end = 0;
  let closing = '';
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [sign] = mark;
    if (sign === '"') marks.lastIndex = endOfString(text, mark.index);
    else if (sign === '[' || sign === '{') open.push(sign === '[' ? ']' : '}');
    else if (open.pop() !== sign) return null;
    // An event is an object in the outermost list, or in that of the object around it.
    if (sign === '}' && open.at(-1) === ']' && open.length <= 2)
      [end, closing] = [marks.lastIndex, open.toReversed().join('')];
  }
  return end === 0 ? null : [text.slice(0, end) + closing];
}

/** After the quotation mark that ends what begins there; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function parseLine(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProfileError(`${name} is broken JSON: ${sentenceOf(error)}`);
  }
}

/** The position of the fault, without the text there: a message never contains a file's contents. */
function sentenceOf(error: unknown): string {
  const place = /at position \d+(?: \(line \d+ column \d+\))?/.exec(error instanceof Error ? error.message : '');
  return place === null ? 'it cannot be read.' : `it cannot be read ${place[0]}.`;
}
