import { join } from 'node:path';
import { shellWord } from '../../base/document/shell-word.ts';
import type { ClusterNeeds } from './cluster-needs.ts';
import { type ClusterObject, FOLDERS } from './cluster-objects.ts';
import { extractCommand, mirroredRelease } from './extract-command.ts';
import { t } from './messages.ts';

/** The facts of a run for the administrator of the cluster. */
export interface Handoff {
  enclave: string;
  /** Name of the run's audit record. */
  run: string;
  /** RFC 3339, UTC. */
  pushedAt: string;
  images: { total: number; failed: number };
  /** Releases that this run pushed or found at the mirror. */
  releases: ClusterNeeds['releases'];
  /** Folder of the manifests. */
  directory: string;
  /** Folder with the release signatures. Absent for the user's state folder. */
  signatures?: string | undefined;
}

/** Content of the sheet: headings, sentences, commands and tables, for both forms. */
export type SheetPart =
  | { heading: string }
  | { text: string }
  | { command: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] };

/** Returns one page for the administrator of a cluster: new content, manifests to apply, and upgrades. No secrets. */
export function handoffSheet(
  handoff: Handoff,
  needs: ClusterNeeds,
  objects: readonly ClusterObject[],
): SheetPart[] {
  const { host, namespace } = needs.destination;
  const { images, directory } = handoff;
  const restarts = objects.filter(({ restartsNodes }) => restartsNodes);
  const parts: SheetPart[] = [
    {
      text: t('sheetRun', {
        run: handoff.run,
        time: handoff.pushedAt,
        pushed: images.total - images.failed,
        total: images.total,
        place: namespace ? `${host}/${namespace}` : host,
        enclave: handoff.enclave,
      }),
    },
  ];
  if (images.failed > 0) parts.push({ text: t('sheetImagesMissing', { count: images.failed }) });
  parts.push({ heading: t('sheetApplyTitle') });
  if (objects.length === 0) parts.push({ text: t('sheetNothingToApply') });
  else {
    parts.push(
      {
        text: t('sheetDiff'),
      },
      { command: `oc diff -Rf ${shellWord(directory)}` },
      { text: t('sheetApply') },
      { command: `oc apply -Rf ${shellWord(directory)}` },
      ...(objects.some(({ kind }) => kind === 'Subscription') ? updateOperatorParts(directory) : []),
      {
        text: t('sheetApplyWithAirlock'),
      },
      { command: `airlock cluster-config apply ${shellWord(directory)}` },
    );
    if (restarts.length > 0)
      parts.push(
        {
          text: t('sheetRestarts', {
            objects: restarts.map(({ kind, name }) => `${kind} ${name}`).join(', '),
          }),
        },
        { command: 'oc get machineconfigpools' },
      );
  }
  parts.push(...accessParts(needs), ...upgradeParts(handoff, needs), ...installParts(handoff, needs));
  if (objects.length > 0)
    parts.push(
      { heading: t('sheetManifestsTitle') },
      {
        columns: [
          t('sheetFileColumn'),
          t('sheetObjectColumn'),
          t('sheetPurposeColumn'),
          t('sheetEffectColumn'),
        ],
        rows: objects.map(({ path, kind, name, purpose, effect }) => [
          path,
          `${kind} ${name}`,
          purpose,
          effect,
        ]),
      },
    );
  return parts;
}

function updateOperatorParts(directory: string): SheetPart[] {
  return [
    { text: t('sheetUpdateOperator') },
    {
      command:
        "oc wait csv --all -n openshift-update-service --for=jsonpath='{.status.phase}'=Succeeded --timeout=10m",
    },
    { command: `oc apply -Rf ${shellWord(join(directory, FOLDERS.updates))}` },
  ];
}

function accessParts({ destination: { host }, authorities, pullSecret }: ClusterNeeds): SheetPart[] {
  const parts: SheetPart[] = [];
  if (authorities === undefined)
    parts.push({
      text: t('sheetWithoutAuthority', { host }),
    });
  if (pullSecret === undefined)
    parts.push(
      {
        text: t('sheetWithoutCredentials', { host }),
      },
      { command: 'oc extract secret/pull-secret -n openshift-config --to=. --keys=.dockerconfigjson' },
      { command: `podman login --authfile .dockerconfigjson ${host}` },
      {
        command:
          'oc set data secret/pull-secret -n openshift-config --from-file=.dockerconfigjson=.dockerconfigjson',
      },
      { command: 'rm .dockerconfigjson' },
    );
  return [{ heading: t('sheetAccessTitle') }, ...parts].slice(parts.length > 0 ? 0 : 1);
}

/** Reads the address of the update service when the command runs, because it isn't known earlier. */
const UPSTREAM =
  'oc patch clusterversion version --type merge -p "{\\"spec\\":{\\"upstream\\":\\"$(oc get updateservice update-service-oc-mirror -n openshift-update-service -o jsonpath=\'{.status.policyEngineURI}\')/api/upgrades_info/v1/graph\\"}}"';

function upgradeParts({ releases, directory }: Handoff, needs: ClusterNeeds): SheetPart[] {
  if (releases.length === 0) return [];
  const parts: SheetPart[] = [
    { heading: t('sheetUpgradeTitle') },
    {
      text: t('sheetUpgrade'),
    },
  ];
  for (const { repository, tag, digest } of releases) {
    parts.push({ text: t('sheetRelease', { tag }) });
    if (needs.signatures.has(digest))
      parts.push({
        command: `oc adm upgrade --allow-explicit-upgrade --to-image ${needs.destination.host}/${repository}@${digest}`,
      });
    else
      parts.push({
        text: t('sheetReleaseUnsigned', { digest }),
      });
  }
  if (needs.updates)
    parts.push(
      {
        text: t('sheetUpdateService'),
      },
      { command: UPSTREAM },
      { command: 'oc adm upgrade' },
      {
        text: t('sheetUpdateServiceWithAirlock', { directory: shellWord(directory) }),
      },
    );
  return parts;
}

/** Returns the commands that get the tools of each release for a first installation. */
function installParts({ releases, signatures }: Handoff, { destination }: ClusterNeeds): SheetPart[] {
  if (releases.length === 0) return [];
  return [
    { heading: t('sheetInstallTitle') },
    { text: t('sheetInstall') },
    ...releases.map((release) => ({
      command: extractCommand(mirroredRelease(release, destination, signatures)),
    })),
  ];
}
