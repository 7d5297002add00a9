// The little of Markdown people use in a diary, built as elements: whatever the text is, it cannot become markup.
import { Fragment, type ReactNode } from 'react';

type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

export function Markdown({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="markdown">
      {blocksOf(text).map((block, i) =>
        block.kind === 'list' ? (
          <ul key={i}>
            {block.items.map((item, j) => (
              <li key={j}>{inline(item)}</li>
            ))}
          </ul>
        ) : block.kind === 'heading' ? (
          <h3 key={i}>{inline(block.text)}</h3>
        ) : (
          <p key={i}>{inline(block.text)}</p>
        ),
      )}
    </div>
  );
}

function blocksOf(text: string): Block[] {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part): Block => {
      const lines = part.split('\n').map((line) => line.trim());
      if (lines.every((line) => /^[-*] /.test(line)))
        return { kind: 'list', items: lines.map((line) => line.slice(2)) };
      const [first = ''] = lines;
      if (lines.length === 1 && /^#{1,6} /.test(first)) return { kind: 'heading', text: first.replace(/^#+ /, '') };
      return { kind: 'paragraph', text: lines.join('\n') };
    });
}

/** Bold, code and web addresses; the address is shown, never hidden behind other words. */
const marks = /(\*\*[^*\n]{1,500}\*\*|`[^`\n]{1,500}`|https?:\/\/[^\s<>"')]{1,2000})/;

function inline(text: string): ReactNode {
  return text.split(marks).map((part, i) => {
    if (part.startsWith('**') && part.endsWith('**') && part.length > 4)
      return <strong key={i}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('`') && part.endsWith('`') && part.length > 2) return <code key={i}>{part.slice(1, -1)}</code>;
    if (/^https?:\/\//.test(part))
      return (
        <a key={i} href={part} rel="noreferrer noopener" target="_blank">
          {part}
        </a>
      );
    return <Fragment key={i}>{part}</Fragment>;
  });
}
