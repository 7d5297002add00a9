// The specification of a job in the queue: the request, and which candles it runs on. Any worker that reads it can run it.
import type { BacktestRequest, BadRow, Series } from '@zorivest/engine';
import { mapSome } from '../queue/map-some.ts';
import type { QueueStore } from '../queue/store.ts';
import { subjects } from '../queue/streams.ts';
import type { CandleStore } from './candle-store.ts';
import type { Job } from './execute.ts';

export interface Spec {
  readonly id: string;
  readonly request: BacktestRequest;
  /** Names the candles as they came, for the ledger of trials. */
  readonly dataset: string;
  /** Names those it runs on in the queue's store: bad ones are left out. */
  readonly candles: string;
  /** Of a portfolio: those of each symbol. */
  readonly symbols?: readonly { readonly symbol: string; readonly candles: string }[] | undefined;
  /** The buy-and-hold benchmark, when it is not the traded symbol. */
  readonly benchmark: string | undefined;
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
}

export const isSweep = ({ mode }: BacktestRequest) => mode?.sweep !== undefined && mode.walk_forward === undefined;

export async function keepSpec(store: QueueStore, key: string, spec: Spec): Promise<void> {
  await store.keep(subjects.spec(key), new TextEncoder().encode(JSON.stringify(spec)));
}

export async function readSpec(store: QueueStore, key: string): Promise<Spec | undefined> {
  const stored = await store.read(subjects.spec(key));
  return stored === undefined ? undefined : (JSON.parse(new TextDecoder().decode(stored.bytes)) as Spec); // written above
}

/** The job of a spec, its candles on this machine. */
export async function jobOf(spec: Spec, candles: CandleStore): Promise<Job> {
  const started = performance.now();
  const { request, dataset, badRows, badCount } = spec;
  const series = await candles.load(spec.candles);
  const benchmark = spec.benchmark === undefined ? undefined : await candles.load(spec.benchmark);
  const symbols =
    spec.symbols &&
    (await mapSome(spec.symbols, async (each) => ({ ...each, series: await candles.load(each.candles) })));
  return {
    request,
    inputs: { series, symbols, badRows, badCount, dataset, benchmark, loadMs: performance.now() - started },
  };
}

/** Puts into the queue what every worker needs to run a job: the candles by their hash, then the specification. */
export async function offerJob(
  id: string,
  { request, inputs }: Job,
  candles: CandleStore,
  hashOf: (series: Series) => Promise<string>,
): Promise<Spec> {
  const offer = async (series: Series): Promise<string> => {
    const hash = await hashOf(series);
    await candles.offer(hash, series);
    return hash;
  };
  const { series, symbols, benchmark, dataset, badRows, badCount } = inputs;
  return {
    id,
    request,
    dataset,
    candles: await offer(series),
    symbols:
      symbols && (await mapSome(symbols, async (each) => ({ symbol: each.symbol, candles: await offer(each.series) }))),
    benchmark: benchmark && (await offer(benchmark)),
    badRows,
    badCount,
  };
}
