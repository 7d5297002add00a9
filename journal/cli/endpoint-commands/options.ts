// The options of an act: each field of its endpoint with dashes, and text made into what the field wants.
import { readFileSync } from 'node:fs';
import { contract, inputFields, type AnyEndpoint, type InputField } from '@zorivest/contract';
import { Option, type Command } from 'commander';
import { UsageError } from '../output.ts';
import type { CommandSpec, EndpointId, CommandInput } from './command-spec.ts';

export function endpointOf(id: EndpointId): AnyEndpoint {
  // The id is a resource of the contract and one of its endpoints.
  const [resource, name] = id.split('.') as [keyof typeof contract, string];
  const endpoints: Readonly<Record<string, AnyEndpoint>> = contract[resource];
  return endpoints[name] as AnyEndpoint;
}

/** Words that hold for every command: the account of a book, the year of a tax. */
const usualNames: Readonly<Record<string, string>> = { account_id: 'account', tax_year: 'year' };

export interface OptionField {
  readonly field: InputField;
  /** As it is typed, without the dashes in front. */
  readonly word: string;
}

export function optionFields(spec: CommandSpec): OptionField[] {
  const own = spec.also?.() ?? [];
  const taken = new Set([...(spec.without ?? []), ...own.map(({ name }) => name)]);
  const fields = [...own, ...inputFields(endpointOf(spec.endpoint)).filter(({ name }) => !taken.has(name))];
  const places = new Set(spec.places);
  return fields.map((field) => {
    // A field with a place of its own keeps its name: `account edit ID --account-id` would be odd as `--account`.
    const word = spec.optionNames?.[field.name] ?? (places.has(field.name) ? undefined : usualNames[field.name]);
    return { field, word: word ?? toDashes(field.name) };
  });
}

const toDashes = (name: string) => name.replaceAll('_', '-');

/** More than these are no help. */
const MOST_CHOICES = 24;

function describe({ description, choices, type }: InputField): string {
  const values = choices.length > 0 && choices.length <= MOST_CHOICES ? choices.join(', ') : '';
  const hint = type === 'list' ? 'separated by commas' : type === 'document' ? 'as JSON, or @file' : '';
  return [description, values, hint].filter(Boolean).join('; ');
}

/** Gives a command the arguments and options of an act. */
export function addCommandOptions(command: Command, spec: CommandSpec): void {
  const fields = optionFields(spec);
  const places = spec.places ?? [];
  for (const [index, place] of places.entries()) {
    const many = spec.many === true && index === places.length - 1;
    command.argument(many ? `[${place}...]` : `[${place}]`, describe(fieldNamed(fields, place)));
  }
  const writePlace = (place: string, index: number) => {
    const dots = spec.many === true && index === places.length - 1 ? '...' : '';
    return spec.optional?.includes(place) ? `[${place}${dots}]` : `<${place}${dots}>`;
  };
  command.usage(['[options]', ...places.map(writePlace)].join(' '));
  for (const { field, word } of fields) {
    const hidden = places.includes(field.name);
    add(command, field, word, hidden);
    // The field's own name works in addition to the shorter word.
    if (word !== toDashes(field.name)) add(command, field, toDashes(field.name), true);
  }
}

function fieldNamed(fields: readonly OptionField[], name: string): InputField {
  const found = fields.find(({ field }) => field.name === name);
  if (!found) throw new TypeError(`no field ${name}`);
  return found.field;
}

function add(command: Command, field: InputField, word: string, hidden: boolean): void {
  const value = field.type === 'flag' ? '' : ` <${field.choices.length > 0 ? 'word' : field.type}>`;
  command.addOption(new Option(`--${word}${value}`, describe(field)).hideHelp(hidden));
  if (field.type === 'flag') command.addOption(new Option(`--no-${word}`, `not ${word}`).hideHelp());
}

/** What was typed, by the names of the fields. */
export function readInput(spec: CommandSpec, typed: readonly string[], command: Command): CommandInput {
  const fields = optionFields(spec);
  const input: Record<string, unknown> = {};
  for (const { field, word } of fields) {
    for (const name of new Set([word, toDashes(field.name)])) {
      const value: unknown = command.getOptionValue(attribute(name));
      if (value !== undefined) input[field.name] = read(field, `--${name}`, value);
    }
  }
  // Positional arguments fill what no option has set.
  const open = (spec.places ?? []).filter((place) => input[place] === undefined);
  const rest = [...typed];
  for (const place of open) {
    const field = fieldNamed(fields, place);
    const last = spec.many === true && place === spec.places?.at(-1);
    if (last && rest.length > 0)
      input[place] = rest.splice(0).map((word) => read({ ...field, type: 'text' }, place, word));
    else if (rest.length > 0) input[place] = read(field, place, rest.shift());
    else if (!spec.optional?.includes(place))
      throw new UsageError(`<${place}> is missing; see \`zorivest ${spec.name} --help\``);
  }
  if (rest.length > 0)
    throw new UsageError(`unexpected argument ${JSON.stringify(rest[0])}; see \`zorivest ${spec.name} --help\``);
  return input;
}

const attribute = (word: string) => word.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function read(field: InputField, where: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '' && field.nullable) return null;
  switch (field.type) {
    case 'number': {
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number)) throw new UsageError(`${where} must be a number, not ${value}`);
      return number;
    }
    case 'list':
      return value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'document':
      return readDocument(where, value);
    default:
      return value;
  }
}

function readDocument(where: string, value: string): unknown {
  try {
    return JSON.parse(value.startsWith('@') ? readFileSync(value.slice(1), 'utf8') : value) as unknown;
  } catch (error) {
    throw new UsageError(`${where} must be JSON, or @ and a file of it: ${(error as Error).message}`);
  }
}
