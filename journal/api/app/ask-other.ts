import type { AnyEndpoint } from '@zorivest/contract';
import type { FrontCall } from '@zorivest/store';

/** Asks an endpoint in the name of the one who asked. */
export type AskOther = (endpoint: AnyEndpoint, query: object, call: FrontCall) => Promise<unknown>;
