// Statements into the book: choose them, look at what they would do, import them, take them back.
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { Brokers } from './brokers.tsx';
import { Instruments } from './instruments.tsx';
import { Log } from './log.tsx';
import { NewImport } from './new-import.tsx';
import { Profiles } from './profiles.tsx';
import { Watch } from './watch.tsx';

export function ImportsPage(): ReactNode {
  return (
    <Page title="Imports">
      <section className="card" aria-labelledby="new-import">
        <h2 id="new-import">Import statements</h2>
        <NewImport />
      </section>
      <Instruments />
      <Profiles />
      <section className="card" aria-labelledby="log">
        <h2 id="log">Log</h2>
        <Log />
      </section>
      <Watch />
      <section className="card" aria-labelledby="brokers">
        <h2 id="brokers">Broker connections</h2>
        <Brokers />
      </section>
    </Page>
  );
}
