// The made-up book. It comes in with the program that is started: nothing here knows how it is made.
import type { BrokerAdapter } from '@zorivest/integrations';
import type { contract } from '@zorivest/contract';
import type { Call, EndpointName, Route } from '@zorivest/store';
import type { Provider } from '@zorivest/market';
import type { Settings } from '@zorivest/records';

export interface DemoBook {
  /** Its market, asked before all others in books that are marked as demo. */
  provider(now: () => number): Provider;
  readonly broker: BrokerAdapter;
  /** The security a code names. */
  readonly securityByCode: (
    type: string,
    value: string,
  ) => { readonly ticker: string; readonly exchange: string } | undefined;
  /** It is written through the same handlers as everything else. */
  routes(parts: {
    readonly settings: Settings;
    readonly routes: readonly Route[];
  }): readonly [Route<Call, EndpointName<typeof contract.demo.create>>];
}
