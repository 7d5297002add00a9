import { expect, test } from 'vitest';
import { isAddress, keysFrom, openBucket, signRequest } from './bucket.ts';

const keys = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const now = new Date('2013-05-24T00:00:00Z');

// The worked examples of "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)".
test('signs the published examples as they are signed there', () => {
  const host = 'https://examplebucket.s3.amazonaws.com';
  const sign = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    signRequest({ method, url: new URL(path, host), headers, region: 'us-east-1', keys, now, ...(body && { body }) });
  expect(sign('GET', '/test.txt', { Range: 'bytes=0-9' }).authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  const put = { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
  const body = new TextEncoder().encode('Welcome to Amazon S3.');
  expect(sign('PUT', '/test%24file.text', put, body).authorization).toContain(
    'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});

test('says what is wrong with an address, and takes keys as other tools do', () => {
  const open = (address: string) => () => openBucket({ address, region: 'eu', keys });
  expect(open('http://elsewhere.example/bucket')).toThrow('https');
  expect(open('https://elsewhere.example')).toThrow('must be followed by a bucket name');
  expect(open('https://me:secret@elsewhere.example/bucket')).toThrow('nothing else');
  expect(() => keysFrom({ AWS_ACCESS_KEY_ID: 'a' })).toThrow('AWS_SECRET_ACCESS_KEY');
  expect(keysFrom({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }).region).toBe('us-east-1');
  expect([isAddress('https://a/b'), isAddress('/mnt/candles'), isAddress('C:\\candles')]).toEqual([true, false, false]);
});
