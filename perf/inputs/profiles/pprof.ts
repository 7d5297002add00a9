// pprof's protocol buffers (profile.proto), as Go, and many others since, write them. Fields by number, as the schema has them.

import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

const PROFILE = {
  sampleType: 1,
  sample: 2,
  location: 4,
  function: 5,
  strings: 6,
  duration: 10,
  defaultType: 14,
} as const;

/** Wire types: a number, eight bytes, bytes with their length, four bytes. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

type UnsignedInteger = number | bigint;

class Reader {
  readonly #bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Signed where the tenth byte says so; exact up to 2^53. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      if (this.at >= this.end) throw new ProfileError('The profile is cut off.');
      const byte = this.#bytes[this.at++]!;
      if (i === 9) {
        // Bits beyond the 63rd mean a negative number in two's complement, which a double cannot sum from below.
        return this.#negative();
      }
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    throw new ProfileError('The profile is damaged: a number has too many bytes.');
  }

  #negative(): number {
    return Number(BigInt.asIntN(64, this.#exact(this.at - 10)));
  }

  /** The varint that begins there, all of its 64 bits. */
  #exact(start: number): bigint {
    let value = 0n;
    for (let at = start; at < this.at; at++) value |= BigInt(this.#bytes[at]! & 0x7f) << BigInt(7 * (at - start));
    return BigInt.asUintN(64, value);
  }

  /** An unsigned number of up to 64 bits that has to be exact: some writers make ids of addresses or hashes. */
  unsigned(): UnsignedInteger {
    const start = this.at;
    const value = this.varint();
    return Number.isSafeInteger(value) && value >= 0 ? value : this.#exact(start);
  }

  /** A message or text inside this one. */
  inner(): Reader {
    const length = this.varint();
    const end = this.at + length;
    if (end > this.end) throw new ProfileError('The profile is cut off.');
    const reader = new Reader(this.#bytes, this.at, end);
    this.at = end;
    return reader;
  }

  text(): string {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + this.at, this.end - this.at).toString('utf8');
  }

  skip(wire: number): void {
    if (wire === VARINT) this.varint();
    else if (wire === BYTES) this.inner();
    else if (wire === FIXED64) this.at += 8;
    else if (wire === FIXED32) this.at += 4;
    else throw new ProfileError('The file is not a pprof profile: it is damaged or of another type.');
    if (this.at > this.end) throw new ProfileError('The profile is cut off.');
  }
}

/** Calls `read` for each field; one it does not take is passed over. */
function eachField(reader: Reader, read: (field: number, wire: number) => boolean): void {
  while (reader.at < reader.end) {
    const tag = reader.varint();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (field === 0) throw new ProfileError('The file is not a pprof profile: it is damaged or of another type.');
    if (!read(field, wire)) reader.skip(wire);
  }
}

/** A repeated number, alone or packed. */
function readNumbers(reader: Reader, wire: number, readOne: (from: Reader) => void): boolean {
  if (wire === VARINT) readOne(reader);
  else if (wire === BYTES) for (const inner = reader.inner(); inner.at < inner.end;) readOne(inner);
  else return false;
  return true;
}

interface Location {
  address: UnsignedInteger;
  /** Functions from the innermost outwards: what was inlined stands before what it was inlined into. */
  readonly functions: UnsignedInteger[];
}

interface Sample {
  readonly locations: UnsignedInteger[];
  readonly values: number[];
}

