// Removes values that must not be stored, wherever they occur in text that is not SQL.

const NAMED =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|auth(?:orization)?|cookie|session)[\w-]*\s*[=:]\s*)("[^"]*"|'[^']*'|\S+)/gi;
const USERINFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;

/** `--password=x`, `token: x` and `https://user:pass@host` without what is secret in them. */
export function withoutSecrets(text: string): string {
  return withoutUserinfo(text.replaceAll(NAMED, '$1[REDACTED]'));
}

export function withoutUserinfo(text: string): string {
  return text.replaceAll(USERINFO, '$1');
}
