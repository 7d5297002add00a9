// Figures as they are shown: computed exactly, and rounded once, here, by what the contract says each of them is.
import { figureKinds } from '@zorivest/contract';
import { z } from 'zod';

type Rounding = (value: unknown, places: number) => unknown;

const known = new WeakMap<z.ZodType, Rounding | null>();

/** An answer with its sums rounded to the currency's places, money of single rows to eight, ratios to six digits. */
export function roundedAnswer<T>(schema: z.ZodType, answer: T, currency: string): T {
  const round = roundingOf(schema);
  // Rounding changes numbers into numbers and nothing else, so the type stays.
  return round === null ? answer : (round(answer, placesOf(currency)) as T);
}

/** Null where a part holds nothing to round. */
function roundingOf(schema: z.ZodType): Rounding | null {
  let rounding = known.get(schema);
  if (rounding === undefined) known.set(schema, (rounding = compile(schema)));
  return rounding;
}

function compile(schema: z.ZodType): Rounding | null {
  if (schema instanceof z.ZodNumber) return numberRounding(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return roundingOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) {
    const each = roundingOf(schema.element as z.ZodType);
    return each && ((value, places) => (Array.isArray(value) ? value.map((one) => each(one, places)) : value));
  }
  if (schema instanceof z.ZodObject) return objectRounding(schema);
  return null;
}

function objectRounding(schema: z.ZodObject): Rounding | null {
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const rounding = roundingOf(field as z.ZodType);
    return rounding === null ? [] : [[name, rounding] as const];
  });
  if (fields.length === 0) return null;
  return (value, places) => {
    if (typeof value !== 'object' || value === null) return value;
    const own = value as Readonly<Record<string, unknown>>;
    const rounded: Record<string, unknown> = { ...own };
    for (const [name, round] of fields) if (name in own) rounded[name] = round(own[name], places);
    return rounded;
  };
}

function numberRounding(schema: z.ZodNumber): Rounding | null {
  switch (figureKinds.get(schema)?.kind) {
    case 'money':
      return (value, places) => (typeof value === 'number' ? roundedTo(value, places) : value);
    case 'exact':
      return (value) => (typeof value === 'number' ? roundedTo(value, 8) : value);
    case 'ratio':
      return (value) => (typeof value === 'number' ? significant(value) : value);
    default:
      return null;
  }
}

/** Half away from zero, on the decimal digits: 1.005 is 1.01 although its binary is a little less. */
export function roundedTo(value: number, places: number): number {
  // Most amounts are whole cents already: a quotient by a power of ten is the double nearest to its decimals.
  if (places === 2) {
    const whole = Math.round(value * 100);
    if (Math.abs(whole) < 1e15 && whole / 100 === value) return value + 0;
  }
  const scaled = Math.round(shiftPlaces(Math.abs(value), places));
  return scaled === 0 ? 0 : Math.sign(value) * shiftPlaces(scaled, -places);
}

/** A price with eight decimals, or with eight digits where it is so small that those are more. */
export function roundedPrice(value: number): number {
  return Math.abs(value) < 0.1 ? Number(value.toPrecision(8)) : roundedTo(value, 8);
}

function shiftPlaces(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

function significant(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(6)) : value;
}

const places = new Map<string, number>();

/** How many decimals a currency is written with; coins that no country issues have eight. */
export function placesOf(currency: string): number {
  let digits = places.get(currency);
  if (digits === undefined) places.set(currency, (digits = readPlaces(currency)));
  return digits;
}

const COINS = new Set(['BTC', 'ETH', 'XBT', 'LTC', 'SOL']);

function readPlaces(currency: string): number {
  if (COINS.has(currency)) return 8;
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
