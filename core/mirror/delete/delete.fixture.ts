import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACCEPT_MANIFESTS } from '../../base/image/media-types.ts';
import { control, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import type { RunControl } from '../run/request.ts';
import { type ExecuteDeleteRequest, type ExecutedDelete, executeDelete } from './execute-delete.ts';
import { type GenerateDeleteRequest, type GeneratedDelete, generateDelete } from './generate-delete.ts';

/** The location of the golden files of this folder. */
export const GOLDEN = join(dirname(fileURLToPath(import.meta.url)), 'golden');

/** Writes the content of a configuration as the content to delete. */
export async function deletionOfFile(rig: Rig, configuration: string): Promise<string> {
  const text = (await readFile(configuration, 'utf8'))
    .replace('kind: ImageSetConfiguration', 'kind: DeleteImageSetConfiguration')
    .replace('mirror:\n', 'delete:\n');
  const file = `${rig.place('disc')}.yaml`;
  await writeFile(file, text);
  return file;
}

/** Mirrors configurations to a workspace, and pushes it. @param options.workspace default a new one */
export async function mirrored(
  rig: Rig,
  host: string,
  configurations: string[],
  { workspace = rig.place('workspace'), ...options }: { workspace?: string; namespace?: string } = {},
): Promise<string> {
  for (const file of configurations) {
    await toDisk(rig, workspace, file);
    const pushed = await toRegistry(rig, workspace, host, { configFile: file, ...options });
    if (pushed.status !== 'complete') throw new Error(JSON.stringify(pushed.failures));
  }
  return workspace;
}

const network = { destinationTlsVerify: false, retryTimes: 3, retryDelayMs: 20 };

export function generate(
  rig: Rig,
  host: string,
  chosen: Pick<GenerateDeleteRequest, 'workspace' | 'configFile'> & Partial<GenerateDeleteRequest>,
): Promise<GeneratedDelete> {
  return generateDelete(
    {
      ...network,
      destination: { host, namespace: '' },
      keep: [],
      maxNestedPaths: 0,
      stateDirectory: join(rig.directory, 'state'),
      ...chosen,
    },
    rig.host,
    control(),
  );
}

export function execute(
  rig: Rig,
  host: string,
  listFile: string,
  chosen: Partial<ExecuteDeleteRequest> = {},
  controlled: RunControl = control(),
): Promise<ExecutedDelete> {
  return executeDelete(
    {
      ...network,
      destination: { host, namespace: '' },
      listFile,
      forceCacheDelete: false,
      stateDirectory: join(rig.directory, 'state'),
      arguments: ['delete', '--delete-yaml-file', listFile, `docker://${host}`],
      ...chosen,
    },
    rig.host,
    controlled,
  );
}

/** Every tag of a registry with its digest, by plain requests. */
export async function tagsAt(host: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const json = async (path: string) => (await fetch(`http://${host}/v2/${path}`)).json();
  const { repositories } = (await json('_catalog?n=1000')) as { repositories: string[] };
  for (const repository of repositories) {
    const { tags } = (await json(`${repository}/tags/list?n=1000`)) as { tags: string[] | null };
    for (const tag of tags ?? []) {
      const { headers } = await fetch(`http://${host}/v2/${repository}/manifests/${tag}`, {
        method: 'HEAD',
        headers: { accept: ACCEPT_MANIFESTS.join(', ') },
      });
      found.set(`${repository}:${tag}`, headers.get('docker-content-digest') ?? '');
    }
  }
  return found;
}

/** Status of a manifest by digest. */
export async function manifestStatus(host: string, repository: string, digest: string): Promise<number> {
  const headers = { accept: ACCEPT_MANIFESTS.join(', ') };
  return (await fetch(`http://${host}/v2/${repository}/manifests/${digest}`, { method: 'HEAD', headers }))
    .status;
}
