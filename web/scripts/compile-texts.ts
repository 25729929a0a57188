// Makes src/paraglide for the tools that run without Vite's plugin: type check, lint and tests.
import { compile } from '@inlang/paraglide-js';
import { paraglide } from '../paraglide.ts';

// The build needs a module for each text, to give every page its own. Here a few modules hold them
// all: two thousand would be read again by every tool and every test.
await compile({ ...paraglide, outputStructure: 'locale-modules' });

// The compiler leaves timers of half a minute behind, for which nobody should wait.
process.exit();
