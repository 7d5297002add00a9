import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;

/** `dev` when the sources themselves are running. */
export const buildContext: 'dev' | 'installed' = import.meta.url.endsWith('.ts') ? 'dev' : 'installed';
