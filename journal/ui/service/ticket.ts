// A ticket in the address opens a session without any question. It stands behind the #, which no server ever sees, and
// is taken out of the address before anything else happens.
import { send } from './client.ts';
import { session } from './session.ts';

export async function redeemTicket(): Promise<void> {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('t');
  if (ticket === null) return;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  try {
    const response = await send('POST', '/api/v1/auth/tickets:redeem', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket }),
    });
    const { session_token } = (await response.json()) as { readonly session_token: string };
    session.begin(session_token);
  } catch {
    // Used, too old, or of another start: the door asks for the passphrase.
  }
}
