import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ContractDay2Change } from '../../../contract/topics/day2-requests.ts';
import type { ClusterObjects } from '../../../install/install-config/day2/cluster-objects.ts';
import type { ClusterFailureDomain, Day2Plan } from '../../../install/install-config/day2/plan.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { t } from './messages.ts';

type Names = 'installConfig.day2Read' | 'installConfig.day2Plan' | 'installConfig.day2Save';

/** Bytes. The objects of a large cluster are some MiB. */
const LARGEST = 256 * 1024 * 1024;

/** Returns the handlers that plan changes of an installed cluster from files with its objects. Plans contain no credentials. */
export function day2Handlers(): Pick<HandlersOf<'installConfig'>, Names> {
  return {
    'installConfig.day2Read': async ({ objects, openShiftVersion }) => {
      const [{ fetchObjectsCommand }, { startingStateOf }] = await Promise.all([
        import('../../../install/install-config/day2/cluster-objects.ts'),
        import('../../../install/install-config/day2/starting-state.ts'),
      ]);
      const command = fetchObjectsCommand();
      if (objects === undefined) return { command, problems: [] };
      const found = await readObjects(objects);
      const state = startingStateOf(found, openShiftVersion ? { openShiftVersion } : {});
      return { command, state, problems: found.problems };
    },
    'installConfig.day2Plan': plannedDay2,
    'installConfig.day2Save': async ({ directory, ...question }) => {
      const target = absolutePath(directory, 'directory');
      const plan = await plannedDay2(question);
      if (!plan.ok)
        throw new AirlockError('usage', t('changeRejected', { title: plan.title }), {
          remedy: plan.rejections[0]?.remedy ?? t('changeRejectedRemedy'),
        });
      const { writePlan } = await import('../../../cluster/install-files/write-plan.ts');
      const written = await writePlan(target, plan);
      const absolute = (paths: string[]) => paths.map((path) => join(target, path));
      return {
        files: absolute(written.files),
        removed: absolute(written.removed),
        others: absolute(written.others),
      };
    },
  };
}

/** Returns the plan of a change, from files with the objects of the cluster. @throws AirlockError `config-unreadable` */
export async function plannedDay2({
  objects,
  change,
  openShiftVersion,
}: {
  objects: string;
  change: ContractDay2Change;
  openShiftVersion?: string | undefined;
}): Promise<Day2Plan> {
  const [{ planDay2 }, { readFailureDomains }, found] = await Promise.all([
    import('../../../install/install-config/day2/plan-day2.ts'),
    import('../../../install/install-config/day2/read-failure-domains.ts'),
    readObjects(objects),
  ]);
  const {
    failureDomainsFile,
    convertCloudConfig,
    addVCenters,
    removeVCenters,
    addFailureDomains = [],
  } = change;
  const domains: ClusterFailureDomain[] = addFailureDomains.map(({ topology, ...domain }) => {
    const { resourcePool, folder, template } = topology;
    return {
      ...domain,
      topology: {
        ...topology,
        resourcePool: resourcePool || undefined,
        folder: folder || undefined,
        template: template || undefined,
      },
    };
  });
  const vcenters = [...(addVCenters ?? [])];
  if (failureDomainsFile !== undefined) {
    const file = absolutePath(failureDomainsFile, 'failureDomainsFile');
    const infrastructure = found.infrastructure?.value as
      | { status?: { infrastructureName?: unknown } }
      | undefined;
    const read = readFailureDomains(await textOf(file), {
      file,
      infraId: String(infrastructure?.status?.infrastructureName ?? ''),
    });
    const [first] = read.problems;
    if (first)
      throw new AirlockError('cluster-objects-invalid', first.message, {
        remedy: first.remedy,
        problems: read.problems,
        at: { file, line: first.line ?? 1, column: first.column ?? 1 },
      });
    domains.push(...read.failureDomains);
    vcenters.push(...read.vcenters.filter(({ server }) => isNew(found, server, vcenters)));
  }
  return planDay2(
    found,
    {
      convertCloudConfig: convertCloudConfig || undefined,
      addVCenters: vcenters.length > 0 ? vcenters : undefined,
      removeVCenters: removeVCenters?.length ? removeVCenters : undefined,
      addFailureDomains: domains.length > 0 ? domains : undefined,
    },
    openShiftVersion ? { openShiftVersion } : {},
  );
}

/** Returns the vCenters of the cluster, which an install configuration lists, too. */
function isNew(found: ClusterObjects, server: string, added: readonly { server: string }[]): boolean {
  const spec = found.infrastructure?.value.spec as
    | { platformSpec?: { vsphere?: { vcenters?: { server?: unknown }[] } } }
    | undefined;
  const there = spec?.platformSpec?.vsphere?.vcenters ?? [];
  return ![...there, ...added].some((each) => each.server === server);
}

/** Reads a file, or all YAML and JSON files of a folder. @throws AirlockError `config-unreadable` */
async function readObjects(path: string): Promise<ClusterObjects> {
  const { readClusterObjects } = await import('../../../install/install-config/day2/cluster-objects.ts');
  const place = absolutePath(path, 'objects');
  const found = await stat(place).catch((error: unknown) => {
    throw unreadable(place, error);
  });
  const files = found.isDirectory()
    ? (await readdir(place))
        .filter((name) => /\.(ya?ml|json)$/i.test(name))
        .sort()
        .map((name) => join(place, name))
    : [place];
  const texts = [];
  for (const file of files) texts.push({ file, text: await textOf(file) });
  return readClusterObjects(texts);
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size <= LARGEST) return await readFile(file, 'utf8');
    throw new AirlockError('config-unreadable', t('fileTooLarge', { file, size }), {
      expected: t('mostBytes', { bytes: LARGEST }),
      found: String(size),
      at: { file },
    });
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): AirlockError {
  if (error instanceof AirlockError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const message =
    code === 'ENOENT' ? t('fileMissing', { file }) : t('fileUnreadable', { file, code: code ?? '' });
  return new AirlockError('config-unreadable', message, { side: 'local', at: { file } });
}
