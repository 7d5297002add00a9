// On CI every property is tried with the same examples each time, so that what fails there is what was changed; every other run
// draws its own.
import { configureGlobal } from 'fast-check';

if (process.env['CI']) configureGlobal({ seed: 20_261_118 });
