#!/usr/bin/env -S -u NODE_COMPILE_CACHE node
import { setFlagsFromString } from 'node:v8';
import { startProcess } from '../core/app/engine-link/process-start.ts';

// Before anything else is loaded: types are stripped and modules compiled once, not at every start.
startProcess();
// A catalog of 300 MB is read with 280 MB of memory in place of 390: V8 would put short-lived parts among the old.
setFlagsFromString('--no-allocation-site-pretenuring');
const { main } = await import('./program.ts');
process.exitCode = await main();
