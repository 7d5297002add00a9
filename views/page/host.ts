// The host's look on the page: theme, variables, fonts, and the edges a phone's screen hides.
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { isFields } from './bridge.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';

export function applyHostStyle({ theme, styles, safeAreaInsets, containerDimensions }: McpUiHostContext): void {
  const root = document.documentElement;
  const dark = theme === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  root.dataset.theme = dark ? 'dark' : 'light';
  // The host's data is untrusted: values of another shape are ignored.
  const { variables, css }: { readonly variables?: unknown; readonly css?: unknown } = styles ?? {};
  for (const [name, value] of Object.entries(isFields(variables) ? variables : {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  addFonts(isFields(css) ? css['fonts'] : undefined);
  const insets: Partial<Record<Side, unknown>> = safeAreaInsets ?? {};
  const inset = (side: Side): string => (typeof insets[side] === 'number' ? `${insets[side]}px` : '0');
  document.body.style.padding = (['top', 'right', 'bottom', 'left'] as const).map(inset).join(' ');
  // A host that fixes the height gets a page that scrolls inside it.
  root.style.overflowY = containerDimensions && 'height' in containerDimensions ? 'auto' : '';
}

function addFonts(fonts: unknown): void {
  if (typeof fonts !== 'string') return;
  let sheet = document.getElementById('host-fonts');
  if (sheet === null) {
    sheet = document.createElement('style');
    sheet.id = 'host-fonts';
    document.head.append(sheet);
  }
  if (sheet.textContent !== fonts) sheet.textContent = fonts;
}
