import { CLUSTER_FILE, nodeFileOf } from '../machine-config/node-files.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import type { NodeService } from '../model/node-release.ts';
import { t } from './messages.ts';

/** A file below /etc/nmstate/openshift on the node. `path` may be only its name. */
export interface NodeFile {
  path: string;
  text: string;
}

/** The file that a node uses, and why it doesn't use the others. */
export interface Picked {
  used: NodeFile | undefined;
  reason: string;
  considered: { file: string; used: boolean; why: string }[];
  problems: NmstateProblem[];
}

/** Picks `[ -s <short>.yml ]`, else `[ -s cluster.yml ]`: names are case-sensitive, and empty files are ignored. */
export function pickFile(
  files: readonly NodeFile[],
  short: string,
  name: string,
  service: NodeService,
): Picked {
  const considered: Picked['considered'] = [];
  const problems: NmstateProblem[] = [];
  const own = files.find((file) => nodeFileName(file) === `${short}.yml`);
  const cluster = files.find((file) => nodeFileName(file) === `${CLUSTER_FILE}.yml`);
  const accepted = service.reads
    ? [own, cluster].find((file) => file !== undefined && file.text !== '')
    : undefined;
  const consider = (file: NodeFile, why: string, trouble?: { rule: string; remedy: string }) => {
    considered.push({ file: nodeFileName(file), used: file === accepted, why });
    if (trouble)
      problems.push({
        code: 'machine-config',
        level: 'error',
        message: t('fileProblem', { file: nodeFileName(file), why }),
        remedy: trouble.remedy,
        file: file.path,
        line: 1,
        column: 1,
        rule: trouble.rule,
      });
  };
  const empty = { rule: 'empty', remedy: t('emptyRemedy') };
  if (own)
    if (own === accepted) consider(own, t('ownNameText', { short }));
    else if (own.text === '') consider(own, t('emptyText'), empty);
    else consider(own, t('releaseText'));
  for (const file of files) {
    if (file === own || file === cluster) continue;
    const { name: written, extension } = nodeFileOf(file.path);
    const mine = shortName(written) === short;
    if (!mine && written !== CLUSTER_FILE) continue;
    if (extension === 'yml' && written.includes('.'))
      consider(file, t('domainText', { short }), {
        rule: 'short-name',
        remedy: t('renameRemedy', { name: short }),
      });
    else if (extension === 'yml')
      consider(file, t('caseText', { short }), {
        rule: 'case',
        remedy: t('renameRemedy', { name: short }),
      });
    else
      consider(file, t('extensionText'), {
        rule: 'extension',
        remedy: t('renameRemedy', { name: mine ? short : CLUSTER_FILE }),
      });
  }
  if (cluster)
    if (cluster === accepted)
      consider(cluster, own ? t('ownEmptyText', { short }) : t('ownMissingText', { short }));
    else if (cluster.text === '') consider(cluster, t('emptyText'), empty);
    else consider(cluster, accepted ? t('ownFirstText', { short }) : t('releaseText'));
  return {
    used: accepted,
    reason: reasonOf(accepted, own, short, name, considered, service),
    considered,
    problems,
  };
}

function reasonOf(
  accepted: NodeFile | undefined,
  own: NodeFile | undefined,
  short: string,
  name: string,
  considered: Picked['considered'],
  service: NodeService,
): string {
  if (!service.reads) return service.note!;
  const host = name === short ? short : t('hostText', { name, short });
  if (accepted === undefined) {
    const others = considered.map(({ file, why }) => t('fileProblem', { file, why })).join('; ');
    return others ? t('noFileReasonWithFiles', { short, files: others }) : t('noFileReason', { short });
  }
  if (accepted === own) return t('ownFileReason', { host, short });
  return own ? t('ownEmptyReason', { host, short }) : t('ownMissingReason', { host, short });
}

/** Returns the last part of a file's path. */
export function nodeFileName({ path }: NodeFile): string {
  return path.split(/[\\/]/).at(-1)!;
}
