export { getAccountReviewChecklist } from './get-account-review-checklist.ts';
export { importBankStatement } from './import-bank-statement.ts';
export { importBrokerCsv } from './import-broker-csv.ts';
export { importBrokerPdf } from './import-broker-pdf.ts';
export { listBankAccounts } from './list-bank-accounts.ts';
export { listBrokers } from './list-brokers.ts';
export { resolveIdentifiers } from './resolve-identifiers.ts';
export { syncBroker } from './sync-broker.ts';
