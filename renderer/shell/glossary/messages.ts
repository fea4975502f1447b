import { translator } from '../../../core/contract/documents/messages.ts';

/** The terms of docs/glossary.md. */
export const t = translator({
  glossaryTitle: 'Glossary',
  acknowledgementCodeTitle: 'Acknowledgement code',
  acknowledgementCodeText:
    'A short code that the disconnected side creates to report which parts of a transfer arrived. Entered on the connected side, it makes the next transfer contain what is missing.',
  archiveSetTitle: 'Archive set',
  archiveSetText:
    'The content of one transfer as files: `mirror_000001.tar`, `mirror_000002.tar` and so on, with `index.json`. The tars have the layout of oc-mirror v2, and the index records every file and digest.',
  auditRecordTitle: 'Audit record',
  auditRecordText:
    'The record of one run: who started it, when, with which configuration, and the result for each image. Each record contains the digest of the one before, so that `airlock runs verify-log` detects changes.',
  catalogTitle: 'Catalog',
  catalogText:
    'An image that lists operators with their packages, channels and bundles, for OLM. When you mirror selected packages, Airlock builds a filtered catalog that contains only those.',
  clusterResourcesTitle: 'Cluster resources',
  clusterResourcesText:
    'The manifests that make a cluster use the mirror, such as ImageDigestMirrorSet and CatalogSource. Every push writes them to `config/`, and `airlock cluster-config apply` applies them.',
  enclaveTitle: 'Enclave',
  enclaveText:
    'A disconnected site that receives transfers, named with `--for` (default: `default`). Each enclave has its own numbered transfers and its own ledger.',
  imageSetTitle: 'Image set',
  imageSetText:
    'All images that an ImageSetConfiguration selects: releases, operators, additional images and images of Helm charts. Airlock reads the configurations of oc-mirror v2.',
  ledgerTitle: 'Ledger',
  ledgerText:
    "The file in which a workspace records what was sent to an enclave and what arrived there. A new transfer contains only content that the ledger doesn't list as sent.",
  planTitle: 'Plan',
  planText:
    'The list of all images of a future run with their digests and sizes. Saved with `airlock plan -o`, it can be approved and signed, and `airlock mirror --plan` mirrors exactly these digests.',
  releasePayloadTitle: 'Release payload',
  releasePayloadText:
    'The image of an OpenShift release that lists the component images of this version. Airlock reads it to find the components, after it has verified the signature of the release.',
  runTitle: 'Run',
  runText:
    'One execution of a fetch, push, registry-to-registry mirror, deletion, repair or rollback. Runs have a number and an audit record, and can be watched, paused and resumed.',
  stateFolderTitle: 'State folder',
  stateFolderText:
    "The directory for runs, logs and cluster resources on the disconnected side, because a push doesn't write to its source. Choose it with `--state` (default: `$XDG_STATE_HOME/airlock`, usually `~/.local/state/airlock`).",
  transferTitle: 'Transfer',
  transferText:
    "The numbered delivery of new content to one enclave, such as `fleet-0007`. It's stored as an archive set in `transfers/` of the workspace, and is never changed after it is complete.",
  transferRecordTitle: 'Transfer record',
  transferRecordText:
    'The document that accompanies a transfer for approval and audit: its drives, files, images, digests and signature verdicts. Each drive contains it as HTML, CSV and JSON.',
  transferWindowTitle: 'Transfer window',
  transferWindowText:
    'A period in which runs may use the network, such as `Mon-Fri 00:00-04:00`. Transfers pause when a window closes and resume when the next one opens.',
  trustPolicyTitle: 'Trust policy',
  trustPolicyText:
    'A `policy.json` that defines which signatures images need. With `--secure-policy`, Airlock enforces it on both sides of the gap.',
  upgradePathTitle: 'Upgrade path',
  upgradePathText:
    'The sequence of updates from the current version of a cluster or operator to the target version. `airlock upgrade-path` finds it, with its known risks and the configuration that mirrors it.',
  volumeTitle: 'Volume',
  volumeText:
    'A file with part of a transfer that fits the drive and its file system. Volumes can arrive in any order and on any drive.',
  workspaceTitle: 'Workspace',
  workspaceText:
    'The directory on the connected side that contains the transfers, ledgers, caches and audit records. Keep it between runs, because later transfers are built from it.',
});
