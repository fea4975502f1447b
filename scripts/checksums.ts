// npm run checksums -- DIR: SHA256SUMS of all files in a directory, such as the packages of several platforms.
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checksumSigner, writeChecksums } from './packages/checksums.ts';
import { SIGN_OPTIONS } from './packages/options.ts';
import { runScript, UsageError } from './packages/run-script.ts';

const LIST = 'SHA256SUMS';

await runScript(async () => {
  const { values, positionals } = parseArgs({ options: SIGN_OPTIONS, allowPositionals: true });
  const [directory, ...others] = positionals;
  if (directory === undefined || others.length > 0)
    throw new UsageError('Specify one directory: npm run checksums -- DIR [--sign-key KEY]');
  const entries = await readdir(resolve(directory), { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== LIST && entry.name !== `${LIST}.asc`)
    .map(({ name }) => name);
  if (names.length === 0) throw new UsageError(`${resolve(directory)} contains no files.`);
  const written = await writeChecksums(join(resolve(directory), LIST), names, checksumSigner(values));
  process.stdout.write(`${written.join('\n')}\n`);
});
