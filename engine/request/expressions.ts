// The expressions of a strategy: which fields hold them, what each must be, and everything that is wrong with them.
import { condition, constraint, isReserved, quantity } from '../language/compile.ts';
import { ExpressionError } from '../language/error.ts';
import { isKeyword } from '../language/parse.ts';
import type { Parameters } from '../language/scope.ts';
import { tokens } from '../language/token.ts';
import { SWEEPABLE } from './mode.ts';
import { valuesOf } from './swept-values.ts';

/** Ask something of a bar. */
export const CONDITIONS = ['entry_long', 'entry_short', 'exit_long', 'exit_short', 'filter'] as const;
/** Measure something at the bar that decides: price units, or bars. */
const MEASURES = ['stop', 'target', 'trailing_stop', 'break_even', 'time_stop'] as const;
export const EXPRESSIONS = [...CONDITIONS, ...MEASURES] as const;

/** The same four as nested arrays, in the downstream's own grammar. */
const ARRAYS = ['entry_long_ast', 'entry_short_ast', 'exit_long_ast', 'exit_short_ast'] as const;

export interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Where in the text of the field, from 1. */
  readonly column?: number;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
/** `type` is the broker's route and never travels. */
const FORBIDDEN = ['where', 'type'];
/** Values of one swept parameter that are tried on the expressions before they are sent. */
const MOST_TRIED = 2000;

export function expressionFaults(strategy: UnknownRecord, sweep: UnknownRecord): readonly Fault[] {
  const faults: Fault[] = [];
  const texts = EXPRESSIONS.flatMap((field) => {
    const text = strategy[field];
    return typeof text === 'string' ? [{ field, text }] : [];
  });
  const array = ARRAYS.find((name) => strategy[name] !== undefined);
  const decides = texts.find(({ field }) => field.startsWith('entry') || field.startsWith('exit'));
  if (array !== undefined && decides !== undefined)
    faults.push({
      path: ['strategy', decides.field],
      message: `given together with ${array}; keep the expression or the nested arrays`,
    });
  const parameters = parametersIn(strategy, sweep);
  for (const name of Object.keys(objectOr(strategy.params)))
    faults.push(...nameFaults(name, ['strategy', 'params', name]));
  for (const { field, text } of texts)
    faults.push(...textFaults(['strategy', field], () => check(field, text, parameters)));
  faults.push(...sweepFaults(strategy, sweep, texts, parameters, faults.length > 0));
  return faults;
}

/** Every name that has a value: those of the strategy, and the first of each that is swept. */
function parametersIn(strategy: UnknownRecord, sweep: UnknownRecord): Parameters {
  const known = new Map<string, number>();
  for (const [name, value] of Object.entries(objectOr(strategy.params)))
    if (typeof value === 'number' && !isReserved(name)) known.set(name, value);
  for (const [name, values] of Object.entries(sweep)) {
    const [first] = triedValues(values);
    if (name !== 'where' && first !== undefined && !isPlain(name) && !isReserved(name))
      known.set(name, known.get(name) ?? first);
  }
  return known;
}

function check(field: (typeof EXPRESSIONS)[number], text: string, parameters: Parameters): void {
  if (CONDITIONS.some((each) => each === field)) condition(text, parameters);
  else if (field === 'time_stop') timeStop(text, parameters);
  else quantity(text, parameters);
}

/** Bars a position may be held: one whole number, whatever the bar. */
export function timeStop(text: string, parameters: Parameters): number {
  const { constant } = quantity(text, parameters);
  if (constant === undefined || !Number.isInteger(constant) || constant < 1)
    throw new ExpressionError('must be a whole number of bars from 1 up, the same at every bar', 1);
  return constant;
}

function sweepFaults(
  strategy: UnknownRecord,
  sweep: UnknownRecord,
  texts: readonly { readonly field: (typeof EXPRESSIONS)[number]; readonly text: string }[],
  parameters: Parameters,
  faulty: boolean,
): readonly Fault[] {
  const faults: Fault[] = [];
  const used = new Set(faulty ? [] : texts.flatMap(({ text }) => tokens(text).map((token) => token.text)));
  for (const [name, values] of Object.entries(sweep)) {
    if (name === 'where' || isPlain(name)) continue;
    const path = ['mode', 'sweep', name];
    const wrong = nameFaults(name, path);
    faults.push(...wrong);
    if (wrong.length > 0 || faulty) continue;
    if (!used.has(name) && !Object.hasOwn(objectOr(strategy.params), name)) {
      faults.push({ path, message: 'no expression uses this parameter, and strategy.params does not name it' });
      continue;
    }
    // A swept period of 2.5 would otherwise fail in the middle of the sweep.
    for (const value of triedValues(values)) {
      const tried = new Map(parameters).set(name, value);
      const bad = texts.flatMap(({ field, text }) => textFaults(path, () => check(field, text, tried)));
      if (bad[0] === undefined) continue;
      faults.push({ path, message: `with ${value}: ${bad[0].message}` });
      break;
    }
  }
  if (typeof sweep.where === 'string') {
    const text = sweep.where;
    faults.push(...textFaults(['mode', 'sweep', 'where'], () => void constraint(text)(namesForWhere(strategy, sweep))));
  }
  return faults;
}

/** The parameters of the strategy, swept or not, that a constraint may name. */
export function namesForWhere(strategy: UnknownRecord, sweep: UnknownRecord): Map<string, number> {
  const names = new Map(parametersIn(strategy, sweep));
  for (const name of SWEEPABLE) {
    const value = strategy[name];
    const [swept] = triedValues(sweep[name]);
    if (swept !== undefined) names.set(name, swept);
    else if (typeof value === 'number') names.set(name, value);
  }
  return names;
}

function nameFaults(name: string, path: readonly string[]): readonly Fault[] {
  if (!NAME.test(name))
    return [{ path, message: 'a parameter is named in lower-case letters, digits and _, up to 32' }];
  if (FORBIDDEN.includes(name) || isKeyword(name) || isReserved(name) || isPlain(name))
    return [{ path, message: `${name} has a meaning of its own; give the parameter another name` }];
  return [];
}

function textFaults(path: readonly string[], attempt: () => void): readonly Fault[] {
  try {
    attempt();
    return [];
  } catch (error) {
    if (error instanceof ExpressionError) return [{ path, message: error.message, column: error.column }];
    throw error;
  }
}

const isPlain = (name: string) => SWEEPABLE.some((each) => each === name);
const objectOr = (value: unknown): UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownRecord) : {}; // looked up one by one

/** The values a sweep gives a parameter, as far as they are numbers. */
function triedValues(values: unknown): readonly number[] {
  if (Array.isArray(values)) return values.slice(0, MOST_TRIED).filter((value) => typeof value === 'number');
  const { from, to, step } = objectOr(values);
  if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number' || !(step > 0)) return [];
  return valuesOf({ from, to: Math.min(to, from + step * MOST_TRIED), step });
}
