import { expect, test } from 'vitest';
import { contract } from './contract.ts';
import { empty, listEndpoints, resource } from './core/endpoint.ts';

const removal = {
  method: 'DELETE',
  path: '/things',
  summary: 'Remove all',
  response: empty,
  role: 'read-write',
} as const;

test('a write says what it changes, and control is none', () => {
  resource('leaves-trades', {
    declared: () => ({ ...removal, audit: 'thing.delete', write: 'book' }),
    control: () => ({ ...removal, audit: 'thing.delete', isControl: true }),
    read: () => removal,
  });
  resource('leaves-trades', {
    // @ts-expect-error -- without `write` it is unknown whether it can be tried before it is agreed to
    unsaid: () => ({ ...removal, audit: 'thing.delete' }),
  });
  resource('leaves-trades', {
    // @ts-expect-error -- control is never held up, so it is no write of any kind
    both: () => ({ ...removal, audit: 'thing.delete', isControl: true, write: 'service' }),
  });
});

test('whatever has an audit label is a write of one kind or control', () => {
  const unsaid = listEndpoints(contract).filter(
    ({ endpoint }) =>
      (endpoint.audit !== undefined) !==
      (endpoint.write !== undefined || (endpoint.isControl === true && endpoint.audit !== undefined)),
  );
  expect(unsaid.map(({ id }) => id)).toEqual([]);
  const control = listEndpoints(contract).filter(({ endpoint }) => endpoint.audit !== undefined && endpoint.isControl);
  expect(control.map(({ id }) => id).toSorted()).toEqual([
    'approvals.decide',
    'approvals.request',
    'approvals.withdraw',
    'auth.lock',
    'guard.lock',
    'guard.unlock',
    'imports.previewUpload',
    'imports.upload',
  ]);
});
