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
