import { contract, type UploadFile } from '@zorivest/contract';
import { z } from 'zod';
import { readStatement } from '../../files/statement-file.ts';
import { reporting } from '../../progress.ts';
import { journalTool, LONG_MS, WRITES, type Call } from '../../tool.ts';

const filePath = z.string().trim().min(1).max(4096).describe('Path of the file.').meta({
  detail:
    'On this machine, under the home folder unless ZORIVEST_IMPORT_ROOTS says otherwise; at most 200 MB (PDFs 25).',
});
const account = z.string().trim().min(1).max(200).describe('Account it belongs to.');

const common = {
  hints: WRITES,
  cost: 'slow',
  timeoutMs: LONG_MS,
  conciseDrops: ['preview', 'confidence', 'left_out', 'cash_imported', 'cancelled'],
} as const;

/** Files are read here, on the person's machine, and sent to the service. */
async function importing<T>(
  path: string,
  extensions: readonly string[],
  { app, context }: Call,
  send: (file: UploadFile) => Promise<T>,
): Promise<T> {
  context.progress({ done: 0, message: 'Reading the file' });
  const file = await readStatement(path, extensions, app.host);
  return reporting(`Importing ${file.name}`, context, () => send(file), 1);
}

export const importBankStatement = journalTool({
  name: 'import_bank_statement',
  title: 'Import a bank statement',
  toolsets: ['accounts'],
  description: {
    minimal: 'Import a bank statement file (CSV, OFX, QFX, QIF, CAMT, MT940) into an account.',
    rich: 'Import a bank statement from a file on this machine: OFX/QFX, QIF, CAMT, MT940 or CSV, found by content. Rows the book already has are counted as duplicates, so a second import adds nothing. Answers with counts and the rows that could not be read. For broker files use {import_broker_csv} or {import_broker_pdf}.',
  },
  synonyms: [
    'bank csv',
    'ofx',
    'qif',
    'bank transactions',
    'load statement',
    'checking account',
    'upload bank file',
    'bank statement',
    'bank file',
    'bank download',
    'import bank',
    'qfx',
    'camt',
    'mt940',
    'quicken',
    'savings statement',
    'bank export',
    'transactions from my bank',
    'statement file',
    'credit card statement',
  ],
  input: () =>
    z.object({
      file_path: filePath,
      account_id: account,
      format_hint: z.enum(['auto', 'csv', 'ofx', 'qif', 'camt', 'mt940']).default('auto').describe('Format.'),
    }),
  output: () => contract.banking.importStatement.response,
  ...common,
  handler: ({ file_path, account_id, format_hint }, call) => {
    const kinds = ['.csv', '.ofx', '.qfx', '.qif', '.txt', '.xml', '.sta', '.mt940', '.940'];
    return importing(file_path, kinds, call, (file) =>
      call.api.banking.importStatement({ body: { file, account_id, format_hint } }, call.options),
    );
  },
});

export const importBrokerCsv = journalTool({
  name: 'import_broker_csv',
  title: 'Import a broker file',
  toolsets: ['accounts'],
  description: {
    minimal: "Import trades from a broker's CSV or Flex file; the format is detected.",
    rich: 'Import trades from a broker file on this machine: CSV of any known broker (Interactive Brokers, Schwab, Fidelity, Robinhood, Tastytrade and many more) or IBKR Flex XML, detected by its columns. Trades the book already has are counted as duplicates. For PDF statements use {import_broker_pdf}; to fetch from the broker {sync_broker}.',
  },
  synonyms: [
    'upload trades',
    'ibkr csv',
    'schwab export',
    'fidelity',
    'robinhood export',
    'trade history file',
    'load csv',
    'flex query',
    'csv',
    'broker export',
    'import trades',
    'spreadsheet',
    'trade file',
    'load trades',
    'webull',
    'etrade',
    'tastytrade',
    'thinkorswim',
    'tradestation',
    'excel',
    'import fills',
    'here is the file',
    'file from my broker',
    'load file',
    'exported',
    'history file',
    'my trades file',
  ],
  input: () =>
    z.object({
      file_path: filePath,
      account_id: account,
      broker_hint: z.string().trim().max(64).default('auto').describe('Broker format.'),
    }),
  output: () => contract.imports.brokerCsv.response,
  ...common,
  handler: ({ file_path, account_id, broker_hint }, call) =>
    importing(file_path, ['.csv', '.txt', '.tsv', '.xml'], call, (file) =>
      call.api.imports.brokerCsv({ body: { file, account_id, broker_hint } }, call.options),
    ),
});

export const importBrokerPdf = journalTool({
  name: 'import_broker_pdf',
  title: 'Import a broker PDF',
  toolsets: ['accounts'],
  description: {
    minimal: "Import trades from a broker's PDF statement or confirmation; scans are refused.",
    rich: 'Import trades from a PDF statement or trade confirmation of a broker on this machine. The text of the PDF is read; a scan has none and is refused. When the reader is not sure of what it read nothing is imported and the answer says so. Prefer {import_broker_csv} where the broker offers a file.',
  },
  synonyms: [
    'pdf statement',
    'trade confirmation',
    'contract note',
    'upload pdf',
    'monthly statement',
    'pdf',
    'broker pdf',
    'statement pdf',
    'scan statement',
    'confirmations',
  ],
  input: () => z.object({ file_path: filePath, account_id: account }),
  output: () => contract.imports.brokerPdf.response,
  ...common,
  handler: ({ file_path, account_id }, call) =>
    importing(file_path, ['.pdf'], call, (file) =>
      call.api.imports.brokerPdf({ body: { file, account_id } }, call.options),
    ),
});
