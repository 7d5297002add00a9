import { expect, test } from 'vitest';
import { profileOf, snapshot } from '../../test/snapshots.ts';
import { remoteCalls } from './remote-calls.ts';

const find = (label: string, ms: number) =>
  remoteCalls.find({
    snapshot: snapshot({ request_profiles: [profileOf('GET /', [['index.php', 1, 1000, [label, 2, ms]]])] }),
    queries: [],
  });

test.for(['curl_exec', 'WP_Http::request', String.raw`GuzzleHttp\Client::transfer`, 'SoapClient::__doRequest'])(
  'a visitor who waits for %s waits for another server',
  (label) => {
    expect(find(label, 400)).toMatchObject({ type: 'remote_calls', severity: 'P1', endpoint: 'GET /' });
  },
);

test('a quick call, and other functions, are not reported', () => {
  expect(find('curl_exec', 5)).toBeNull();
  expect(find('curl_setopt', 400)).toBeNull();
});

test('a stream that waits longer than any disk is another server, a large file that is read in many calls is none', () => {
  expect(find('file_get_contents', 300)).toMatchObject({ type: 'remote_calls', severity: 'P1' });
  const files = profileOf('GET /', [['index.php', 1, 1000, ['fread', 400, 600]]]);
  expect(remoteCalls.find({ snapshot: snapshot({ request_profiles: [files] }), queries: [] })).toBeNull();
});
