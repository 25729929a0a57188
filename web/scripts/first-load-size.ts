// How much JavaScript a browser needs before a page for visitors stands: the entry, the lazily loaded page, and
// all that either imports; and how large the largest file of the app is. Fails when one is over its budget.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const BUDGET_GZIP_BYTES = 120_000;
const LARGEST_GZIP_BYTES = 250_000;
/** Each page, and what of Vite's manifest it needs. */
const PAGES = {
  '/login': ['entrance.html', 'src/features/login/LoginPage.tsx'],
  '/register': ['entrance.html', 'src/app/entrance/register.ts'],
  '/landing': ['landing.html'],
} as const;

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
interface Chunk {
  readonly file: string;
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

async function total(files: readonly string[], ending: string): Promise<number> {
  const sizes = files.map(async (file) => (await readFile(dist + file + ending)).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

async function measure(page: string, keys: readonly string[]): Promise<boolean> {
  const needed = new Map<string, Chunk>();
  for (const key of keys) gather(key, needed);
  const chunks = [...needed.values()];
  const scripts = chunks.map(({ file }) => file);
  const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))];

  const gzip = await total(scripts, '.gz');
  console.log(
    `first load of ${page}, ${scripts.length} scripts and ${styles.length} style sheets:`,
  );
  console.log(
    `  JavaScript  gzip ${kilobytes(gzip)}, brotli ${kilobytes(await total(scripts, '.br'))}`,
  );
  console.log(
    `  CSS         gzip ${kilobytes(await total(styles, '.gz'))}, brotli ${kilobytes(await total(styles, '.br'))}`,
  );
  if (gzip > BUDGET_GZIP_BYTES) {
    console.error(`over the budget of ${kilobytes(BUDGET_GZIP_BYTES)} gzip`);
    return false;
  }
  return true;
}

for (const [page, keys] of Object.entries(PAGES)) {
  // oxlint-disable-next-line no-await-in-loop -- printed one after the other
  if (!(await measure(page, keys))) process.exitCode = 1;
}

const files = [...new Set(Object.values(manifest).map(({ file }) => file))];
const sizes = await Promise.all(
  files
    .filter((file) => file.endsWith('.js'))
    .map(async (file) => [await total([file], '.gz'), file] as const),
);
const [largest, name] = sizes.reduce((one, other) => (other[0] > one[0] ? other : one));
console.log(`largest file: ${name}, gzip ${kilobytes(largest)}`);
if (largest > LARGEST_GZIP_BYTES) {
  console.error(`over the budget of ${kilobytes(LARGEST_GZIP_BYTES)} gzip`);
  process.exitCode = 1;
}
