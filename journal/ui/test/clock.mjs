// Loaded into a service under test before anything of it: its clock stands ZORIVEST_TEST_OFFSET milliseconds from this
// machine's, so that the demo book is the same whenever the tests run, and goes ahead by as many more as the file says
// that ZORIVEST_TEST_AHEAD names, so that a test need not wait a quarter of an hour.
import { readFileSync } from 'node:fs';

const real = Date;
const offset = Number(process.env.ZORIVEST_TEST_OFFSET ?? 0);

function ahead() {
  try {
    return Number(readFileSync(process.env.ZORIVEST_TEST_AHEAD ?? '', 'utf8'));
  } catch {
    return 0;
  }
}

const now = () => real.now() + offset + ahead();

globalThis.Date = new Proxy(real, {
  construct: (made, given) => (given.length === 0 ? new made(now()) : Reflect.construct(made, given)),
  get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
});
