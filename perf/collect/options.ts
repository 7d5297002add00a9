/** What a collection works with besides its plan. */
export interface CollectOptions {
  readonly bundles: string;
  readonly copyMaxBytes: number;
  readonly maxFilesPerDir: number;
  readonly correlationId: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
}
