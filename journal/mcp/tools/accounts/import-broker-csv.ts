import { filePath, importing, importsAFile } from './importing.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { views } from '../../views.ts';

export const importBrokerCsv = endpointTool({
  endpoint: 'imports.brokerCsv',
  name: 'import_broker_csv',
  title: 'Import a broker file',
  toolsets: ['accounts'],
  view: views.import,
  description: {
    minimal: "Import trades from a broker's CSV, workbook or Flex file; the format is detected.",
    rich: 'Import trades from a broker file on this machine: CSV or workbook of any known broker (Interactive Brokers, Schwab, Fidelity, Robinhood, Tastytrade and many more) or IBKR Flex XML, detected by its columns. Trades the book already has are counted as duplicates. For PDF statements use {tool:import_broker_pdf}; to fetch from the broker {tool:sync_broker}.',
  },
  ...importsAFile,
  describe: {
    account_id: 'Account it belongs to.',
    broker_hint: 'Broker format.',
    time_zone: ['IANA zone of its times.', 'For times that carry none; each format knows its own.'],
    profile: 'Saved column mapping.',
    accept: ['Import as the review shows.', 'Once the person has agreed to an answer with needs_review.'],
    review_id: 'Of that review.',
    sheet: ['Sheet of a workbook.', 'Left out, the one whose columns are known.'],
    preview: 'Store nothing; say what would happen.',
  },
  omit: {
    accounts: "which account is which is the person's to say",
  },
  add: () => ({ file_path: filePath() }),
  handler: ({ file_path, ...input }, call) =>
    importing(file_path, ['.csv', '.txt', '.tsv', '.xml', '.xlsx', '.xls', '.ods'], call, (file) =>
      call.ask(input, file),
    ),
});
