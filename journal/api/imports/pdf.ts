// The text of a PDF. Its scripts are never run, its pages are counted, and what is encrypted or broken is refused with
// the reason.
import { extractText, getDocumentProxy } from 'unpdf';
import { Fault } from '../core/fault.ts';

const MOST_PAGES = 500;

export async function pdfText(bytes: Uint8Array): Promise<string> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw refused('is not a PDF');
  let document;
  try {
    // The reader takes ownership of the bytes; the caller keeps its own.
    document = await getDocumentProxy(new Uint8Array(bytes));
  } catch (error) {
    throw refused(
      error instanceof Error && error.name === 'PasswordException'
        ? 'is protected by a password: save a copy without one and import that'
        : 'is damaged and cannot be opened: download it again',
    );
  }
  try {
    if (document.numPages > MOST_PAGES)
      throw refused(`has ${document.numPages} pages; a statement has at most ${MOST_PAGES}`);
    const { text } = await extractText(document, { mergePages: false });
    return text.join('\n');
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw refused('has pages that cannot be read: download it again');
  } finally {
    await document.loadingTask.destroy();
  }
}

function refused(message: string): Fault {
  return new Fault(422, [{ field: 'file', message }]);
}
