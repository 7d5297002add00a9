// A file of unknown format, and the verdict of one format about it.
import type { Config } from '../../config/config.ts';

/** The first bytes tell a format; a log may begin with a long cut-off statement. */
export const HEAD = 1 << 22;

export interface Candidate {
  readonly path: string;
  readonly size: number;
  readonly gzip: boolean;
  /** The beginning, inflated. */
  readonly head: Buffer;
  readonly config: Config;
}

export type Verdict =
  | { readonly ok: true; readonly version: string; readonly metadata: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string };

export type Detector = (candidate: Candidate) => Verdict | Promise<Verdict>;
