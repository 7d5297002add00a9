// The result of reading a profile, and the interface of a reader of one format.

import type { CallGraph } from './graph.ts';
import { type ProfileView, Stacks, type StackTree } from './stacks.ts';

export interface Thread {
  readonly name: string;
  readonly tree: StackTree;
}

/** Exactly one of `threads` and `graph` holds the profile. */
export interface LoadedProfile {
  readonly format: string;
  /** Of all values: nanoseconds, bytes, samples, … */
  readonly unit: string;
  /** Whether the profile was sampled, or every call was traced. */
  readonly kind: 'sampled' | 'traced';
  readonly threads: readonly Thread[];
  readonly graph: CallGraph | null;
  /** Records or event lines of the file. */
  readonly samples: number;
  /** Data that only this format has (its sample types, idle time, calls …). */
  readonly details: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** A file that cannot be read, worded for the person who named it. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

export function profiledOf(profile: LoadedProfile): ProfileView {
  return profile.graph ?? new Stacks(profile.threads.map(({ tree }) => tree));
}

/** Each warning once, with how often it was met. */
export class Warnings {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  list(): string[] {
    return [...this.#counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A finite number, also where the file writes it as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The last part of a path or address: what a person calls the file. */
export function baseName(path: string): string {
  const clean = path.replace(/[?#].*$/, '');
  return clean.slice(clean.lastIndexOf('/') + 1) || clean;
}
