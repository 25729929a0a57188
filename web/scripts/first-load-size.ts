// How much JavaScript a browser needs before the log-in page stands: the entry, the lazily loaded
// page, and all that either imports. Fails when it is over the budget.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const BUDGET_GZIP_BYTES = 180_000;
const PAGE = 'src/features/login/LoginPage.tsx';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8')) as Record<
  string,
  Chunk
>;

function gather(key: string, found: Map<string, Chunk>) {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`${key} is not in Vite's manifest`);
  if (found.has(key)) return;
  found.set(key, chunk);
  for (const imported of chunk.imports ?? []) gather(imported, found);
}

const needed = new Map<string, Chunk>();
for (const [key, { isEntry = false }] of Object.entries(manifest)) if (isEntry) gather(key, needed);
gather(PAGE, needed);

async function total(files: readonly string[], ending: string): Promise<number> {
  const sizes = files.map(async (file) => (await readFile(dist + file + ending)).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const chunks = [...needed.values()];
const scripts = chunks.map(({ file }) => file);
const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))];
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

const gzip = await total(scripts, '.gz');
console.log(`first load of /login, ${scripts.length} scripts and ${styles.length} style sheets:`);
console.log(
  `  JavaScript  gzip ${kilobytes(gzip)}, brotli ${kilobytes(await total(scripts, '.br'))}`,
);
console.log(
  `  CSS         gzip ${kilobytes(await total(styles, '.gz'))}, brotli ${kilobytes(await total(styles, '.br'))}`,
);
if (gzip > BUDGET_GZIP_BYTES) {
  console.error(`over the budget of ${kilobytes(BUDGET_GZIP_BYTES)} gzip`);
  process.exit(1);
}
