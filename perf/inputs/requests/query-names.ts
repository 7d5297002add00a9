// Retains the names of a query string, which distinguish pages (`/?p=?`), and never its values. A name is
// retained only when it looks like one; what a client put in place of a name may be as secret as a value.

const MOST_NAMES = 8;
const LONGEST_NAME = 40;
const HIDDEN = '…';

const NAME = /^[\p{L}_$@][\p{L}\p{N}_.:~$\-[\]]*$/u;
/** `author` and `passengers` are ordinary names, `auth` and `user_pass` are not. */
const SECRET_WORD =
  /passw|passphrase|pwd|secret|token|api[-_.]?key|cookie|sess(?:ion|id)|signature|(?:^|[^a-z])(?:pass|auth)(?:$|[^a-z])|authori[sz]|authent/i;
/** Keys, hashes and numbers of accounts: a long run of digits, or letters and digits mixed as no word is. */
const RANDOM = /\d{6,}|^[0-9a-f]{16,}$|^(?=(?:.*\d){3})(?=.*[a-z])[a-z0-9_-]{16,}$/i;

/** A path or an address with the names of its query parameters; values and the fragment are gone. */
export function withoutQueryValues(address: string): string {
  const [target = ''] = address.split('#', 1);
  const start = target.indexOf('?');
  if (start === -1) return target;
  const names = new Set(
    target
      .slice(start + 1)
      .split('&')
      .filter((pair) => pair !== '' && pair !== '=')
      .map(nameOf),
  );
  if (names.size === 0) return target.slice(0, start);
  const known = [...names].filter((name) => name !== HIDDEN);
  const shown = known.slice(0, MOST_NAMES).map((name) => `${name}=?`);
  const hidden = names.has(HIDDEN) || known.length > MOST_NAMES ? [HIDDEN] : [];
  return `${target.slice(0, start)}?${[...shown, ...hidden].join('&')}`;
}

function nameOf(pair: string): string {
  // `ids[3]=` and `ids[4]=` are one parameter of a list; the number is a value.
  const name = decodePart(pair.split('=', 1)[0]!).replaceAll(/\[\d*\]/g, '[]');
  const hidden = name.length > LONGEST_NAME || !NAME.test(name) || SECRET_WORD.test(name) || RANDOM.test(name);
  return hidden ? HIDDEN : name;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
