// The type checker is the test here: a line that it comes to accept is an error of its own.
import { describe, expect, it } from 'vitest';
import { command, type Session } from './command-spec.ts';
import { field } from './fields.ts';
import { tabulate } from './show.ts';

const about = { name: 'risk try', summary: 'a command of this test', example: 'zorivest risk try' };

describe('a command with a word that the contract does not have', () => {
  it('is refused where its answer has no such field', () => {
    // @ts-expect-error -- the field of a list's row is called name
    command('riskAccounts.list', { ...about, shown: ['id', 'title'] });
    // @ts-expect-error -- and so is that of one
    command('riskAccounts.get', { ...about, shown: ['id', 'title'] });
    // @ts-expect-error -- the field is called headroom_contracts
    command('riskAccounts.status', { ...about, shown: ({ headroom_lots }) => String(headroom_lots) });
    // @ts-expect-error -- a trade of the answer has no such field
    command('replays.day', { ...about, shown: ({ trades }) => tabulate(trades, ['trip_id', 'title']) });
    // @ts-expect-error -- what a command does itself ends with an answer of its own
    command('riskAccounts.get', { ...about, perform: async () => ({ lots: 1 }), shown: ({ name }) => name });
    expect(command('riskAccounts.list', { ...about, shown: ['id', 'name'] }).endpoint).toBe('riskAccounts.list');
  });

  it('is refused where its endpoint takes no such field', () => {
    // @ts-expect-error -- it is called id
    command('riskAccounts.get', { ...about, places: ['risk_id'], shown: [] });
    // @ts-expect-error -- neither for a place
    command('riskAccounts.get', { ...about, optional: ['risk_id'], shown: [] });
    // @ts-expect-error -- nor under another word
    command('riskAccounts.get', { ...about, optionNames: { risk_id: 'account' }, shown: [] });
    // @ts-expect-error -- nor to leave out
    command('riskAccounts.get', { ...about, without: ['risk_id'], shown: [] });
    // @ts-expect-error -- nor to ask about
    command('riskAccounts.get', { ...about, question: ({ risk_id }) => String(risk_id), shown: [] });
    // @ts-expect-error -- nor to ask the endpoint with
    const perform = async (_: unknown, { ask }: Session<'riskAccounts.get'>) => ask({ risk_id: 1 });
    const also = () => [field('risk_id', 'A field of its own')];
    const spec = command('riskAccounts.get', { ...about, places: ['risk_id'], also, perform, shown: ['name'] });
    expect(spec.places).toEqual(['risk_id']);
  });
});
