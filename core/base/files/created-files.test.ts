import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CORE = fileURLToPath(new URL('../..', import.meta.url));

/** Modules that create files with `node:fs`, and why that is safe in a shared workspace. */
const ELSEWHERE: Record<string, string> = {
  'app/log/log.ts': 'the log of one user, in the state directory or the file of --log-file',
  'base/files/created-files.ts': 'it is the policy',
  'base/files/shared-open.ts': 'the policy opens files by it',
  'base/files/create-directories.ts': 'the policy creates directories by it',
  'base/files/private-directory.ts': 'private directories',
  'registry/access/auth-file-writer.ts': 'the auth file of the user',
  'content/helm/render-with-helm.ts': 'a private temporary directory',
  'media/export/file-on-drive.ts': 'a drive',
  'media/volumes/drive.ts': 'a drive',
  'media/origin/origin.ts': 'a private temporary directory',
  'media/volumes/volume-file.ts': 'a drive',
  'media/export/put-app.ts': 'a drive',
  'media/check/unpack-image.ts': 'a private temporary directory',
  'media/check/root-tree.ts': 'a private temporary directory',
  'media/check/write-content.ts': 'a drive',
  'media/formats/write-oc-layout.ts': 'a drive',
  'app/sources/planned-size.ts': 'a private temporary directory',
  'app/doctor/checks/disk-speed.ts': 'a file that is removed at once',
  'app/doctor/checks/directory.ts': 'a file that is removed at once',
  'registry/server/storage/directory-storage.ts': 'the storage of `registry serve`',
  'registry/server/storage/file-blob-sink.ts': 'the storage of `registry serve`',
  'app/service/registries/authorities.ts': 'certs.d of the user',
  'app/service/practice/practice-world.ts': 'the practice world, a directory of one user',
  'app/service/upgrades/upgrades.ts': 'a private temporary directory',
};

test('every module that writes into a workspace creates files by created-files.ts', async () => {
  const found: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: CORE })) {
    if (/[.](test|fixture)[.]ts$|^(test-world|app\/practice)\//.test(name) || ELSEWHERE[name]) continue;
    const text = await readFile(join(CORE, name), 'utf8');
    const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from 'node:fs(?:\/promises)?'/g)]
      .flatMap(([, names]) => names!.split(','))
      .map((part) => part.trim());
    const creators = imported.filter((part) =>
      /^(mkdir|writeFile|appendFile|openSync|createWriteStream)(Sync)?$/.test(part),
    );
    if (imported.includes('open') && /\bopen\([^;]*?'[wa]x?\+?'/.test(text)) creators.push('open');
    // Reading files needs no policy.
    const reads = /openSync\([^)]*'r'\)/.test(text);
    if (creators.filter((part) => !(reads && part === 'openSync')).length > 0)
      found.push(`${name}: ${creators}`);
  }
  expect(found).toEqual([]);
});
