// Makes one load in a process of its own: what it takes to send 200 MB must not be measured as waiting for an answer.
import { createClient } from '@zorivest/contract';
import { loads } from './loads.ts';

export interface LoadJob {
  readonly url: string;
  readonly passphrase: string;
  readonly name: string;
  readonly statementBytes: number;
  /** How long the work is repeated; what is running then is given up. */
  readonly seconds: number;
}

process.once('message', (job: LoadJob) => {
  const { url, passphrase, name, statementBytes, seconds } = job;
  const person = createClient({ baseUrl: url, auth: { kind: 'passphrase', passphrase } });
  const load = loads(statementBytes).find((one) => one.name === name);
  const over = AbortSignal.timeout(seconds * 1000);
  const work = async () => {
    for (let turn = 1; !over.aborted; turn += 1) await load?.run(person, turn, over).catch(() => {});
  };
  void work().then(() => process.disconnect());
});
