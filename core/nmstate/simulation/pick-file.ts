import { CLUSTER_FILE, nodeFileOf } from '../machine-config/node-files.ts';
import type { NmstateProblem } from '../model/finding.ts';
import { shortName } from '../model/host.ts';
import type { NodeService } from '../model/node-release.ts';

/** A file as it is below /etc/nmstate/openshift on the node; `path` may be its name alone. */
export interface NodeFile {
  path: string;
  text: string;
}

/** The file a node takes, and what it makes of the others. */
export interface Picked {
  taken: NodeFile | undefined;
  reason: string;
  considered: { file: string; taken: boolean; why: string }[];
  problems: NmstateProblem[];
}

/** `[ -s <short>.yml ]`, else `[ -s cluster.yml ]`: names are compared letter by letter, and empty files do not count. */
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
    considered.push({ file: nodeFileName(file), taken: file === accepted, why });
    if (trouble)
      problems.push({
        code: 'machine-config',
        level: 'error',
        message: `${nodeFileName(file)}: ${why}`,
        remedy: trouble.remedy,
        file: file.path,
        line: 1,
        column: 1,
        rule: trouble.rule,
      });
  };
  const empty = { rule: 'empty', remedy: 'Write the document of the host into it, or leave the file out.' };
  if (own)
    if (own === accepted) consider(own, `it is called as the host: hostname -s says ${short}`);
    else if (own.text === '') consider(own, 'it is empty, and counts as if it were not there', empty);
    else consider(own, 'nodes of this release do not look for it');
  for (const file of files) {
    if (file === own || file === cluster) continue;
    const { name: written, extension } = nodeFileOf(file.path);
    const mine = shortName(written) === short;
    if (!mine && written !== CLUSTER_FILE) continue;
    if (extension === 'yml' && written.includes('.'))
      consider(file, `the node looks for its short name, ${short}.yml, and does not see the domain`, {
        rule: 'short-name',
        remedy: `Call it ${short}.yml.`,
      });
    else if (extension === 'yml')
      consider(file, `names are compared letter by letter, and the node says ${short}`, {
        rule: 'case',
        remedy: `Call it ${short}.yml.`,
      });
    else
      consider(file, 'the node looks for names that end in .yml only, and ignores it without a word', {
        rule: 'extension',
        remedy: `Call it ${mine ? short : CLUSTER_FILE}.yml.`,
      });
  }
  if (cluster)
    if (cluster === accepted)
      consider(
        cluster,
        own
          ? `${short}.yml is empty`
          : `there is no ${short}.yml, and this file is for every host of the role`,
      );
    else if (cluster.text === '') consider(cluster, 'it is empty, and counts as if it were not there', empty);
    else
      consider(
        cluster,
        accepted
          ? `${short}.yml is there: the two are not merged`
          : 'nodes of this release do not look for it',
      );
  return {
    taken: accepted,
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
  const who = name === short ? short : `${name}, whose short name is ${short},`;
  if (accepted === undefined) {
    const others = considered.map(({ file, why }) => `${file}: ${why}`).join('; ');
    return `No configuration found: there is neither ${short}.yml nor ${CLUSTER_FILE}.yml that counts${others && ` (${others})`}`;
  }
  if (accepted === own)
    return `${who} takes ${short}.yml: the file of a host comes before ${CLUSTER_FILE}.yml`;
  return `${who} takes ${CLUSTER_FILE}.yml: ${own ? `${short}.yml is empty` : `there is no ${short}.yml`}`;
}

/** The last part of its path. */
export function nodeFileName({ path }: NodeFile): string {
  return path.split(/[\\/]/).at(-1)!;
}
