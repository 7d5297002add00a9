import { describe, expect, it } from 'vitest';
import { createRequestStates, type StateBinding } from './request-state.ts';

const binding: StateBinding = { principal: 'ann', method: 'tools/call', target: 'remove_note', digest: 'd1' };
const state = { asked: ['confirm'], answers: { before: { action: 'accept' } } };

describe('the state between the rounds of one call', () => {
  it('comes back once, as it was', () => {
    const states = createRequestStates();
    const sealed = states.seal(binding, state);
    expect(states.open(binding, sealed)).toMatchObject(state);
    expect(states.open(binding, sealed)).toBeNull();
  });

  it.each(['principal', 'method', 'target', 'digest'] as const)('counts only for the %s it was made for', (part) => {
    const states = createRequestStates();
    expect(states.open({ ...binding, [part]: 'other' }, states.seal(binding, state))).toBeNull();
  });

  it('is refused when altered, forged, cut or from another process', () => {
    const states = createRequestStates();
    const sealed = states.seal(binding, state);
    const [body = '', mac = ''] = sealed.split('.');
    const altered = Buffer.from(JSON.stringify({ ...state, nonce: 'n', expires: Number.MAX_SAFE_INTEGER }));
    const tries = [
      `${altered.toString('base64url')}.${mac}`,
      body,
      `${body}.`,
      `${body}.${mac.slice(1)}`,
      '',
      '.',
      'x.y',
    ];
    for (const forged of tries) expect(states.open(binding, forged)).toBeNull();
    expect(createRequestStates().open(binding, sealed)).toBeNull();
  });

  it('expires', () => {
    let at = 0;
    const states = createRequestStates({ now: () => at });
    const sealed = states.seal(binding, state);
    at = 301_000;
    expect(states.open(binding, sealed)).toBeNull();
  });
});
