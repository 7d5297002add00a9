/** What rows came from, as a person says it. */
export const sourceText = (source: string): string =>
  source === 'agent_submit' ? 'sent by an assistant' : source.replaceAll('_', ' ');
