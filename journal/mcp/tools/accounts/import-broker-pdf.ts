import { filePath, importing, importsAFile } from './importing.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { views } from '../../views.ts';

export const importBrokerPdf = endpointTool({
  endpoint: 'imports.brokerPdf',
  name: 'import_broker_pdf',
  title: 'Import a broker PDF',
  toolsets: ['accounts'],
  view: views.import,
  description: {
    minimal: "Import trades from a broker's PDF statement or confirmation; scans are refused.",
    rich: 'Import trades from a PDF statement or trade confirmation of a broker on this machine. The text of the PDF is read; a scan has none and is refused. When the reader is not sure of what it read nothing is imported and the answer says so. Prefer {tool:import_broker_csv} where the broker offers a file.',
  },
  ...importsAFile,
  describe: {
    account_id: 'Account it belongs to.',
    preview: 'Store nothing; say what would happen.',
    accept_low_confidence: ['Import what is unsure.', 'Only after looking at the preview.'],
  },
  omit: {
    accounts: "which account is which is the person's to say",
  },
  add: () => ({ file_path: filePath() }),
  handler: ({ file_path, ...input }, call) => importing(file_path, ['.pdf'], call, (file) => call.ask(input, file)),
});
