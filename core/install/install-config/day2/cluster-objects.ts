import { type Path, placeAt, readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import type { Problem } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { t } from './messages.ts';

type Fields = Record<string, unknown>;

/** An object of a cluster, read from a file. */
export interface ClusterObject {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
  /** The entire object, frozen. */
  value: Fields;
  file: string;
  line: number;
}

/** The names of the keys of a Secret. Values aren't stored. */
export interface SecretKeys {
  namespace: string;
  name: string;
  keys: string[];
  file: string;
}

/** The objects from which a change of an installed cluster is planned. */
export interface ClusterObjects {
  infrastructure?: ClusterObject;
  featureGate?: ClusterObject;
  clusterVersion?: ClusterObject;
  controlPlaneMachineSet?: ClusterObject;
  machineSets: ClusterObject[];
  machines: ClusterObject[];
  nodes: ClusterObject[];
  persistentVolumes: ClusterObject[];
  configMaps: ClusterObject[];
  secrets: SecretKeys[];
  /** Kinds that were fetched. If the files contain no object of such a kind, the cluster has none. */
  fetched: ReadonlySet<string>;
  problems: Problem[];
}

const FETCHED = ['Machine', 'MachineSet', 'ControlPlaneMachineSet', 'Node', 'PersistentVolume', 'Secret'];

const SECRET_KEYS =
  '{{printf "apiVersion: v1\\nkind: Secret\\nmetadata: {name: %s, namespace: %s}\\ndata:\\n" .metadata.name .metadata.namespace}}{{range $key, $value := .data}}{{printf "  %q: \\"\\"\\n" $key}}{{end}}';

/**
 * Returns the bash command line that fetches the objects for a plan. It fetches only the names of the keys of the Secret.
 * @param file output file; only its owner can read it, because an INI may contain a password
 */
export function fetchObjectsCommand(file = 'cluster-objects.yaml'): string {
  const parts = [
    `echo '# fetched: ${FETCHED.join(' ')}'`,
    'oc get infrastructures.config.openshift.io/cluster featuregates.config.openshift.io/cluster clusterversions.config.openshift.io/version -o yaml',
    'echo ---',
    'oc get configmap/cloud-provider-config -n openshift-config -o yaml',
    'echo ---',
    'oc get machines.machine.openshift.io,machinesets.machine.openshift.io,controlplanemachinesets.machine.openshift.io -n openshift-machine-api -o yaml',
    'echo ---',
    'oc get nodes,persistentvolumes -o yaml',
    'echo ---',
    `oc get secret/vsphere-creds -n kube-system -o go-template='${SECRET_KEYS}'`,
  ];
  return `(umask 077; { ${parts.join('; ')}; } > ${file})`;
}

/**
 * Reads files with objects: any number of documents, lists of `oc get`, YAML or JSON. The last of several copies of an
 * object counts. Never throws: `problems` reports unreadable files. Values of Secrets are dropped immediately.
 */
export function readClusterObjects(files: readonly { file: string; text: string }[]): ClusterObjects {
  const objects: ClusterObjects = {
    ...{ machineSets: [], machines: [], nodes: [], persistentVolumes: [], configMaps: [], secrets: [] },
    ...{ fetched: new Set<string>(), problems: [] },
  };
  const fetched = new Set<string>();
  for (const { file, text } of files) {
    const [, kinds = ''] = /^# fetched: (.*)$/m.exec(text) ?? [];
    for (const kind of kinds.trim().split(/\s+/)) if (kind) fetched.add(kind);
    const document = readYaml(text);
    const [fault] = document.faults;
    if (fault) {
      objects.problems.push({
        ...{ code: 'cluster-objects-invalid', level: 'error', file, line: fault.line, column: fault.column },
        message: t('fileNotYaml', { file }),
        remedy: ERROR_CODES['cluster-objects-invalid'][1],
      });
      continue;
    }
    for (let index = 0; index < document.documents; index++) {
      const root = valueAt(document, [], index);
      const items = isFields(root) && Array.isArray(root.items) ? root.items : undefined;
      const found: [unknown, Path][] = items ? items.map((item, i) => [item, ['items', i]]) : [[root, []]];
      for (const [value, path] of found)
        if (isFields(value))
          keep(objects, value, file, placeAt(document, path, { document: index })?.line ?? 1);
    }
  }
  return { ...objects, fetched };
}

function keep(objects: ClusterObjects, value: Fields, file: string, line: number): void {
  const { kind, apiVersion } = value;
  const metadata = fieldsOf(value.metadata);
  if (typeof kind !== 'string' || typeof metadata.name !== 'string') return;
  const object: ClusterObject = {
    ...{ apiVersion: String(apiVersion ?? 'v1'), kind, name: metadata.name, value, file, line },
    namespace: typeof metadata.namespace === 'string' ? metadata.namespace : undefined,
  };
  const group = object.apiVersion.split('/')[0];
  const put = (list: ClusterObject[]) => {
    const at = list.findIndex(
      ({ name, namespace }) => name === object.name && namespace === object.namespace,
    );
    list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, object);
  };
  if (kind === 'Infrastructure' && group === 'config.openshift.io') objects.infrastructure = object;
  else if (kind === 'FeatureGate' && group === 'config.openshift.io') objects.featureGate = object;
  else if (kind === 'ClusterVersion') objects.clusterVersion = object;
  else if (kind === 'ControlPlaneMachineSet') objects.controlPlaneMachineSet = object;
  // Cluster API has kinds with the same names.
  else if (kind === 'MachineSet' && group === 'machine.openshift.io') put(objects.machineSets);
  else if (kind === 'Machine' && group === 'machine.openshift.io') put(objects.machines);
  else if (kind === 'Node') put(objects.nodes);
  else if (kind === 'PersistentVolume') put(objects.persistentVolumes);
  else if (kind === 'ConfigMap') put(objects.configMaps);
  else if (kind === 'Secret')
    objects.secrets.push({
      ...{ namespace: object.namespace ?? '', name: object.name, file },
      keys: [...Object.keys(fieldsOf(value.data)), ...Object.keys(fieldsOf(value.stringData))],
    });
}

/** Returns the value at a path, or undefined if a part of the path isn't a mapping. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

export function textAt(value: unknown, ...path: (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
