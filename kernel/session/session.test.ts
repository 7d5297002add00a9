import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { library, libraryPresentation } from '../testing/library.ts';
import { createSurfaces } from '../surface/surface.ts';
import { LegacySession, LOCAL, modernSession } from './session.ts';

const surfaces = createSurfaces(library, libraryPresentation, {});

function open({ name = 'goose', reachable = true } = {}) {
  const announced: number[] = [];
  const session = new LegacySession({
    surfaces,
    source: LOCAL,
    reachable: () => reachable,
    announce: () => announced.push(Date.now()),
  });
  session.introduce({ client: { name, version: '1.0.0' }, capabilities: {} });
  return { session, announced, names: () => session.surface().tools.map((tool) => tool.name) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a session of the handshake era', () => {
  test('extends its own list, announces it once, and no other session sees it', async () => {
    const { session, announced, names } = open();
    const other = open();
    expect(names()).not.toContain('get_member');
    expect(await Promise.all([session.enable('members'), session.enable('fines')])).toEqual(['listed', 'listed']);
    expect(names()).toEqual(expect.arrayContaining(['get_member', 'get_fines']));
    vi.advanceTimersByTime(100);
    expect(announced).toHaveLength(1);
    expect(other.names()).not.toContain('get_member');
  });

  test('believes a client that lists again after a change', async () => {
    const { session } = open();
    await session.enable('members');
    vi.advanceTimersByTime(1000);
    session.noteListing();
    vi.advanceTimersByTime(60_000);
    expect(session.surface().grows).toBe(true);
  });

  test('stops relying on a client that does not', async () => {
    const { session } = open();
    await session.enable('members');
    vi.advanceTimersByTime(10_000);
    expect(session.surface().grows).toBe(false);
    expect(await session.enable('fines')).toBe('in_band');
  });

  test('takes an ordinary listing for what it is', () => {
    const { session } = open({ name: 'somebody-else' });
    session.noteListing();
    expect(session.surface().grows).toBe(false);
  });

  test('answers in band where the client cannot be notified', async () => {
    expect(await open({ reachable: false }).session.enable('members')).toBe('in_band');
    expect(await open({ name: 'zed' }).session.enable('members')).toBe('in_band');
  });

  test('says what is loaded already', async () => {
    expect(await open().session.enable('books')).toBe('already');
  });
});

test('a request of the stateless era is shown the same list for every caller, and nothing changes it', async () => {
  const session = modernSession(surfaces, LOCAL, 'key:local', { capabilities: {} });
  const before = session.surface();
  expect(await session.enable('members')).not.toBe('listed');
  expect(session.surface()).toBe(before);
});
