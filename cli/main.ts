#!/usr/bin/env -S -u NODE_COMPILE_CACHE node --max-semi-space-size=8
import { startProcess } from '../core/app/engine-link/process-start.ts';

// Before anything else is loaded: types are stripped and modules compiled once, not at every start.
startProcess();
const [{ main }, { watchCommand }] = await Promise.all([
  import('./program.ts'),
  import('./terminal/command-log.ts'),
]);
watchCommand();
process.exitCode = await main();
