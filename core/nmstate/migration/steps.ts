import type { Step } from '../scale-out/steps.ts';
import { t } from './messages.ts';

/** Nodes of a pool that are migrated, in the order of their restarts. */
export interface PoolNodes {
  role: string;
  nodes: readonly string[];
  /** Names of its MachineConfigs, and their files. */
  machineConfigs: readonly { name: string; file: string }[];
  /** Folder of its documents. */
  documents: string;
}

const SCRIPT = '/usr/local/bin/nmstate-configuration.sh';
const PROFILES = 'etc/NetworkManager/system-connections';
const CHECK_ALL = 'airlock nmstate nodes';
const BACKUP = '/root/br-ex-before-nmstate.tar.gz';

/**
 * Returns the steps of a migration, workers before control plane nodes. Follows the OpenShift documentation ("Migrating a
 * configured br-ex bridge to NMState"), but restarts nodes one after another instead of with a second MachineConfig, so that
 * each can be checked.
 */
export function migrationSteps(pools: readonly PoolNodes[]): Step[] {
  const nodes = pools.flatMap((pool) => pool.nodes);
  const first = nodes[0]!;
  const files = pools.flatMap(({ machineConfigs }) => machineConfigs.map(({ file }) => file));
  return [
    step(t('checkTitle'), t('checkReason'), [
      `${onNode(first)} grep 'del-br br-ex' ${SCRIPT}`,
      "oc get machineconfiguration cluster -o jsonpath='{.status.nodeDisruptionPolicyStatus.clusterPolicies.files[*].path}'",
      'oc get clusterversion,mcp,nodes',
    ]),
    step(t('backupTitle'), t('backupReason'), [
      `for node in ${nodes.join(' ')}; do`,
      `  ${onNode('"$node"')} sh -c 'umask 077; tar -C / -czf ${BACKUP} ${PROFILES}' || break`,
      'done',
    ]),
    {
      ...step(t('applyTitle'), t('applyReason'), [
        ...files.map((file) => `oc create -f ${file}`),
        ...pools.flatMap(({ role }) => waitForPool(role)),
      ]),
      files,
    },
    ...pools.flatMap(ofPool),
    step(t('allTitle'), t('allReason'), [CHECK_ALL]),
    step(
      t('adoptTitle'),
      t('adoptReason'),
      pools.flatMap(({ documents, role }) => [
        `airlock nmstate adopt ${documents} --role ${role} -o policies/${role}/`,
        `oc apply -f policies/${role}/`,
      ]),
    ),
  ];
}

function ofPool({ role, nodes }: PoolNodes): Step[] {
  const [first, ...others] = nodes;
  return [
    step(t('firstTitle', { role, node: first! }), t('firstReason'), restart(first!)),
    step(t('verifyTitle', { node: first! }), t('verifyReason'), [...verify(first!), CHECK_ALL]),
    ...(others.length === 0
      ? []
      : [
          step(t('othersTitle', { role }), t('othersReason'), [
            `for node in ${others.join(' ')}; do`,
            ...[...restart('"$node"'), ...verify('"$node"')].map((line) => `  ${line} || break`),
            'done',
          ]),
        ]),
  ];
}

/** The boot ID changes with each boot, while the condition Ready can stay true during a short one. */
function restart(node: string): string[] {
  const bootId = "-o jsonpath='{.status.nodeInfo.bootID}'";
  return [
    `oc adm drain ${node} --ignore-daemonsets --delete-emptydir-data --timeout=20m`,
    `boot=$(oc get node ${node} ${bootId})`,
    // Later, so that the command ends before the connection does.
    `${onNode(node)} systemd-run --on-active=10 systemctl reboot`,
    `timeout 30m sh -c 'until now=$(oc get node "$1" ${bootId.replaceAll("'", '"')}) && [ -n "$now" ] && [ "$now" != "$2" ]; do sleep 10; done' - ${node} "$boot"`,
    `oc wait node/${node} --for=condition=Ready --timeout=30m`,
  ];
}

function verify(node: string): string[] {
  return [
    `${onNode(node)} ls -l /etc/nmstate/openshift/applied`,
    `${onNode(node)} journalctl -b -u ovs-configuration --no-pager --grep 'Skipping configure-ovs'`,
    `${onNode(node)} nmstatectl show br-ex`,
    `oc get pods -n openshift-ovn-kubernetes --field-selector spec.nodeName=${node}`,
    `oc adm uncordon ${node}`,
  ];
}

/**
 * Returns the steps back, from the simplest to a new installation. configure-ovs.sh skips a node with the file `applied`, and
 * removes its own profiles at each boot.
 */
export function rollbackSteps(pools: readonly PoolNodes[], fileOf: (node: string) => string): Step[] {
  const configs = pools.flatMap(({ machineConfigs }) => machineConfigs.map(({ name }) => name));
  const { nodes, role, documents, machineConfigs } = pools[0]!;
  const node = nodes[0]!;
  const file = fileOf(node);
  const remove = `oc delete machineconfig ${configs.join(' ')}`;
  return [
    step(t('undoTitle'), t('undoReason'), [remove, ...pools.flatMap(({ role: pool }) => waitForPool(pool))]),
    step(t('repairTitle'), t('repairReason'), [
      `airlock nmstate validate ${documents}`,
      `airlock nmstate machineconfig ${documents} --role ${role} --name ${machineConfigs[0]!.name} -o ${machineConfigs[0]!.file}`,
      `oc replace -f ${machineConfigs[0]!.file}`,
      ...waitForPool(role),
      `${onNode(node)} systemd-run --on-active=10 systemctl reboot`,
    ]),
    step(t('restoreTitle'), t('restoreReason'), [
      `rm -f /etc/nmstate/openshift/applied /etc/nmstate/openshift/${file} /etc/nmstate/${file} /etc/nmstate/${file.replace(/\.yml$/, '.applied')}`,
      `rm -f /${PROFILES}/*.nmconnection`,
      `tar -C / -xzf ${BACKUP}`,
      `restorecon -R /${PROFILES}`,
      'ovs-vsctl --if-exists del-br br-ex',
      'reboot',
    ]),
    step(t('resumeTitle'), t('resumeReason'), [
      remove,
      `${onNode(node)} touch /run/machine-config-daemon-force`,
    ]),
    step(t('reinstallTitle'), t('reinstallReason'), []),
  ];
}

function step(title: string, why: string, commands: readonly string[]): Step {
  return { title, why, files: [], commands };
}

function onNode(node: string): string {
  return `oc debug node/${node} -- chroot /host`;
}

function waitForPool(role: string): string[] {
  return [
    // The pool reports Updated until it notices the change.
    `oc wait mcp/${role} --for=condition=Updating=True --timeout=2m || true`,
    `oc wait mcp/${role} --for=condition=Updated=True --timeout=30m`,
  ];
}
