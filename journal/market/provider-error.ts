/** Why a provider gave no answer, in words for a person; never a URL, which may hold a key. */
export type ProviderFault =
  | 'no_key'
  | 'bad_key'
  | 'forbidden'
  | 'rate_limited'
  | 'busy'
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'unreadable'
  | 'not_cached'
  | 'resting';

export class ProviderError extends Error {
  readonly provider: string;
  readonly fault: ProviderFault;

  constructor(provider: string, fault: ProviderFault, message: string) {
    super(message);
    this.name = 'ProviderError';
    this.provider = provider;
    this.fault = fault;
  }
}
