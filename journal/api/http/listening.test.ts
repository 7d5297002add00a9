import { describe, expect, it } from 'vitest';
import { entranceOf, loopback, readListening } from './listening.ts';

describe('where the service listens', () => {
  it('is loopback by default', () => {
    expect(readListening({}).address).toBe('127.0.0.1');
    expect(readListening({ ZORIVEST_LISTEN: '::1' }).address).toBe('::1');
  });

  it('is no other address without protection, or with half of it', () => {
    expect(() => readListening({ ZORIVEST_LISTEN: '0.0.0.0' })).toThrow('nothing protects');
    expect(() => readListening({ ZORIVEST_LISTEN: '0.0.0.0', ZORIVEST_PLAIN_HTTP: 'true' })).toThrow(
      'nothing protects',
    );
    expect(() => readListening({ ZORIVEST_LISTEN: '10.0.0.1', ZORIVEST_TLS_CERT: 'x' })).toThrow('given together');
    expect(() => readListening({ ZORIVEST_LISTEN: 'example.org' })).toThrow('must be an address');
    expect(() => readListening({ ZORIVEST_TRUSTED_PROXY: 'nginx' })).toThrow('neither an address nor a network');
    expect(readListening({ ZORIVEST_LISTEN: '0.0.0.0', ZORIVEST_PLAIN_HTTP: 'yes' }).address).toBe('0.0.0.0');
  });
});

describe('a request', () => {
  const proxied = readListening({ ZORIVEST_LISTEN: '0.0.0.0', ZORIVEST_TRUSTED_PROXY: '10.1.0.0/16 fd00::1' });
  const from = (remoteAddress: string, host: string, more = {}) =>
    entranceOf(proxied, { remoteAddress }, { host, ...more });

  it('over loopback is for a name of this machine, whatever a page calls itself', () => {
    expect(entranceOf(loopback, { remoteAddress: '127.0.0.1' }, { host: 'localhost:8765' })).toEqual({
      scheme: 'http',
    });
    expect(entranceOf(loopback, { remoteAddress: '127.0.0.1' }, { host: 'evil.example' })).toHaveProperty('refusal');
    expect(entranceOf(loopback, { encrypted: true, remoteAddress: '8.8.8.8' }, { host: 'me.example' })).toEqual({
      scheme: 'https',
    });
  });

  it('behind a proxy comes from the proxy, or from this machine', () => {
    expect(from('::ffff:10.1.2.3', 'journal.example')).toEqual({ scheme: 'https' });
    expect(from('fd00::1', 'journal.example', { 'x-forwarded-proto': 'http' })).toEqual({ scheme: 'http' });
    expect(from('10.2.0.1', 'journal.example')).toHaveProperty('refusal');
    expect(from('10.2.0.1', '127.0.0.1')).toHaveProperty('refusal');
    expect(from('127.0.0.1', '127.0.0.1:8765')).toEqual({ scheme: 'http' });
    expect(from('127.0.0.1', 'journal.example')).toHaveProperty('refusal');
  });
});
