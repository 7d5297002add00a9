// The person's session: a token in this tab, never in a cookie, which other ports of this machine would be sent too.

interface Held {
  readonly token: string;
}

const KEY = 'zorivest.session';
type Listener = () => void;
const listeners = new Set<Listener>();
let held: Held | null = read();

function read(): Held | null {
  const token = sessionStorage.getItem(KEY);
  return token === null ? null : { token };
}

export const session = {
  get token(): string | null {
    return held?.token ?? null;
  },
  begin(token: string): void {
    held = { token };
    sessionStorage.setItem(KEY, token);
    tell();
  },
  end(): void {
    if (held === null) return;
    held = null;
    sessionStorage.removeItem(KEY);
    tell();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function tell(): void {
  for (const listener of listeners) listener();
}
