import { translator } from '../../base/messages/translator.ts';

/** Texts of running day-2 plans and node network policies on a cluster. */
export const t = translator({
  // day-2 plans
  optionalStep: 'the step is optional',
  objectDiffers: '{object} already exists and differs from the plan',
  objectMissing: "{object} doesn't exist",
  objectChanged: '{object} was changed after it was fetched',
  objectChangedRemedy: 'Fetch the objects again, and create a new plan. The new plan omits completed steps.',
  deletionManual: '{object} must be deleted manually',
  keysMissing: "{object} is missing the keys {keys}. Plans don't contain passwords.",
  keysMissingRemedy:
    'Specify a file that contains these keys with --credentials, or complete the step manually. Then run the same command again.',
  manualStep: 'manual work is required for "{step}": {checklist}',
  useUnknown: "the fetched objects don't show whether the vCenter is still in use: {checks}",
  useUnknownRemedy:
    'Fetch the objects again with the command that --fetch-command prints. The command includes the missing kinds.',
  checkFailed: '{check}: {detail}',
  operatorsUnhealthy: "cluster operators aren't healthy: {operators}",
  etcdMembersMissing: 'etcd members are missing: {reason}',
  etcdUnreported: 'the Etcd object reports no state',
  controlPlaneProgress: '{object}: {progress}',
  controlPlaneReplacing: 'replacing machines',
  accountNotCopied:
    "Secret {secret} doesn't contain the credentials yet. If the Cloud Credential Operator is in manual mode, add the keys manually.",

  // node network policies
  policyForHost: '{number}. Policy {policy} for {host}',
  policyForRole: '{number}. Policy {policy} for all {role} nodes',
  nodesNotReady: "nodes aren't ready: {nodes}",
  policyKindMissing: "the cluster doesn't serve the kind NodeNetworkConfigurationPolicy",
  policyKindMissingRemedy:
    'Install the NMState operator and create the NMState object `nmstate`. Then run the same command again.',
  policyBreaksNetwork:
    "node {node}: OVN-Kubernetes can't adapt to the changes that the policy would make to the node's current state: {changes}",
  nodeStateDiffers:
    "node {node}: the node's current state differs from the state that the policy was created for: {changes}",
  nodeStateRemedy:
    "Create the policy from the node's current state (--from with the output of `oc get nns {node} -o yaml`). To apply the policy anyway, use --overwrite.",
  policyChange: '{setting}: {from} -> {to}',
  unsetSide: 'not set',

  // waiting
  serverUnreachable: "the API server doesn't respond",
  stepLate: 'not ready in time: {objects}',
  operatorState: 'ClusterOperator {operator}: {conditions}',
  condition: '{type} {status}',
  conditionBecause: '{type} {status} ({reason})',
  nodeUninitialized: 'Node {node} is waiting for the cloud provider',
  nodeNotReady: "Node {node} isn't ready",
  nodeNotReadyBecause: "Node {node} isn't ready ({reason})",
  policyDeleted: '{policy} no longer exists',
  policyFailed: '{policy} failed on {nodes}. NMState has rolled back the change.',
  enactmentFailed: '{node}: {reason}',
  enactmentReasonMissing: 'no reason reported',
  policyMatchesNoNode: "{policy} doesn't match any node",
  policyDegraded: '{policy} is degraded: {reason}',
  policyNotStarted: "{policy} hasn't started yet",
  policyNotAvailable: "{policy} isn't available yet",
});
