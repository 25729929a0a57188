import type { CompilerOptions } from '@inlang/paraglide-js';

/** How the texts of src/locales become typed functions in src/paraglide. */
export const paraglide: CompilerOptions = {
  project: './project.inlang',
  outdir: './src/paraglide',
  strategy: ['globalVariable', 'baseLocale'],
};
