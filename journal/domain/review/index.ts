export { type FactSheet, reviewFacts, type ReviewInput, type TradeReview } from './facts.ts';
export { type PersonaBrief, reviewBriefs, reviewPrompt } from './personas.ts';
export { weekQuestions } from './week-questions.ts';
