#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Types are stripped and modules compiled once, not at every start: half a second less. Kept in the system's folder for
// temporary files; without it everything works the same.
enableCompileCache();
const { main } = await import('./program.ts');
await main(process.argv.slice(2));
