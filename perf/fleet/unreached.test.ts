import { expect, test } from 'vitest';
import { whyUnreached } from './unreached.ts';

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'not valid today'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'of another name'],
  ['ECONNREFUSED', 'cannot be reached'],
])('%s is reported as "%s"', (code, words) => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  expect(whyUnreached('https://perf.example.org', error)).toContain(words);
});

test('an error without a code is an unreachable server', () => {
  expect(whyUnreached('https://perf.example.org', new Error('aborted'))).toBe(
    'https://perf.example.org cannot be reached',
  );
});
