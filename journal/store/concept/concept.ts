// What a concept brings along, declared once: its tables, its routes, what it says about rows that come back. What the service needs to
// know of all of them is read off the list of concepts, and the types say what is missing from it.
import type { contract } from '@zorivest/contract';
import type { Database } from '../database/schema.ts';
import type { Leaving, LeavingOf } from './leaving.ts';
import type { Restoring } from './restoring.ts';
import type { EndpointName, FrontRoute, Route } from './route.ts';

export interface Concept {
  readonly name: string;
  /** Its tables in the book. */
  readonly tables: readonly (keyof Database)[];
  /**
   * Those whose rows are computed from others, fetched again, or a log of their own: changing them changes nothing that a
   * person entered. Every other table is watched: a change of it can be shown and undone.
   */
  readonly unwatched: readonly (keyof Database)[];
  /** What of each of its tables leaves with the book, or why it stays. */
  readonly leaving: Partial<Readonly<Record<keyof Database, Leaving>>>;
  /** What is answered where the book is, given what it needs besides the book. */
  readonly routes: (parts: never) => readonly Route[];
  /** What the process that answers serves itself. */
  readonly front: (parts: never) => readonly FrontRoute[];
  /** What it has to say about rows of its tables that come back out of the bin. */
  readonly restoring: Restoring;
}

export function concept<
  const Name extends string,
  const Tables extends readonly (keyof Database)[] = readonly [],
  const Unwatched extends readonly Tables[number][] = readonly [],
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a concept without tables
  const Left extends Partial<LeavingOf<Tables[number]>> = Readonly<Record<never, never>>,
  BookParts = unknown,
  const Routes extends readonly Route[] = readonly [],
  FrontParts = unknown,
  const Front extends readonly FrontRoute[] = readonly [],
>(declared: {
  readonly name: Name;
  readonly tables?: Tables;
  readonly unwatched?: Unwatched;
  readonly leaving?: Left;
  readonly routes?: (parts: BookParts) => Routes;
  readonly front?: (parts: FrontParts) => Front;
  readonly restoring?: Partial<Record<Tables[number], Restoring[string]>>;
}): {
  readonly name: Name;
  readonly tables: Tables;
  readonly unwatched: Unwatched;
  readonly leaving: Left;
  readonly routes: (parts: BookParts) => Routes;
  readonly front: (parts: FrontParts) => Front;
  readonly restoring: Restoring;
} {
  // What is left out is empty, as the defaults of the types say.
  const nothing = [] as readonly unknown[];
  return {
    name: declared.name,
    tables: declared.tables ?? (nothing as Tables),
    unwatched: declared.unwatched ?? (nothing as unknown as Unwatched),
    leaving: declared.leaving ?? ({} as Left),
    routes: declared.routes ?? (() => nothing as Routes),
    front: declared.front ?? (() => nothing as Front),
    restoring: declared.restoring ?? {},
  };
}

// --- what follows from a list of concepts ----------------------------------------------------------------------------

/** What the routes of them all need, together. */
export type PartsOf<List extends readonly Concept[], Where extends 'routes' | 'front'> =
  TakerOf<List[number], Where> extends (parts: infer All) => void ? All : never;

type TakerOf<C extends Concept, Where extends 'routes' | 'front'> = C extends Concept
  ? (parts: Parameters<C[Where]>[0]) => void
  : never;

export function tablesOf(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ tables }) => tables);
}

export function unwatchedOf(concepts: readonly Concept[]): string[] {
  return concepts.flatMap(({ unwatched }) => unwatched);
}

/** What of every table leaves with the book. */
export function leavingOf(concepts: readonly Concept[]): Concept['leaving'] {
  return Object.assign({}, ...concepts.map(({ leaving }) => leaving)) as Concept['leaving'];
}

export function restoringOf(concepts: readonly Concept[]): Restoring {
  return Object.assign({}, ...concepts.map(({ restoring }) => restoring)) as Restoring;
}

/** Everything in a list that should be there once: `complete`, or what is missing, unknown or there twice. */
export type Verdict<Given extends readonly string[], Wanted extends string> = [
  Exclude<Wanted, Given[number]>,
  Exclude<Given[number], Wanted>,
  Twice<Given>,
] extends [never, never, never]
  ? 'complete'
  : {
      readonly missing: Exclude<Wanted, Given[number]>;
      readonly unknown: Exclude<Given[number], Wanted>;
      readonly twice: Twice<Given>;
    };

type Twice<
  Given extends readonly string[],
  Seen extends string = never,
  Found extends string = never,
> = Given extends readonly [infer First extends string, ...infer Rest extends readonly string[]]
  ? First extends Seen
    ? Twice<Rest, Seen, Found | First>
    : Twice<Rest, Seen | First, Found>
  : Found;

/** The names of the endpoints that a list of concepts serves, one for each route. */
export type ServedBy<List extends readonly Concept[], Names extends readonly string[] = []> = List extends readonly [
  infer First extends Concept,
  ...infer Rest extends readonly Concept[],
]
  ? ServedBy<Rest, [...Names, ...NamesOf<ReturnType<First['routes']>>, ...NamesOf<ReturnType<First['front']>>]>
  : Names;

type NamesOf<Routes extends readonly { readonly name: string }[]> = {
  [At in keyof Routes]: Routes[At]['name'];
} extends infer Names extends readonly string[]
  ? Names
  : [];

/** The tables of a list of concepts, one for each time it is named. */
export type TablesOf<List extends readonly Concept[], Names extends readonly string[] = []> = List extends readonly [
  infer First extends Concept,
  ...infer Rest extends readonly Concept[],
]
  ? TablesOf<Rest, [...Names, ...First['tables']]>
  : Names;

type Contract = typeof contract;

/** Every endpoint of the contract by its name. */
export type ContractName = {
  [R in keyof Contract]: { [E in keyof Contract[R]]: EndpointName<Contract[R][E]> }[keyof Contract[R]];
}[keyof Contract];

/** Every table says what of it leaves, or why it stays: `complete`, or the tables that say neither. */
export type LeavingVerdict<List extends readonly Concept[]> =
  Exclude<keyof Database, LeavingNames<List[number]>> extends infer Silent
    ? [Silent] extends [never]
      ? 'complete'
      : { readonly silent: Silent }
    : never;

type LeavingNames<C extends Concept> = C extends Concept ? keyof C['leaving'] : never;
