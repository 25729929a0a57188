// Makes src/api/schema.d.ts from the server's openapi.json. With --check it writes nothing and
// fails when the committed file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const source = new URL('../../openapi.json', import.meta.url);
const target = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url));

const declarations = COMMENT_HEADER + astToString(await openapiTS(source));
const wanted = await format(declarations, {
  ...(await resolveConfig(target)),
  parser: 'typescript',
});

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== wanted) {
    console.error('web/src/api/schema.d.ts is stale: run `npm run generate -w web`.');
    process.exit(1);
  }
} else {
  await writeFile(target, wanted);
}
