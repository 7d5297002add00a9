// The parts every handler can reach. Built once at start; nothing in here is global.
import type { Logger } from '@zorivest/kernel/log';
import type { Backups } from '../backups/backups.ts';
import type { EventBus } from '../events/bus.ts';
import type { Guard } from '../guard/guard.ts';
import type { Home } from '../home/home.ts';
import type { LocalSecret } from '../home/local-secret.ts';
import type { Identifiers } from '../identifiers/service.ts';
import type { MailPatience } from '../mail/send.ts';
import type { MarketService } from '../market/service.ts';
import type { Pipelines } from '../pipelines/pipelines.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/index.ts';
import type { Logs } from '../system/logs.ts';
import type { RandomBytes } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import type { Gate } from './gate.ts';
import type { Results } from './results.ts';

export interface App {
  readonly home: Home;
  readonly version: string;
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly logs: Logs;
  readonly log: Logger;
  readonly gate: Gate;
  readonly vault: Vault;
  readonly localSecret: LocalSecret;
  readonly store: Store;
  readonly events: EventBus;
  readonly settings: Settings;
  readonly guard: Guard;
  readonly backups: Backups;
  /** What was computed from the book as it is now. */
  readonly results: Results;
  readonly market: MarketService;
  readonly identifiers: Identifiers;
  readonly pipelines: Pipelines;
  /** The only way out: providers, brokers and downloads go through it, and so do the tests' recordings. */
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  /** Whether pipelines may download from this machine; only tests say yes. */
  readonly allowLocalDownloads: boolean;
  readonly mailPatience: MailPatience;
  readonly startedAt: number;
  /** Ends the process after the answer has gone out. */
  readonly stop: () => void;
}
