import { shellWord } from '../../base/document/shell-word.ts';
import type { ClusterNeeds } from './cluster-needs.ts';
import type { ClusterObject } from './cluster-objects.ts';

/** What one run hands over to whoever runs the cluster. */
export interface HandOver {
  enclave: string;
  /** Name of the run's audit record. */
  run: string;
  /** RFC 3339, UTC. */
  pushedAt: string;
  images: { total: number; failed: number };
  /** Releases that this very run brought or found there. */
  releases: ClusterNeeds['releases'];
  /** Folder of the manifests. */
  directory: string;
}

/** Content of the sheet: headings, sentences, commands and tables, for both forms. */
export type SheetPart =
  | { heading: string }
  | { text: string }
  | { command: string }
  | { columns: readonly string[]; rows: readonly (readonly string[])[] };

export const SHEET_TITLE = 'What to do with the cluster now';

/** One page for the administrator of a cluster: what came, what to apply, how to upgrade. No secrets. */
export function handOverSheet(
  handOver: HandOver,
  needs: ClusterNeeds,
  objects: readonly ClusterObject[],
): SheetPart[] {
  const { host, namespace } = needs.destination;
  const { images, directory } = handOver;
  const restarts = objects.filter(({ restartsNodes }) => restartsNodes);
  const parts: SheetPart[] = [
    {
      text: `Run ${handOver.run}, ${handOver.pushedAt}: ${images.total - images.failed} of ${images.total} images are at ${host}${namespace ? `/${namespace}` : ''} for ${handOver.enclave}.`,
    },
  ];
  if (images.failed > 0)
    parts.push({
      text: `${images.failed} ${images.failed === 1 ? 'image is' : 'images are'} missing: run the same command again before the cluster is upgraded.`,
    });
  parts.push({ heading: 'Apply the manifests' });
  if (objects.length === 0) parts.push({ text: 'There is nothing to apply.' });
  else {
    parts.push(
      {
        text: 'They hold everything that is known to be at the mirror, not what came by this run alone. See what would change first:',
      },
      { command: `oc diff -Rf ${shellWord(directory)}` },
      { text: 'Then, logged in to that cluster:' },
      { command: `oc apply -Rf ${shellWord(directory)}` },
      {
        text: 'Or in place of both, with Airlock: it compares, asks before nodes restart, waits for nodes and catalogs, and can take it back (airlock cluster-config rollback). With --dry-run it only shows what would change:',
      },
      { command: `airlock cluster-config apply ${shellWord(directory)}` },
    );
    if (restarts.length > 0)
      parts.push(
        {
          text: `Nodes may restart one after another for: ${restarts.map(({ kind, name }) => `${kind} ${name}`).join(', ')}. Wait until every pool is updated:`,
        },
        { command: 'oc get machineconfigpools' },
      );
  }
  parts.push(...accessParts(needs), ...upgradeParts(handOver, needs));
  if (objects.length > 0)
    parts.push(
      { heading: 'The manifests' },
      {
        columns: ['File', 'Object', 'What for', 'When applied'],
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

function accessParts({ destination: { host }, authorities, pullSecret }: ClusterNeeds): SheetPart[] {
  const parts: SheetPart[] = [];
  if (authorities === undefined)
    parts.push({
      text: `No certificate authority of ${host} is among the manifests. If the cluster does not trust it yet, write them again with it: airlock cluster-config write --trust-bundle CA.pem --to DIR.`,
    });
  if (pullSecret === undefined)
    parts.push(
      {
        text: `The pull secret is not among them. If the cluster has no login for ${host} yet and the mirror asks for one:`,
      },
      { command: 'oc extract secret/pull-secret -n openshift-config --to=. --keys=.dockerconfigjson' },
      { command: `podman login --authfile .dockerconfigjson ${host}` },
      {
        command:
          'oc set data secret/pull-secret -n openshift-config --from-file=.dockerconfigjson=.dockerconfigjson',
      },
      { command: 'rm .dockerconfigjson' },
    );
  return [{ heading: 'Trust and login' }, ...parts].slice(parts.length > 0 ? 0 : 1);
}

/** The address of the update service is known when it runs. */
const UPSTREAM =
  'oc patch clusterversion version --type merge -p "{\\"spec\\":{\\"upstream\\":\\"$(oc get updateservice update-service-oc-mirror -n openshift-update-service -o jsonpath=\'{.status.policyEngineURI}\')/api/upgrades_info/v1/graph\\"}}"';

function upgradeParts({ releases, directory }: HandOver, needs: ClusterNeeds): SheetPart[] {
  if (releases.length === 0) return [];
  const parts: SheetPart[] = [
    { heading: 'Upgrade' },
    {
      text: 'When the pools are updated, one of these, by digest. The cluster verifies the release by its signature; no --force is needed.',
    },
  ];
  for (const { repository, tag, digest } of releases) {
    parts.push({ text: `${tag}:` });
    if (needs.signatures.has(digest))
      parts.push({
        command: `oc adm upgrade --allow-explicit-upgrade --to-image ${needs.destination.host}/${repository}@${digest}`,
      });
    else
      parts.push({
        text: `No valid signature of ${digest} is here: a cluster takes it only by force. Mirror it with its signature first.`,
      });
  }
  if (needs.updates)
    parts.push(
      {
        text: 'Or have the cluster ask the update service, once that runs, and choose from what it offers:',
      },
      { command: UPSTREAM },
      { command: 'oc adm upgrade' },
      {
        text: `In place of the first, airlock cluster-config apply --set-upstream ${shellWord(directory)} does the same, and can take it back.`,
      },
    );
  return parts;
}
