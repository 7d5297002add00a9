import { describe, expect, it } from 'vitest';
import { refuseLocalAddress } from './addresses.ts';

const refusal = (url: string) =>
  refuseLocalAddress(url, false).then(
    () => null,
    (error: Error) => error.message,
  );

describe('where a pipeline may download from', () => {
  it.each(['https://8.8.8.8/x', 'https://[2606:4700::1111]/x', 'https://[::ffff:8.8.8.8]/x', 'https://1.1.1.1:8443/x'])(
    'S12: %s is outside',
    async (url) => {
      expect(await refusal(url)).toBeNull();
    },
  );

  it.each([
    'https://127.0.0.1/x',
    'https://0.0.0.0/x',
    'https://10.1.2.3/x',
    'https://172.20.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/x',
    'https://224.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://[::127.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[::ffff:0:127.0.0.1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[64:ff9b:1::c0a8:101]/x',
    'https://[2002:7f00:1::]/x',
    'http://8.8.8.8/x',
  ])('%s is not', async (url) => {
    expect(await refusal(url)).toMatch(/this machine or its network|https only/);
  });
});
