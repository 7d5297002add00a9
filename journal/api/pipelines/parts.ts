// What a run of a policy can reach of the service.
import type { Home } from '../home/home.ts';
import type { MailPatience } from '../mail/send.ts';
import type { MarketService } from '../market/service.ts';
import type { Store } from '../store/index.ts';
import type { Unsealer } from '../vault/seal.ts';
import type { QuerySandbox } from './sandbox/sandbox.ts';

export interface RunParts extends Unsealer {
  readonly store: Store;
  readonly now: () => Date;
  readonly home: Home;
  readonly market: MarketService;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  /** Whether downloads from this machine are allowed; only tests say yes. */
  readonly allowLocalDownloads: boolean;
  readonly mailPatience: MailPatience;
  /** Where queries of policies run. */
  readonly sandbox: QuerySandbox;
}
