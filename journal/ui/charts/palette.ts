// The colours of the page for what draws on a canvas, which knows no style sheet; read again when the theme changes.
import { useEffect, useState } from 'react';

const names = ['paper', 'ink', 'quiet', 'rule', 'gain', 'loss', 'third'] as const;
export type Palette = Readonly<Record<(typeof names)[number], string>>;

function read(): Palette {
  const style = getComputedStyle(document.documentElement);
  // Each of the names is asked for.
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

export function usePalette(): Palette {
  const [palette, setPalette] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(read()));
    observer.observe(document.documentElement, { attributes: true });
    return () => observer.disconnect();
  }, []);
  return palette;
}
