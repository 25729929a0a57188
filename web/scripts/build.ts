// Builds the app and writes .br and .gz beside every compressible file of dist, so that the server never
// compresses while somebody waits. index.html is left out: the server writes a nonce into each response.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { groupsIn } from './chunks.ts';

const separate = await build({ build: { write: false }, logLevel: 'warn' });
if (!('output' in separate)) throw new Error('one bundle was expected');
const groups = groupsIn(separate);
await build({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } });

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const compressible = /\.(css|js|json|svg|txt|webmanifest)$/;

const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && compressible.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
      promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }),
);
console.log(`compressed ${files.length} files`);

// The compiler of the texts leaves timers of half a minute behind, for which nobody should wait.
process.exit();
