// Statements from the clipboard: files, or rows that were copied out of a table.
import { useEffect } from 'react';
import { isTyping } from '../../parts/typing.ts';

export function usePaste(take: (files: readonly File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const files = filesIn(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  });
}

function filesIn(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) return files;
  const text = data?.getData('text/plain') ?? '';
  // One line is not a table, and was not meant as one.
  return text.trim().includes('\n') ? [new File([text], 'pasted.csv', { type: 'text/csv' })] : [];
}
