// A ticket opens a session without any question. `zorivest open` sends it in a form, and the page has it as a mark; in an
// address that was printed it stands behind the #, which no server ever sees. Either is gone before anything else happens.
import { send } from './client.ts';
import { session } from './session.ts';

export async function redeemTicket(): Promise<void> {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="zorivest-ticket"]');
  const ticket = mark?.content ?? new URLSearchParams(location.hash.slice(1)).get('t');
  if (ticket === null) return;
  mark?.remove();
  history.replaceState(null, '', mark === null ? `${location.pathname}${location.search}` : '/');
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
