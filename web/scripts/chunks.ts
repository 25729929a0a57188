// Which modules share a file. Left alone, the bundler makes a file of every module that two pages share: the home page
// was 190 files, most of them of a few hundred bytes, and a phone spent its time asking for them. What a page really
// needs of the libraries and texts is known only once it was bundled, so that this reads an earlier bundle.
import type { Rolldown } from 'vite';

/** The smallest page, which loads nothing that only others need. */
const LANDING = ['landing.ts'];
/** What everybody else begins with. */
const BEGINNING = ['entrance.tsx'];
/** What visitors open next. These pages are kept small. */
const LOG_IN = ['features/login/LoginPage.tsx'];
const REGISTER = ['app/entrance/register.ts'];
/** What every page has once it stands. */
const NOTICES = ['app/Toaster.tsx'];
/** What is on the screen of everybody who is signed in, and the first page of most: in the same file. */
const SIGNED_IN = [
  'app/signedIn.ts',
  'app/home/HomePage.tsx',
  'app/shell/SideMenu.tsx',
  'app/shell/BottomBar.tsx',
  'app/palette/PaletteButton.tsx',
];
/** What they have once they see that page: lists of invoices, menus, choices, and the texts of refusals. */
const WORK = ['app/home/Details.tsx', 'app/Dialogs.tsx'];

/** The groups of modules that have a file together, given a bundle without them. */
export function groupsIn({ output }: Rolldown.RolldownOutput): Rolldown.CodeSplittingGroup[] {
  const chunks = output.filter((file) => file.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));

  function fileOf(path: string): Rolldown.OutputChunk {
    const found = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith(`/src/${path}`)),
    );
    if (found === undefined) throw new Error(`${path} is in no file`);
    return found;
  }

  /** The modules of all files that some modules are loaded with, without those in a file with them. */
  function loadedWith(paths: readonly string[]): ReadonlySet<string> {
    const roots = paths.map(fileOf);
    const files = new Set(roots.flatMap(({ imports }) => imports));
    for (const file of files) for (const next of byFile.get(file)?.imports ?? []) files.add(next);
    return new Set([...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []));
  }

  const modulesOf = (paths: readonly string[]) => paths.flatMap((path) => fileOf(path).moduleIds);

  const landing = loadedWith(LANDING);
  const beginning = loadedWith(BEGINNING);
  const logIn = loadedWith(LOG_IN);
  const register = loadedWith(REGISTER);
  const notices = loadedWith(NOTICES);
  // The entry itself begins the app when it is loaded, so that it shares no file.
  const signedIn = new Set([...loadedWith(['main.tsx', ...SIGNED_IN]), ...modulesOf(SIGNED_IN)]);
  const work = new Set([...loadedWith(WORK), ...modulesOf(WORK)]);
  const groups: [string, (id: string) => boolean][] = [
    ['start', (id) => landing.has(id) && beginning.has(id)],
    ['landing', (id) => landing.has(id)],
    ['frame', (id) => beginning.has(id)],
    ['visitors', (id) => logIn.has(id) && register.has(id)],
    ['layers', (id) => notices.has(id) && (logIn.has(id) || register.has(id))],
    ['notices', (id) => notices.has(id)],
    ['log-in', (id) => logIn.has(id)],
    ['register', (id) => register.has(id)],
    ['signed-in', (id) => signedIn.has(id)],
    ['work', (id) => work.has(id)],
  ];
  // The first that takes a module has it.
  return groups.map(([name, test], place) => ({ name, test, priority: groups.length - place }));
}
