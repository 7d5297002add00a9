// Reads a PDF away from the service: a small file can unfold into more than there is memory.
import { onChildJob } from '../core/child-job.ts';
import type { PdfJob } from './pdf.ts';
import { readPdf } from './pdf-reader.ts';

onChildJob(({ bytes }: PdfJob) => readPdf(bytes));
