// Resamples trades in a process of its own: many paths take seconds, and the caller may have gone by then.
import { drawdownMonteCarlo } from '@zorivest/domain';
import { onChildJob } from '@zorivest/store';
import type { SimulateJob } from './simulate.ts';

onChildJob(({ pnls, options }: SimulateJob) => Promise.resolve(drawdownMonteCarlo([...pnls], options)));
