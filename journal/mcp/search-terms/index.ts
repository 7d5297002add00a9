/**
 * The words people use for what the tools do. They are searched and never listed, and they stand together here because
 * they are only as good as the questions that measure them (`../test/questions.ts`, `npm run bench mcp`): a tool needs none, and
 * anyone who adds some looks at what they do to the others.
 */
import { accounts } from './accounts.ts';
import { behavioral } from './behavioral.ts';
import { core } from './core.ts';
import { extra } from './extra.ts';
import { marketData } from './market-data.ts';
import { scheduling } from './scheduling.ts';
import { tax } from './tax.ts';
import { tradeAnalytics } from './trade-analytics.ts';
import { tradePlanning } from './trade-planning.ts';
import type { Synonyms } from './phrases.ts';

export { thesaurus } from './thesaurus.ts';

const synonyms: Synonyms = {
  ...accounts,
  ...behavioral,
  ...core,
  ...extra,
  ...marketData,
  ...scheduling,
  ...tax,
  ...tradeAnalytics,
  ...tradePlanning,
};

export function synonymsOf(tool: string): readonly string[] {
  return synonyms[tool] ?? [];
}

/** The tools somebody has words for: each must exist. */
export const toolsWithSynonyms: readonly string[] = Object.keys(synonyms);
