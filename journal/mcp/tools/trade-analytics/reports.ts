import { ApiError, contract, emotionalStates, grades } from '@zorivest/contract';
import { KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS, WRITES } from '../../tool.ts';
import { tradeId } from '../parameters.ts';

const grade = z.enum(grades);

export const createReport = journalTool({
  name: 'create_report',
  title: 'Review a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Store the post-trade review of one trade: grades, plan, emotions, lessons, tags.',
    rich: 'Store the review of one trade: how good the setup and the execution were (A to F), whether the plan was followed, the state of mind, what was learned, and tags by which {get_strategy_breakdown} groups results. One review per trade; a second is refused. To read one use {get_report_for_trade}; for mistakes {track_mistake}.',
  },
  synonyms: [
    'post-mortem',
    'trade review',
    'grade my trade',
    'lessons learned',
    'write review',
    'tag strategy',
    'emotions',
    'review',
    'reflect',
    'rate trade',
    'journal my thoughts',
    'what I learned',
    'followed my plan',
    'mood',
    'how I felt',
    'debrief',
    'thoughts',
    'note about the trade',
    'how it went',
    'score my trade',
    'self assessment',
    'write up',
  ],
  input: () =>
    z.object({
      trade_id: tradeId,
      setup_quality: grade.describe('Of the idea.'),
      execution_quality: grade.describe('Of entry and exit.'),
      followed_plan: z.boolean().describe('Whether the plan was kept.'),
      emotional_state: z.enum(emotionalStates).default('neutral').describe('State of mind.'),
      lessons_learned: z.string().max(20_000).optional().describe('What was learned.'),
      tags: z.array(z.string().trim().min(1).max(64)).max(50).default([]).describe('Strategy tags.'),
    }),
  output: () => contract.reports.create.response,
  hints: WRITES,
  handler: ({ trade_id, ...body }, { api, options }) =>
    api.reports.create({ params: { exec_id: trade_id }, body }, options),
});

export const getReportForTrade = journalTool({
  name: 'get_report_for_trade',
  title: 'Read the review of a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Read the stored review of one trade: grades, lessons, state of mind, tags.',
    rich: 'Read the review that was stored for one trade: grades of setup and execution, whether the plan was followed, state of mind, lessons and tags. An error says so when the trade has none; {create_report} writes one. For a fresh opinion on a trade use {ai_review_trade}; for its numbers {get_round_trips}.',
  },
  synonyms: [
    'what did I learn',
    'my review',
    'trade notes',
    'report of trade',
    'post-mortem',
    'my notes',
    'read review',
    'earlier review',
    'what did I think',
    'saved review',
    'look up report',
    'notes on that trade',
    'what I wrote',
    'past review',
    'my grade',
    'what did I say',
    'what did I write',
    'say about that trade',
    'afterwards',
    'back then',
  ],
  input: () => z.object({ trade_id: tradeId }),
  output: () => contract.reports.get.response,
  hints: READS,
  handler: async ({ trade_id }, { api, options }) => {
    try {
      return await api.reports.get({ params: { exec_id: trade_id } }, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw new KernelError('not_found', `There is no report for trade ${trade_id}.`, { status: 404, trade_id }, error);
    }
  },
});
