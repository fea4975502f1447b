import { translator } from '../../base/messages/translator.ts';

/** Texts of running day-2 plans and node network policies on a cluster. */
export const t = translator({
  // day-2 plans
  optionalStep: 'the step is optional',
  objectDiffers: '{object} already exists and differs from the plan',
  objectMissing: "{object} doesn't exist",
  objectChanged: '{object} was changed after it was fetched',
  objectChangedRemedy:
    'Fetch the objects again, and create a new plan. The new plan leaves out steps that are already done.',
  deletionManual: '{object} must be deleted manually',
  keysMissing: '{object} is missing {keys}. A plan contains no passwords.',
  keysMissingRemedy:
    'Add --credentials with a file that contains them, or do the step manually. Then run the same command again.',
  manualStep: '{step}: manual steps are required: {checklist}',
  useUnknown: "the fetched objects don't show whether anything still uses the vCenter: {checks}",
  useUnknownRemedy:
    'Fetch the objects again with the command that --fetch-command prints, which includes these kinds.',
  checkFailed: '{check}: {detail}',
  operatorsUnhealthy: "cluster operators aren't healthy: {operators}",
  etcdMembersMissing: "etcd doesn't have all its members: {reason}",
  etcdUnreported: 'the Etcd object reports no state',
  controlPlaneProgress: '{object}: {progress}',
  controlPlaneReplacing: 'replacing machines',
  accountNotCopied:
    "Secret {secret} doesn't contain the account yet. If the cloud credential operator is in manual mode, add the keys manually.",

  // node network policies
  policyForHost: '{number}. Policy {policy} for {host}',
  policyForRole: '{number}. Policy {policy} for every {role}',
  nodesNotReady: "nodes aren't ready: {nodes}",
  policyKindMissing: "the cluster doesn't serve the kind NodeNetworkConfigurationPolicy",
  policyKindMissingRemedy:
    'Install the NMState operator and create its NMState object `nmstate`. Then run the same command again.',
  policyBreaksNetwork:
    "node {node}: OVN-Kubernetes can't follow the changes from the current state of the node: {changes}",
  nodeStateDiffers:
    "node {node}: the current state of the node isn't the one that the policy was made for: {changes}",
  nodeStateRemedy:
    'Create the policy from the current state of the node (--from with the output of `oc get nns {node} -o yaml`). To apply it anyway, use --overwrite.',
  policyChange: '{what}: {from} -> {to}',
  unsetSide: 'nothing',

  // waiting
  serverUnreachable: "the API server doesn't answer",
  stepLate: 'not ready in time: {objects}',
  operatorState: 'ClusterOperator {operator}: {conditions}',
  condition: '{type} {status}',
  conditionBecause: '{type} {status} ({reason})',
  nodeUninitialized: 'Node {node} waits for the cloud provider',
  nodeNotReady: "Node {node} isn't ready",
  nodeNotReadyBecause: "Node {node} isn't ready ({reason})",
  policyDeleted: "{policy} doesn't exist anymore",
  policyFailed: '{policy} failed on {nodes}. NMState has rolled back this node.',
  enactmentFailed: '{node}: {reason}',
  enactmentReasonMissing: 'no reason reported',
  policyMatchesNoNode: '{policy} matches no node',
  policyDegraded: '{policy} is degraded: {reason}',
  policyNotStarted: "{policy} hasn't started yet",
  policyNotAvailable: "{policy} isn't available yet",
});
