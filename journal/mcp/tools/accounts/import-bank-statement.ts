import { filePath, importing, importsAFile } from './importing.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { views } from '../../views.ts';

export const importBankStatement = endpointTool({
  endpoint: 'banking.importStatement',
  name: 'import_bank_statement',
  title: 'Import a bank statement',
  toolsets: ['accounts'],
  view: views.import,
  description: {
    minimal: 'Import a bank statement file (CSV, OFX, QFX, QIF, CAMT, MT940) into an account.',
    rich: 'Import a bank statement from a file on this machine: OFX/QFX, QIF, CAMT, MT940, CSV or a workbook, found by content. Rows the book already has are counted as duplicates, so a second import adds nothing. Answers with counts and the rows that could not be read. For broker files use {tool:import_broker_csv} or {tool:import_broker_pdf}.',
  },
  ...importsAFile,
  describe: {
    account_id: 'Account it belongs to.',
    format_hint: 'Format.',
    profile: ['Saved column mapping.', 'For a CSV.'],
    sheet: ['Sheet of a workbook.', 'Left out, the one whose columns are known.'],
    preview: 'Store nothing; say what would happen.',
  },
  omit: {
    accounts: "which account is which is the person's to say",
  },
  add: () => ({ file_path: filePath() }),
  handler: ({ file_path, ...input }, call) => {
    const kinds = ['.csv', '.ofx', '.qfx', '.qif', '.txt', '.xml', '.sta', '.mt940', '.940', '.xlsx', '.xls', '.ods'];
    return importing(file_path, kinds, call, (file) => call.ask(input, file));
  },
});
