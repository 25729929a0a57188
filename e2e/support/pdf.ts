import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { APIResponse } from '@playwright/test';
import { withDataDirectory } from './server.ts';

/** What is printed in a PDF, with plain spaces. */
export function pdfText(answer: APIResponse): Promise<string> {
  return withDataDirectory(async (directory) => {
    const file = path.join(directory, 'printed.pdf');
    await writeFile(file, await answer.body());
    const { stdout } = await promisify(execFile)('pdftotext', ['-raw', file, '-']);
    return stdout.replaceAll(/\s/g, ' ');
  });
}

/** The smallest file that is a PDF from its beginning to its end. */
export const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
);
