// Reads a PDF away from the service: a small file can unfold into more than there is memory.
import { onErrand } from '../core/errand.ts';
import type { PdfJob } from './pdf.ts';
import { readPdf } from './pdf-reader.ts';

onErrand(({ bytes }: PdfJob) => readPdf(bytes));
