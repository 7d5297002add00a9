/** What rows came from, as a person says it. */
export const sourceText = (source: string): string =>
  ({ agent_submit: 'sent by an assistant', generic: 'a table' })[source] ?? source.replaceAll('_', ' ');
