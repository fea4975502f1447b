import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { isTemporary } from './atomic-file.ts';

/**
 * Is preloaded into a process (`node --import`) and kills it with SIGKILL before it renames or removes a temporary file for the
 * `KILL_AT`-th time, so that the file remains.
 */
const killAt = Number(process.env.KILL_AT);
let count = 0;

function dies(path: unknown): void {
  if (typeof path !== 'string' || !isTemporary(basename(path))) return;
  count++;
  if (count === killAt) process.kill(process.pid, 'SIGKILL');
}

const { rename, link, rm } = fs;
fs.rename = (from, to) => {
  dies(from);
  return rename(from, to);
};
fs.link = (from, to) => {
  dies(from);
  return link(from, to);
};
fs.rm = (path, options) => {
  dies(path);
  return rm(path, options);
};
syncBuiltinESMExports();
