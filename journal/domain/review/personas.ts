import type { FactSheet } from './facts.ts';

export interface PersonaBrief {
  readonly persona: string;
  readonly focus: string;
  /** What the reviewer is asked to do. It is a task, not a review. */
  readonly brief: string;
  readonly questions: string[];
}

const RULES =
  'Use only the figures in the fact sheet and quote those you rely on. Where something is listed as missing, say so; never fill it in. ' +
  'Judge the decision by what was known when it was made, not by its result. End with one thing to keep and one thing to change, ' +
  'each in a sentence. At most 200 words.';

interface Persona {
  readonly persona: string;
  readonly focus: string;
  readonly stance: string;
  readonly asks: (facts: FactSheet) => (string | null)[];
}

const PERSONAS: readonly Persona[] = [
  {
    persona: 'Risk Manager',
    focus: 'size, stop, loss against the account, and what could have gone wrong',
    stance: 'You protect the account first. Profit made with the wrong size is still a mistake.',
    asks: (facts) => [
      facts.result['initial_risk'] === null
        ? 'Without a stop, how much was really at risk?'
        : 'Was the risk taken in proportion to the account and to the usual loss?',
      facts.excursion === null ? null : 'How far did the trade go against the position before the exit?',
      Number(facts.day['result_before_this']) < 0
        ? 'The day was already losing: should this trade have been taken at all?'
        : null,
      findSuspicion(facts, ['oversized', 'no_stop', 'revenge_trade', 'overtrading']),
    ],
  },
  {
    persona: 'Trend Analyst',
    focus: 'entry, exit and timing against the plan and the price',
    stance: 'You look at where the trade was entered and left, and whether the setup was there.',
    asks: (facts) => [
      facts.plan === null
        ? 'There was no plan: what in the entry shows a setup?'
        : 'Did entry and exit follow the planned prices?',
      facts.excursion === null ? null : 'How much of the best move was captured, and was the exit early or late?',
      facts.execution === null ? null : 'Did the fill give away part of the edge?',
      findSuspicion(facts, ['chasing', 'early_exit', 'fomo_entry', 'late_exit']),
    ],
  },
  {
    persona: 'Contrarian',
    focus: 'what the trader may not want to hear',
    stance: 'You argue the other side: luck, habit, and the trades that look the same but lost.',
    asks: (facts) => [
      facts.history['reliable'] === true
        ? 'Does the record support taking this kind of trade again?'
        : 'The record is too short to prove an edge: what would have to be true for this to be one?',
      'If the result had been the opposite, would the decision still look right?',
      facts.own_report === null ? null : 'Where does the trader’s own report disagree with the figures?',
      facts.mistakes.length > 0 ? 'Is a mistake already recorded here part of a pattern?' : null,
    ],
  },
];

function findSuspicion(facts: FactSheet, categories: readonly string[]): string | null {
  const found = facts.suspects.filter(({ category }) => categories.includes(category));
  return found.length === 0 ? null : `Is this fair: ${found.map(({ evidence }) => evidence).join(' ')}`;
}

/** One brief per persona, for the author of the review: a configured model, or the assistant that asked. */
export function reviewBriefs(facts: FactSheet): PersonaBrief[] {
  const scope = facts.review_type === 'weekly' ? 'the week of trading that ends with this trade' : 'this trade';
  return PERSONAS.map(({ persona, focus, stance, asks }) => ({
    persona,
    focus,
    brief: `You are the ${persona}. ${stance} Review ${scope}, looking at ${focus}. ${RULES}`,
    questions: asks(facts).filter((question) => question !== null),
  }));
}

/** The text one persona is given: its brief, its questions and the facts. */
export function reviewPrompt(brief: PersonaBrief, facts: FactSheet): string {
  const questions = brief.questions.map((question) => `- ${question}`).join('\n');
  return `${brief.brief}\n\nQuestions:\n${questions}\n\nFact sheet:\n${JSON.stringify(facts, null, 1)}`;
}
