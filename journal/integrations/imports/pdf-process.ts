// Reads a PDF away from the service: a small file can unfold into more than there is memory.
import { onChildJob } from '@zorivest/store';
import type { PdfJob } from './pdf.ts';
import { readPdf } from './pdf-reader.ts';

onChildJob(({ bytes }: PdfJob) => readPdf(bytes));
