import { expect, test } from 'vitest';
import { problemOf } from './problem.ts';

const answerWith = (detail: unknown, headers: Record<string, string> = {}) =>
  problemOf(new Response(JSON.stringify({ error: 'invalid', detail, request_id: 'r1' }), { status: 422, headers }));

test('each field of a form gets the sentence about it', async () => {
  const { fields, requestId } = await answerWith([{ field: 'body.quantity', message: 'must be a number' }]);
  expect(fields).toEqual([{ field: 'quantity', message: 'must be a number' }]);
  expect(requestId).toBe('r1');
});

test('settings are judged by their keys', async () => {
  const { fields, message } = await answerWith({
    errors: { 'backup.max_age_days': ['must be at least 1', 'is not a year'] },
  });
  expect(fields).toEqual([{ field: 'backup.max_age_days', message: 'must be at least 1; is not a year' }]);
  expect(message).toBe('backup.max_age_days: must be at least 1; is not a year');
});

test('a policy is judged as a list inside its answer', async () => {
  const { fields } = await answerWith({ validation_errors: [{ field: 'steps.0', message: 'has no type' }] });
  expect(fields).toEqual([{ field: 'steps.0', message: 'has no type' }]);
});

test('a sentence stays a sentence, and what has none is named by its status', async () => {
  expect((await answerWith('the vault is locked', { 'retry-after': '7' })).message).toBe('the vault is locked');
  expect((await answerWith('wait', { 'retry-after': '7' })).retryAfter).toBe(7);
  expect((await answerWith({ odd: true })).message).toBe('the service answered 422');
});