export function readPprof(bytes: Uint8Array): LoadedProfile {
  const types: { type: number; unit: number }[] = [];
  const samples: Sample[] = [];
  const locations = new Map<UnsignedInteger, Location>();
  const functions = new Map<UnsignedInteger, { name: number; systemName: number }>();
  const strings: string[] = [];
  let defaultType = 0;
  let duration = 0;
  let labelled = 0;
  const reader = new Reader(bytes);
  eachField(reader, (field, wire) => {
    if (field === PROFILE.duration && wire === VARINT) duration = reader.varint();
    else if (field === PROFILE.defaultType && wire === VARINT) defaultType = reader.varint();
    else if (wire !== BYTES) return false;
    else if (field === PROFILE.strings) strings.push(reader.inner().text());
    else if (field === PROFILE.sampleType) types.push(readType(reader.inner()));
    else if (field === PROFILE.sample) {
      const { sample, hasLabel } = readSample(reader.inner());
      samples.push(sample);
      if (hasLabel) labelled++;
    } else if (field === PROFILE.location) {
      const { id, location } = readLocation(reader.inner());
      locations.set(id, location);
    } else if (field === PROFILE.function) {
      const { id, name, systemName } = readFunction(reader.inner());
      functions.set(id, { name, systemName });
    } else return false;
    return true;
  });
  if (types.length === 0 || strings.length === 0) {
    throw new ProfileError('The file is not a pprof profile: it names no type of samples.');
  }

  const warnings = new Warnings();
  const text = (place: number) => strings[place] ?? '';
  const chosen = types.findLastIndex(({ type }, i) =>
    defaultType === 0 ? i === types.length - 1 : type === defaultType,
  );
  const column = chosen === -1 ? types.length - 1 : chosen;
  const totals = types.map(() => 0);
  const tree = new StackTree();
  const namesOf = (id: UnsignedInteger): number[] => {
    const location = locations.get(id);
    if (location === undefined || location.functions.some((each) => !functions.has(each)))
      warnings.add('A sample refers to a call that the file does not define.');
    const ids = (location?.functions ?? []).map((each) => {
      const { name = 0, systemName = 0 } = functions.get(each) ?? {};
      return tree.frameId(text(name) || text(systemName) || '(unknown)');
    });
    if (ids.length > 0) return ids;
    return [tree.frameId(location === undefined ? '(unknown)' : `0x${location.address.toString(16)}`)];
  };
  const known = new Map<UnsignedInteger, number[]>();
  for (const { locations: stack, values } of samples) {
    if (values.length !== types.length)
      warnings.add('The number of values of a sample differs from the number of types of the profile.');
    types.forEach((_, i) => (totals[i]! += values[i] ?? 0));
    let node = tree.root;
    // The leaf stands first.
    for (let i = stack.length - 1; i >= 0; i--) {
      const id = stack[i]!;
      let names = known.get(id);
      if (names === undefined) known.set(id, (names = namesOf(id)));
      for (let j = names.length - 1; j >= 0; j--) node = tree.child(node, names[j]!);
    }
    if (node === tree.root) {
      warnings.add('A sample has no stack; it counts in the total and for no function.');
      tree.addWithoutStack(values[column] ?? 0);
    } else tree.add(node, values[column] ?? 0);
  }
  const nameOf = ({ type, unit }: { type: number; unit: number }) => `${text(type)}/${text(unit)}`;
  return {
    format: 'pprof',
    unit: text(types[column]!.unit) || 'count',
    kind: 'sampled',
    threads: [{ name: text(types[column]!.type), tree }],
    graph: null,
    samples: samples.length,
    details: {
      sample_type: text(types[column]!.type),
      sample_types: types.map(nameOf),
      totals_by_type: Object.fromEntries(types.map((type, i) => [nameOf(type), totals[i]!])),
      duration_ns: duration,
      labelled_samples: labelled,
    },
    warnings: warnings.list(),
  };
}

function readType(reader: Reader): { type: number; unit: number } {
  const found = { type: 0, unit: 0 };
  eachField(reader, (field, wire) => {
    if (wire !== VARINT || field > 2) return false;
    found[field === 1 ? 'type' : 'unit'] = reader.varint();
    return true;
  });
  return found;
}

function readSample(reader: Reader): { sample: Sample; hasLabel: boolean } {
  const sample: Sample = { locations: [], values: [] };
  let hasLabel = false;
  eachField(reader, (field, wire) => {
    if (field === 3) hasLabel = true;
    if (field === 1) return readNumbers(reader, wire, (from) => sample.locations.push(from.unsigned()));
    return field === 2 && readNumbers(reader, wire, (from) => sample.values.push(from.varint()));
  });
  return { sample, hasLabel };
}

function readLocation(reader: Reader): { id: UnsignedInteger; location: Location } {
  let id: UnsignedInteger = 0;
  const location: Location = { address: 0, functions: [] };
  eachField(reader, (field, wire) => {
    if (field === 1 && wire === VARINT) id = reader.unsigned();
    else if (field === 3 && wire === VARINT) location.address = reader.unsigned();
    else if (field === 4 && wire === BYTES) {
      const line = reader.inner();
      eachField(line, (each, kind) => {
        if (each !== 1 || kind !== VARINT) return false;
        location.functions.push(line.unsigned());
        return true;
      });
    } else return false;
    return true;
  });
  return { id, location };
}

function readFunction(reader: Reader): { id: UnsignedInteger; name: number; systemName: number } {
  const found: { id: UnsignedInteger; name: number; systemName: number } = { id: 0, name: 0, systemName: 0 };
  eachField(reader, (field, wire) => {
    if (wire !== VARINT || field > 3) return false;
    if (field === 1) found.id = reader.unsigned();
    else found[field === 2 ? 'name' : 'systemName'] = reader.varint();
    return true;
  });
  return found;
}
