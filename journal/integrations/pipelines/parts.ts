// What a run of a policy can reach of the service.
import type { Home, Store, Unsealer } from '@zorivest/store';
import type { MailPatience } from '../mail/send.ts';
import type { MarketService } from '@zorivest/market';
import type { WeekPages } from './ports.ts';
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
  readonly weekPage: WeekPages;
}
