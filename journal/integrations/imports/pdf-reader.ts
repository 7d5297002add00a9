// The text of a PDF, line by line as a person sees it. Its scripts are never run, its pages are counted, and what is
// encrypted or broken is reported with the reason.
import { getDocumentProxy } from 'unpdf';
import type { PdfAnswer } from './pdf.ts';

const MOST_PAGES = 500;

export async function readPdf(bytes: Uint8Array): Promise<PdfAnswer> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return refuse('is not a PDF');
  let document;
  try {
    // The reader takes ownership of the bytes; the caller keeps its own.
    document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    return refuse(
      error instanceof Error && error.name === 'PasswordException'
        ? 'is protected by a password: save a copy without one and import that'
        : 'is damaged and cannot be opened: download it again',
    );
  }
  try {
    if (document.numPages > MOST_PAGES)
      return refuse(`has ${document.numPages} pages; a statement has at most ${MOST_PAGES}`);
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(linesOf(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [placeItem(item)] : []))));
    }
    return { text: pages.join('\n') };
  } catch {
    return refuse('has pages that cannot be read: download it again');
  } finally {
    await document.loadingTask.destroy();
  }
}

export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function placeItem(item: { str: string; transform: unknown[]; width: number; height: number }): TextPiece {
  const [, , , , x, y] = item.transform;
  return { text: item.str, x: Number(x), y: Number(y), width: item.width, height: item.height || 8 };
}

/** Pieces on one height are one line, from left to right: a table's cells are drawn in any order. */
export function linesOf(pieces: readonly TextPiece[]): string {
  const lines: { y: number; height: number; pieces: TextPiece[] }[] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line !== undefined && line.y - piece.y < line.height / 2) line.pieces.push(piece);
    else lines.push({ y: piece.y, height: piece.height, pieces: [piece] });
  }
  return lines.map((line) => joinPieces(line.pieces.toSorted((a, b) => a.x - b.x))).join('\n');
}

/** A gap wider than a thin space parts two words. */
function joinPieces(pieces: readonly TextPiece[]): string {
  let text = '';
  let end = Number.NaN;
  for (const piece of pieces) {
    if (text !== '' && piece.x - end > piece.height / 8 && !text.endsWith(' ')) text += ' ';
    text += piece.text;
    end = piece.x + piece.width;
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}

function refuse(fault: string): PdfAnswer {
  return { fault };
}
