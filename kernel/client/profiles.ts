import type { ClientProfile } from './model.ts';

/** What is assumed of an unknown client: it pays for every tool, cannot be asked, and never lists again. */
const UNKNOWN: ClientProfile = {
  family: 'unknown',
  mode: 'static',
  toolLimit: null,
  resultLimit: 40_000,
  relists: false,
  reads: 'unknown',
  format: 'concise',
  flatViewKey: false,
  usesOutputSchemas: false,
  startsTasks: true,
  anthropicMeta: false,
};

/**
 * In the stateless era a client's name must not change behaviour: one profile for all. Same caution, more detail; and since
 * a host that writes code against the tools may be among them, output schemas.
 */
export const STATELESS: ClientProfile = {
  ...UNKNOWN,
  family: 'stateless',
  format: 'detailed',
  usesOutputSchemas: true,
  anthropicMeta: true,
};

interface Family {
  /** Tried on the name in lower case with `-` for blanks and underscores. */
  readonly match: RegExp;
  readonly profile: ClientProfile;
}

function family(name: string, match: RegExp, known: Partial<ClientProfile>): Family {
  return { match, profile: Object.freeze({ ...UNKNOWN, family: name, ...known }) };
}

/**
 * The clients we know, most specific first (`cursor-vscode` is Cursor, `claude-code` is not Claude Desktop). Where a
 * client's behaviour is not documented the cautious value of `UNKNOWN` stands.
 */
const FAMILIES: readonly Family[] = [
  family('claude-code', /claude-code/, {
    mode: 'anthropic',
    resultLimit: 100_000,
    relists: true,
    reads: 'structured',
    format: 'detailed',
    anthropicMeta: true,
  }),
  family('claude', /claude|anthropic/, {
    mode: 'anthropic',
    resultLimit: 100_000,
    reads: 'text',
    format: 'detailed',
    flatViewKey: true,
    anthropicMeta: true,
  }),
  // The limit is 40 on older releases and a warning at 80 on newer ones; the lower one harms no user.
  family('cursor', /cursor/, { mode: 'static', toolLimit: 40, startsTasks: false }),
  family('windsurf', /windsurf|codeium|devin/, { mode: 'static', toolLimit: 100, startsTasks: false }),
  family('copilot', /copilot/, { mode: 'dynamic', toolLimit: 128, relists: true }),
  family('vscode', /visual-studio-code|vs-?code/, {
    mode: 'dynamic',
    toolLimit: 128,
    relists: true,
    reads: 'structured',
    flatViewKey: true,
  }),
  family('cline', /\bcline\b/, { mode: 'dynamic', relists: true, reads: 'both' }),
  family('roo', /\broo\b/, { mode: 'dynamic' }),
  family('kilo', /\bkilo\b/, { mode: 'dynamic', relists: true }),
  family('gemini', /gemini/, {
    mode: 'dynamic',
    resultLimit: 100_000,
    relists: true,
    reads: 'text',
    format: 'detailed',
  }),
  // Defers every tool behind a search of its own, which reads descriptions: a full, rich list costs it nothing.
  family('codex', /codex/, { mode: 'anthropic', resultLimit: 32_000, reads: 'structured' }),
  family('goose', /\bgoose\b/, { mode: 'dynamic', relists: true, reads: 'text' }),
  family('opencode', /opencode/, { mode: 'dynamic', relists: true, reads: 'structured' }),
  family('antigravity', /antigravity/, { mode: 'dynamic', toolLimit: 100 }),
  family('zed', /\bzed\b/, { mode: 'static' }),
  family('chatgpt', /chatgpt|openai/, { mode: 'static' }),
];

/** The families by name, for `--as` and for messages that list them. */
export const familyNames: readonly string[] = FAMILIES.map(({ profile }) => profile.family);

export function normalName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}

/** The profile of a client, by the name in its handshake. */
export function profileOf(name: string): ClientProfile {
  const normal = normalName(name);
  return FAMILIES.find(({ match }) => match.test(normal))?.profile ?? UNKNOWN;
}
