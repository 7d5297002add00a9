import type { AnyTool } from '@zorivest/kernel';
import { listBankAccounts, listBrokers, resolveIdentifiers, syncBroker } from './accounts.ts';
import { importBankStatement, importBrokerCsv, importBrokerPdf } from './imports.ts';
import { getAccountReviewChecklist } from './review-checklist.ts';

export const accounts: readonly AnyTool[] = [
  syncBroker,
  listBrokers,
  resolveIdentifiers,
  importBankStatement,
  importBrokerCsv,
  importBrokerPdf,
  listBankAccounts,
  getAccountReviewChecklist,
];
