// OpenTelemetry's profiles as JSON. The format is in development and changes with each release of its schema: one is read here,
// others are recognised by the fields they still have, and refused by name.

import {
  arrayOf,
  isObject,
  type JsonObject,
  type LoadedProfile,
  numberOf,
  ProfileError,
  textOf,
  type Thread,
  Warnings,
} from './profile.ts';
import { StackTree } from './stacks.ts';

/** Stacks in a table of their own, one type of values a profile. */
const READ = 'opentelemetry-proto 1.9 (profiles v1development)';

export function isOtlpProfile(json: unknown): boolean {
  return isObject(json) && ('resourceProfiles' in json || 'resource_profiles' in json);
}

export function readOtlpProfiles(documents: readonly JsonObject[]): LoadedProfile {
  const warnings = new Warnings();
  const names = new StackTree();
  const threads: Thread[] = [];
  let kind: { readonly type: string; readonly unit: string } | null = null;
  let samples = 0;
  for (const json of documents) {
    const dictionary = dictionaryOf(json);
    const text = (index: unknown) => textOf(arrayOf(dictionary['stringTable'])[numberOf(index) ?? 0]);
    const stackOf = stackReader(dictionary, text, names);
    for (const { profile, service } of profilesIn(json)) {
      const type = isObject(profile['sampleType']) ? profile['sampleType'] : {};
      const found = { type: text(type['typeStrindex']), unit: text(type['unitStrindex']) || 'count' };
      kind ??= found;
      if (found.type !== kind.type || found.unit !== kind.unit) {
        warnings.add(`A profile of ${found.type || 'another type'} is skipped: the first is of ${kind.type}.`);
        continue;
      }
      const tree = names.sibling();
      for (const sample of arrayOf(profile['samples']).filter(isObject)) {
        samples++;
        let node = tree.root;
        for (const frame of stackOf(sample['stackIndex'])) node = tree.child(node, frame);
        if (node === tree.root) tree.addWithoutStack(valueOf(sample));
        else tree.add(node, valueOf(sample));
      }
      threads.push({ name: service, tree });
    }
  }
  if (kind === null || samples === 0) throw new ProfileError('The file contains no sample.');
  return {
    format: 'otlp-profile',
    unit: kind.unit,
    kind: 'sampled',
    threads,
    graph: null,
    samples,
    details: { sample_type: kind.type, read_as: READ },
    warnings: warnings.list(),
  };
}

function dictionaryOf(json: JsonObject): JsonObject {
  const refuse = (version: string) =>
    new ProfileError(
      `The file is an OTLP profile of ${version}. The supported version is ${READ}; export it with a collector of that version, or as pprof.`,
    );
  if ('resource_profiles' in json) throw refuse('a writer that does not follow the JSON encoding (resource_profiles)');
  const { dictionary } = json;
  if (!isObject(dictionary)) throw refuse('opentelemetry-proto 1.6 or older (without a dictionary)');
  const profiles = profilesIn(json).map(({ profile }) => profile);
  if (profiles.some((profile) => 'sample' in profile || 'locationIndices' in profile))
    throw refuse('opentelemetry-proto 1.7 or 1.8 (samples name ranges of locations)');
  if (!Array.isArray(dictionary['stackTable'])) throw refuse('an unknown version (its dictionary has no stack table)');
  return dictionary;
}

function profilesIn(json: JsonObject): { readonly profile: JsonObject; readonly service: string }[] {
  return arrayOf(json['resourceProfiles'])
    .filter(isObject)
    .flatMap((resource) => {
      const service = serviceOf(resource['resource']);
      return arrayOf(resource['scopeProfiles'])
        .filter(isObject)
        .flatMap((scope) => arrayOf(scope['profiles']).filter(isObject))
        .map((profile) => ({ profile, service }));
    });
}

function serviceOf(resource: unknown): string {
  const attributes = isObject(resource) ? arrayOf(resource['attributes']).filter(isObject) : [];
  const value = attributes.find(({ key }) => key === 'service.name')?.['value'];
  return isObject(value) ? textOf(value['stringValue']) : '';
}

/** A stack by its index as frames from the outermost inwards; each is worked out once. */
function stackReader(
  dictionary: JsonObject,
  text: (index: unknown) => string,
  names: StackTree,
): (index: unknown) => readonly number[] {
  const [stacks, locations, functions] = ['stackTable', 'locationTable', 'functionTable'].map((table) =>
    arrayOf(dictionary[table]),
  ) as [readonly unknown[], readonly unknown[], readonly unknown[]];
  const framesAt = (index: unknown): string[] => {
    const location = locations[numberOf(index) ?? 0];
    if (!isObject(location)) return ['(unknown)'];
    const found = arrayOf(location['lines'])
      .filter(isObject)
      .map((line) => {
        const called = functions[numberOf(line['functionIndex']) ?? 0];
        return isObject(called) ? text(called['nameStrindex']) || text(called['systemNameStrindex']) : '';
      })
      .filter((name) => name !== '');
    if (found.length > 0) return found;
    const address = addressOf(location['address']);
    return [address === 0n ? '(unknown)' : `0x${address.toString(16)}`];
  };
  const known = new Map<number, readonly number[]>();
  return (index) => {
    const id = numberOf(index) ?? 0;
    let frames = known.get(id);
    if (frames === undefined) {
      const stack = stacks[id];
      // The leaf stands first, and what was inlined before what it was inlined into.
      const leafFirst = isObject(stack) ? arrayOf(stack['locationIndices']).flatMap(framesAt) : ['(unknown)'];
      known.set(id, (frames = leafFirst.toReversed().map((name) => names.frameId(name))));
    }
    return frames;
  };
}

/** An address of a kernel has all 64 bits, and is written as text for that. */
function addressOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}

/** Without values each time at which it was seen counts as one. */
function valueOf(sample: JsonObject): number {
  const values = arrayOf(sample['values']);
  if (values.length === 0) return arrayOf(sample['timestampsUnixNano']).length;
  return values.reduce<number>((sum, value) => sum + (numberOf(value) ?? 0), 0);
}
