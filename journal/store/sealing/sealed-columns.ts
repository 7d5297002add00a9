// The sealed columns of the book and their purposes. Defined once, because a change of the data key must seal all of them again.

export const sealedFor = {
  brokerCredentials: (brokerId: string) => `broker-credentials:${brokerId}`,
  mailPassword: 'mail-password',
  providerKey: (provider: string) => `market-provider-key:${provider}`,
  providerSecret: (provider: string) => `market-provider-secret:${provider}`,
  reviewerKey: 'trade-reviewer-key',
  recordChain: 'record-chain',
} as const;

export interface SealedColumn {
  readonly table: string;
  /** The primary key of the table. */
  readonly key: string;
  readonly column: string;
  readonly purpose: (key: string) => string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'broker_configs', key: 'broker_id', column: 'credentials', purpose: sealedFor.brokerCredentials },
  { table: 'mail_settings', key: 'id', column: 'password', purpose: () => sealedFor.mailPassword },
  { table: 'market_providers', key: 'name', column: 'api_key', purpose: sealedFor.providerKey },
  { table: 'market_providers', key: 'name', column: 'api_secret', purpose: sealedFor.providerSecret },
  { table: 'record_keys', key: 'id', column: 'sealed', purpose: () => sealedFor.recordChain },
  { table: 'reviewer', key: 'id', column: 'api_key', purpose: () => sealedFor.reviewerKey },
];
