#!/usr/bin/env node
import { timingSafeEqual } from 'node:crypto';
import { run, type HttpOptions } from '@zorivest/kernel';
import { myServer } from './server.ts';

/** On this machine anybody may ask; who serves others sets HOST and gives each caller the key in API_KEY. */
function http({ PORT = '4100', HOST = '127.0.0.1', API_KEY = '' } = process.env): HttpOptions {
  const expected = Buffer.from(`Bearer ${API_KEY}`);
  const authenticate: HttpOptions['authenticate'] = ({ authorization = '' }) => {
    const given = Buffer.from(authorization);
    const isKey = given.length === expected.length && timingSafeEqual(given, expected);
    return isKey ? { id: 'key', role: null } : null;
  };
  return { port: Number(PORT), host: HOST, ...(API_KEY === '' ? {} : { authenticate }) };
}

await run(myServer(), process.argv.includes('--http') ? { http: http() } : 'stdio');
