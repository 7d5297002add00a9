// Hands a file to the person, who keeps it where the browser keeps files.

const URL_LIFETIME_MS = 60_000;

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it after this returns, and says nothing when it has.
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
}
