import type { Plugin } from 'vite';

const COMPONENT_CLASSES = /@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/;
const ENTRY = 'virtual:mantine-styles';

/**
 * Ships the style sheets of the Mantine components that the app uses, each in the chunk that uses
 * it, instead of all of them on every page (38 kB compressed). Nobody has to keep a list: where a
 * component's class names are bundled, its style sheet follows. The development server bundles
 * nothing, so there the whole style sheet is loaded.
 */
export function mantineStyles(): Plugin {
  let building = false;
  return {
    name: 'mantine-styles',
    configResolved: ({ command }) => {
      building = command === 'build';
    },
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
    load: (id) => {
      if (id !== `\0${ENTRY}`) return undefined;
      if (!building) return "import '@mantine/core/styles.css';";
      return ['baseline', 'default-css-variables', 'global']
        .map((name) => `import '@mantine/core/styles/${name}.css';`)
        .join('\n');
    },
    transform: (code, id) => {
      const name = COMPONENT_CLASSES.exec(id)?.[1];
      if (!building || name === undefined) return undefined;
      return { code: `import '@mantine/core/styles/${name}.css';\n${code}`, map: null };
    },
  };
}
