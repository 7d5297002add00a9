import { expect, it } from 'vitest';
import { contract } from './contract.ts';
import { listEndpoints } from './core/endpoint.ts';

const writes = listEndpoints(contract).filter(({ endpoint }) => endpoint.audit !== undefined);

// Positions are matched from executions, accounts, position events, and what borrowing shares cost. A write that changes one of these and does not
// say so would leave the service with positions of yesterday; one that says so for nothing only costs time.
it('says of every write that changes trades, accounts or position events that it touches trades', () => {
  const touching = writes.filter(({ endpoint }) => endpoint.touchesTrades);
  expect(touching.map(({ id }) => id).toSorted()).toEqual([
    'accounts.archive',
    'accounts.create',
    'accounts.reassignTrades',
    'accounts.remove',
    'accounts.unarchive',
    'accounts.update',
    'audit.revert',
    'backups.restore',
    'banking.change',
    'banking.importStatement',
    'banking.submit',
    'bin.restore',
    'brokers.sync',
    'demo.create',
    'exports.importBook',
    'imports.brokerCsv',
    'imports.brokerPdf',
    'imports.decide',
    'imports.importUpload',
    'imports.nameInstrument',
    'imports.undo',
    'instruments.addName',
    'positionEvents.create',
    'positionEvents.patch',
    'positionEvents.remove',
    'structures.join',
    'structures.split',
    'trades.create',
    'trades.patch',
    'trades.patchMany',
    'trades.remove',
    'trades.removeMany',
    'trades.update',
  ]);
});

it('and of every other write that it leaves them', () => {
  expect(writes.filter(({ endpoint }) => endpoint.touchesTrades === undefined)).toEqual([]);
  expect(writes.length).toBeGreaterThan(60);
});
