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

/** A whole PDF of one page, with something in it that tells it from others. */
export function pdfOf(text: string): Buffer {
  return pdfWith(`BT /F1 24 Tf 20 100 Td (${text}) Tj ET`);
}

/** The same with this content of its page, packed as the filter says. */
export function pdfWith(content: string, filter = ''): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}${filter}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, place) => {
    const at = body.length;
    body += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const entry = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(entry).join('')}`;
  const trailer = `trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>`;
  return Buffer.from(`${body}${table}${trailer}\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

export const smallPdf = pdfOf('Kuitti');
