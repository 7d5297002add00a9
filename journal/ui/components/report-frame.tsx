// What a pipeline would send, as its reader would see it: in a frame of its own in which nothing runs and from which
// nothing is fetched. The page's policy reaches into the frame and forbids styles in the markup, so they are deferred
// in the text and set by script once it is parsed; that is for the look alone, what keeps it harmless is the sandbox.
import { type ReactNode, useEffect, useState } from 'react';
import { deferStyles } from './defer-styles.ts';

interface ReportFrameProps {
  readonly html: string;
  readonly title: string;
}

export function ReportFrame({ html, title }: ReportFrameProps): ReactNode {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([deferStyles(html)], { type: 'text/html' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  if (address === null) return null;
  return (
    <iframe
      className="report-frame"
      title={title}
      sandbox="allow-same-origin"
      src={address}
      onLoad={(event) => dress(event.currentTarget)}
    />
  );
}

function dress(frame: HTMLIFrameElement): void {
  const { contentDocument: inside, contentWindow: window } = frame;
  if (inside === null || window === null) return;
  for (const element of inside.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  const sheet = new (window as Window & typeof globalThis).CSSStyleSheet();
  const texts = [...inside.querySelectorAll('template')].map(({ content }) => content.textContent ?? '');
  // Paper is white, whatever the app looks like.
  sheet.replaceSync(`html { background: #fff; color: #111; font: 14px system-ui, sans-serif; } ${texts.join('\n')}`);
  inside.adoptedStyleSheets = [sheet];
}
