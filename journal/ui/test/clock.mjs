// Loaded into a service under test before anything of it: its clock goes ahead by as many milliseconds as the file says
// that ZORIVEST_TEST_AHEAD names, so that a test need not wait a quarter of an hour.
import { readFileSync } from 'node:fs';

const RealDate = Date;

function ahead() {
  try {
    return Number(readFileSync(process.env.ZORIVEST_TEST_AHEAD ?? '', 'utf8'));
  } catch {
    return 0;
  }
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead());
    else super(...given);
  }

  static now() {
    return RealDate.now() + ahead();
  }
};
