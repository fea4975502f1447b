import { translator } from '../../../core/contract/documents/messages.ts';

/** The terms of docs/glossary.md. */
export const t = translator({
  glossaryTitle: 'Glossary',
  acknowledgmentCodeTitle: 'Acknowledgment code',
  acknowledgmentCodeText:
    'A short code, created on the disconnected side, that reports which parts of a transfer have arrived. When you enter the code on the connected side, the next transfer includes the missing content.',
  archiveSetTitle: 'Archive set',
  archiveSetText:
    'The content of one transfer stored as files: `mirror_000001.tar`, `mirror_000002.tar` and so on, with `index.json`. The tar files use the oc-mirror v2 layout, and the index records every file and digest.',
  auditRecordTitle: 'Audit record',
  auditRecordText:
    'The record of one run: who started it, when, with which configuration, and the result for each image. Each record contains the digest of the previous record, which allows `airlock runs verify-log` to detect changes.',
  catalogTitle: 'Catalog',
  catalogText:
    'An image that lists operators for OLM, with their packages, channels and bundles. When you mirror selected packages, Airlock builds a filtered catalog that contains only those packages.',
  clusterResourcesTitle: 'Cluster resources',
  clusterResourcesText:
    'Manifests that configure a cluster to use the mirror, such as ImageDigestMirrorSet and CatalogSource. Every push writes them to `config/`, and `airlock cluster-config apply` applies them.',
  enclaveTitle: 'Enclave',
  enclaveText:
    'A disconnected site that receives transfers, specified with `--for` (default: `default`). Each enclave has its own numbered transfers and its own ledger.',
  imageSetTitle: 'Image set',
  imageSetText:
    'All images that an ImageSetConfiguration selects: release images, operator images, additional images, and images referenced by Helm charts. Airlock reads oc-mirror v2 configurations.',
  ledgerTitle: 'Ledger',
  ledgerText:
    "A file in the workspace that records which content was sent to an enclave and which content has arrived. A new transfer includes only content that the ledger doesn't list as sent.",
  planTitle: 'Plan',
  planText:
    'The list of all images that a run will mirror, with digests and sizes. A plan saved with `airlock plan -o` can be approved and signed, and `airlock mirror --plan` then mirrors exactly the digests in the plan.',
  releasePayloadTitle: 'Release payload',
  releasePayloadText:
    'The image that defines an OpenShift release and lists its component images. After verifying the signature of the release, Airlock reads the payload to find the component images.',
  runTitle: 'Run',
  runText:
    'One execution of a fetch, push, registry-to-registry mirror, deletion, repair or rollback. Each run has a number and an audit record, and can be monitored, paused and resumed.',
  siteReportTitle: 'Site report',
  siteReportText:
    'A file in which a site acknowledges its transfers and lists its downstream sites with their content. Each site sends it to its supplier, so the first site knows the complete chain.',
  stateFolderTitle: 'State folder',
  stateFolderText:
    'A push never writes to its source, so it stores runs, logs and cluster resources in this directory on the disconnected side. Set the directory with `--state` (default: `$XDG_STATE_HOME/airlock`, usually `~/.local/state/airlock`).',
  transferTitle: 'Transfer',
  transferText:
    'A numbered delivery of new content to one enclave, such as `fleet-0007`. Each transfer is stored as an archive set in the `transfers/` directory of the workspace and never changes once it is complete.',
  transferRecordTitle: 'Transfer record',
  transferRecordText:
    'A document for approval and audit that lists the drives, files, images, digests and signature verdicts of a transfer. Each drive contains the transfer record in HTML, CSV and JSON format.',
  transferWindowTitle: 'Transfer window',
  transferWindowText:
    'A period, such as `Mon-Fri 00:00-04:00`, during which runs may use the network. Transfers pause when a window closes and resume when the next window opens.',
  trustPolicyTitle: 'Trust policy',
  trustPolicyText:
    'A `policy.json` file that defines which signatures images must have. With `--secure-policy`, Airlock enforces the policy on both sides of the air gap.',
  upgradePathTitle: 'Upgrade path',
  upgradePathText:
    'The sequence of updates from the current version of a cluster or operator to the target version. `airlock upgrade-path` finds the path, reports known risks, and creates the configuration that mirrors the path.',
  volumeTitle: 'Volume',
  volumeText:
    'A file that contains part of a transfer and is small enough for the drive and its file system. Volumes can arrive in any order and on any drive.',
  workspaceTitle: 'Workspace',
  workspaceText:
    'A directory on the connected side that contains transfers, ledgers, caches and audit records. Keep the workspace between runs, because later transfers build on it.',
});
