// Stands in for the app's own entry in the demo: the same app, at an address behind the #, in a session that does not end, under
// a line that says what this is.
import { type ReactNode, useEffect } from 'react';
import { Router } from 'wouter';
import { App as RealApp } from '../../journal/ui/app.tsx';
import { session, useToken } from '../../journal/ui/client/session.ts';
import { useHashAddress } from './address.ts';
import './demo.css';

const TOKEN = 'recorded';
session.begin(TOKEN);

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'America/New_York' }).format(new Date());

export function App(): ReactNode {
  const token = useToken();
  // Whatever ends a session, there is no passphrase to open another with.
  useEffect(() => {
    if (token === null) session.begin(TOKEN);
  }, [token]);
  return (
    <>
      <Router hook={useHashAddress}>
        <RealApp />
      </Router>
      {/* Drawn above by the sheet: the app's own way past its rail stays the first thing on the page. */}
      <aside className="recorded" aria-label="About this demo">
        A recording of the demo book, as of {day}. Look at anything; it is read-only.{' '}
        <a href="../0.1/quickstart.html">Get your own</a>
      </aside>
    </>
  );
}
