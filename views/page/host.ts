// The page in its host's clothes: theme, variables, fonts, and the edges a phone's screen hides.
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';

export function applyHostStyle({ theme, styles, safeAreaInsets, containerDimensions }: McpUiHostContext): void {
  const root = document.documentElement;
  const dark = theme === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  root.dataset.theme = dark ? 'dark' : 'light';
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value);
  }
  addFonts(styles?.css?.fonts);
  const { top = 0, right = 0, bottom = 0, left = 0 } = safeAreaInsets ?? {};
  document.body.style.padding = `${top}px ${right}px ${bottom}px ${left}px`;
  // A host that fixes the height gets a page that scrolls inside it.
  root.style.overflowY = containerDimensions && 'height' in containerDimensions ? 'auto' : '';
}

function addFonts(fonts: string | undefined): void {
  if (fonts === undefined) return;
  let sheet = document.getElementById('host-fonts');
  if (sheet === null) {
    sheet = document.createElement('style');
    sheet.id = 'host-fonts';
    document.head.append(sheet);
  }
  if (sheet.textContent !== fonts) sheet.textContent = fonts;
}
