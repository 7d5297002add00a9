import { StepError } from '../step.ts';
import { blocksOf, type Block, type Picture } from './blocks.ts';

/** A4 in points, with room to breathe. */
const PAGE = { size: 'A4', margin: 50 } as const;
const INK = '#1c2733';
const QUIET = '#59636f';
/** So much of what follows a heading fits on its page. */
const HEADED = 110;
const SIZES = { 1: 18, 2: 14, 3: 12 } as const;

/** What no report needs is refused before it takes the time and memory of laying it out. */
const LONGEST = 512 * 1024;

/** The report's own HTML on paper: headings, text, lists, tables and charts. */
export async function renderPdf(title: string, html: string): Promise<Buffer> {
  if (html.length > LONGEST) throw new StepError('the page is too long for a PDF: 512 KiB at most');
  // Loaded when it is needed: most services never make a PDF.
  const { default: Pdf } = await import('pdfkit');
  return new Promise((resolve, reject) => {
    const doc = new Pdf({ ...PAGE, info: { Title: title }, bufferPages: true });
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    for (const block of blocksOf(html)) draw(doc, block);
    doc.end();
  });
}

function draw(doc: PDFKit.PDFDocument, block: Block): void {
  switch (block.kind) {
    case 'heading':
      // A heading stands on the page of what it is the heading of.
      if (doc.y > doc.page.height - PAGE.margin - HEADED) doc.addPage();
      doc.moveDown(0.6).font('Helvetica-Bold').fontSize(SIZES[block.level]).fillColor(INK).text(printable(block.text));
      doc.moveDown(0.3);
      return;
    case 'text':
      doc.font('Helvetica').fontSize(10).fillColor(INK).text(printable(block.text)).moveDown(0.5);
      return;
    case 'item':
      doc
        .font('Helvetica')
        .fontSize(10)
        .fillColor(INK)
        .text(`•  ${printable(block.text)}`, { indent: 10 });
      return;
    case 'table':
      drawTable(doc, block);
      return;
    case 'picture':
      drawPicture(doc, block.picture);
  }
}

/** What a column of figures is made of: amounts with or without their currency, shares, multiples, or nothing. */
const FIGURE = /^(?:[−-]?(?:[A-Z]{3} )?[+−-]?[\d.,]+(?: ?%| R)?|–)?$/;

/** Columns of figures stand to the right, so that their digits are below each other; the names of columns are quiet. */
function drawTable(doc: PDFKit.PDFDocument, { rows, isHeaded }: Extract<Block, { kind: 'table' }>): void {
  const body = isHeaded ? rows.slice(1) : rows;
  const isFigures = (column: number): boolean =>
    body.some((row) => /\d/.test(row[column] ?? '')) && body.every((row) => FIGURE.test(row[column] ?? ''));
  doc.moveDown(0.3).font('Helvetica').fontSize(9).fillColor(INK);
  doc.table({
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#d9e1e8', padding: [5, 4, 4, 4], textColor: INK },
    columnStyles: (column: number) => {
      if (isFigures(column)) return { align: { x: 'right' as const, y: 'top' as const } };
      // Words do not begin where the figures next to them end.
      return isFigures(column - 1) ? { padding: [5, 4, 4, 16] } : {};
    },
    rowStyles: (row: number) => (isHeaded && row === 0 ? { textColor: QUIET } : {}),
    data: rows.map((row) => row.map(printable)),
  });
  doc.moveDown(0.6);
}

function drawPicture(doc: PDFKit.PDFDocument, picture: Picture): void {
  const width = doc.page.width - 2 * PAGE.margin;
  const scale = width / picture.width;
  const height = picture.height * scale;
  if (doc.y + height > doc.page.height - PAGE.margin) doc.addPage();
  const top = doc.y;
  doc.save().translate(PAGE.margin, top).scale(scale);
  for (const { d, fill, fillOpacity, stroke, strokeWidth } of picture.marks) {
    doc.path(d).lineWidth(strokeWidth);
    if (fill === null) doc.stroke(stroke ?? INK);
    else if (stroke === null) doc.fillOpacity(fillOpacity).fill(fill);
    else doc.fillOpacity(fillOpacity).fillAndStroke(fill, stroke);
  }
  doc.fillOpacity(1).font('Helvetica').fontSize(12);
  for (const { x, y, anchor, fill, text } of picture.texts) {
    const printed = printable(text);
    const shift = anchor === 'start' ? 0 : doc.widthOfString(printed) / (anchor === 'middle' ? 2 : 1);
    doc.fillColor(fill ?? QUIET).text(printed, x - shift, y - 10, { lineBreak: false });
  }
  doc.restore();
  doc.x = PAGE.margin;
  doc.y = top + height + 12;
}

/** The built-in fonts know Latin letters only; anything else would print as rubbish. */
function printable(text: string): string {
  return text
    .replaceAll('−', '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\t\n\x20-\x7e\u00a0-\u00ff–—•€…]/g, '?');
}
