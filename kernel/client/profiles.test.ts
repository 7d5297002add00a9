import { describe, expect, it } from 'vitest';
import { profileOf } from './profiles.ts';

describe('a client is known by its family, not by its exact name', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['Claude Code (acme fork)', 'claude-code'],
    ['claude-ai', 'claude'],
    ['Anthropic/ClaudeAI', 'claude'],
    ['claude-desktop', 'claude'],
    ['cursor-vscode', 'cursor'],
    ['Cursor', 'cursor'],
    ['Visual Studio Code', 'vscode'],
    ['Visual-Studio-Code', 'vscode'],
    ['github-copilot-developer', 'copilot'],
    ['windsurf-client', 'windsurf'],
    ['Cline', 'cline'],
    ['Roo-Code', 'roo'],
    ['Kilo-Code', 'kilo'],
    ['gemini-cli-mcp-client', 'gemini'],
    ['codex-mcp-client', 'codex'],
    ['goose', 'goose'],
    ['Zed', 'zed'],
    ['opencode', 'opencode'],
    ['antigravity-client', 'antigravity'],
    ['openai-mcp', 'chatgpt'],
    ['optimized-client', 'unknown'],
    ['', 'unknown'],
  ])('%s is %s', (name, family) => {
    expect(profileOf(name).family).toBe(family);
  });
});
