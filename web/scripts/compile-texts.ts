// Makes src/paraglide for the tools that run without Vite's plugin: type check, lint and tests.
import { compile } from '@inlang/paraglide-js';
import { paraglide } from '../paraglide.ts';

await compile(paraglide);
