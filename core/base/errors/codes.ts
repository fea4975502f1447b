/**
 * Every error code of Airlock with its meaning and the remedy that is shown when the place that raised it has
 * no better one. `docs/errors.md` is generated from this list. One line a code, sorted by topic.
 */
export const ERROR_CODES = {
  // usage and configuration
  usage: ['The command line is wrong', 'See `airlock --help` or `airlock COMMAND --help`.'],
  'config-unreadable': ["A configuration file can't be read", 'Check the path and its permissions.'],
  'config-invalid': [
    'A configuration file breaks the loading rules',
    'Fix the lines shown and run `airlock config validate FILE` again.',
  ],
  'config-suspicious': [
    "A configuration is valid but probably isn't what you intended",
    'Check the line shown. Leave it if it is intended.',
  ],
  'config-unsupported': [
    "The configuration uses something that this version can't mirror",
    'Remove the section shown from the file.',
  ],
  'document-unreadable': [
    "A YAML file that is to be edited can't be parsed",
    'Fix the YAML at this position. The error is often in the line before.',
  ],
  'document-uneditable': [
    "A value in a YAML file can't be changed without changing other text",
    'Edit the YAML yourself.',
  ],
  'login-in-address': [
    "An address contains a user name or password where credentials aren't allowed",
    'Remove the credentials and the @ from the address. If others may have seen the password, change it. Log in with `podman login HOST`, or use an auth file.',
  ],
  'reference-invalid': [
    'An image reference cannot be parsed',
    'Write it as registry/path:tag or registry/path@sha256:DIGEST.',
  ],
  'destination-collision': [
    'Two sources have the same destination name',
    'Set targetRepo or targetTag for one of them.',
  ],
  'workspace-format': [
    'This version of Airlock does not support the format of the workspace',
    'Use the version of Airlock that created it, or create a new workspace.',
  ],
  'workspace-locked': ['Another process is using this workspace', 'Wait for it to finish, or stop it.'],
  'ledger-damaged': [
    'The ledger contains a damaged entry',
    'Restore ledger.jsonl from a backup. If there is no backup, remove the damaged entry. Airlock then records the transfers that are still in the workspace again, and sends all other content again.',
  ],
  'workspace-invalid': [
    "The folder isn't a workspace, transfer or archive folder",
    'Use a folder that `airlock mirror` wrote, or one that contains mirror_*.tar.',
  ],
  'workspace-lock-invalid': [
    "The workspace's lock file was replaced with something else, such as a directory, a link or a named pipe",
    'Make sure that no Airlock process is using the workspace, then remove the lock.',
  ],
  'workspace-unsafe-path': [
    "A path in a shared workspace leads outside the workspace, or its owner isn't a member of the group",
    'Find out who created the path, then remove it. To store content on another disk, mount the disk at this path.',
  ],
  // install-config.yaml
  'install-config-unreadable': [
    "install-config.yaml can't be decoded, so the installer stops",
    'Fix the line shown.',
  ],
  'install-config-invalid': [
    'The installer rejects this install-config.yaml',
    "Fix the field shown. The message is the installer's.",
  ],
  'install-config-suspicious': [
    "The installer accepts the file but warns, or a value probably isn't intended",
    'Check the field shown. Leave it if it is intended.',
  ],
  'install-config-unnoticed': [
    "The installer doesn't detect this error. The API server, the cloud provider or vCenter does",
    'Fix the field shown before you install.',
  ],
  'install-config-deprecated': [
    'A field of install-config.yaml is deprecated',
    'Convert the deprecated fields.',
  ],
  'install-config-unknown-field': [
    'A field of install-config.yaml is unknown, so the installer ignores it',
    'Remove it, or correct its name or section.',
  ],
  // cloud provider configuration and changes of installed clusters
  'cloud-config-unreadable': [
    "A configuration of the vSphere cloud provider can't be read: it is neither valid INI nor valid YAML",
    'Fix the line shown.',
  ],
  'cloud-config-invalid': [
    'The vSphere cloud provider rejects this configuration',
    "Fix the setting shown. The message is the provider's where it has one.",
  ],
  'cloud-config-suspicious': [
    "The vSphere cloud provider accepts this configuration, but it probably isn't intended or is deprecated",
    'Check the setting shown. Leave it if it is intended.',
  ],
  'cluster-objects-invalid': [
    "Files with a cluster's objects can't be read, or a required object is missing",
    'Fetch them again with the command that `airlock install-config day2 --fetch-command` prints.',
  ],
  'day2-manual-step': [
    'A step of a day-2 plan is manual: work in a vCenter, or an account that the plan must not contain',
    'Do what the message describes, then run the same command again with --prepared to continue.',
  ],
  'day2-rejected': [
    'The API of the cluster would reject a day-2 change, or the change would break the cluster',
    'Do what the message describes first.',
  ],
  'day2-suspicious': [
    'A day-2 change is possible but has a consequence to know first',
    'Read the message before you start.',
  ],
  // network and registries
  unauthorized: [
    'A registry rejected the credentials (401)',
    'Log in again (`podman login HOST`), or name the file with the credentials with --authfile.',
  ],
  denied: [
    'A registry denied access (403)',
    'Request access to this repository, or use an account that has it.',
  ],
  'login-expired': [
    'A registry no longer accepts credentials that it accepted earlier in the same run',
    'Log in again (`podman login HOST`) and run the command again. Copied content is retained.',
  ],
  'credential-helper': [
    "A credential helper can't be run",
    'Install it, or remove it from the auth file and log in again (`podman login HOST`).',
  ],
  'not-found': [
    "A registry doesn't have this image or blob (404)",
    'Check the name and tag. `airlock plan` shows what is requested.',
  ],
  'rate-limited': [
    'A registry limits the number of requests (429)',
    'Try again later, or with fewer parallel images.',
  ],
  'server-error': ['A server answered with an error (5xx)', 'Try again later. Copied content is retained.'],
  protocol: [
    'A server sent an answer that violates the protocol',
    'Check that the address is a registry. A proxy or login page may be in between.',
  ],
  connection: ["A server can't be reached", 'Check the name, port, network and proxy settings.'],
  'tls-unknown-issuer': [
    "The certificate was issued by an authority that this host doesn't trust",
    'Add the issuer shown to the trusted CAs, or to certs.d/HOST/ca.crt.',
  ],
  tls: ["A TLS connection can't be established", 'Check the certificate, its dates and its names.'],
  'clock-skew': [
    'The clocks of this host and a server differ',
    'Correct the clock of this host. Have chronyd or systemd-timesyncd follow a time server (`timedatectl` shows whether it does).',
  ],
  proxy: ['The proxy rejected the connection', 'Check HTTPS_PROXY, its user and password, and NO_PROXY.'],
  stalled: ['A connection stopped delivering data', 'Run the command again. Finished blobs are retained.'],
  'window-closed': [
    'A transfer window closed during a transfer',
    'The run resumes automatically when the next window opens.',
  ],
  'blocked-registry': ['registries.conf blocks this registry', 'Change registries.conf, or the reference.'],
  'destination-unfit': [
    "The destination registry doesn't support what is planned",
    'Change the registry setting or the configuration that the message names.',
  ],
  'destination-not-probed': [
    "The destination hasn't been probed yet",
    'Run `airlock doctor docker://HOST`, or let the first push probe it.',
  ],
  'destination-storage-damaged': [
    "The destination registry accepted an image but can't serve it because files in its storage are missing or truncated, for example after its disk was full",
    "Free up disk space on the registry host. Delete the damaged files in the registry's storage directory (for docker-registry: `find STORAGE -type f -size 0` lists them), or delete the manifest by digest and run the registry's garbage collector. Restart the registry and run the same command again.",
  ],
  // clusters
  kubeconfig: [
    'No cluster can be selected: a kubeconfig is missing, unreadable or incomplete',
    'Name the file with --kubeconfig or KUBECONFIG, and one of its contexts with --context.',
  ],
  'cluster-unauthorized': [
    "A cluster rejected the kubeconfig's credentials (401): they have expired or belong to another cluster",
    'Log in again (`oc login SERVER`), or use another kubeconfig.',
  ],
  'cluster-forbidden': [
    'A cluster denied its user this request (403)',
    'Request this permission from a cluster administrator, or use another context.',
  ],
  'cluster-conflict': [
    'Another field manager owns fields of a cluster object and has set other values',
    'Compare both values. --overwrite takes ownership of the fields.',
  ],
  'cluster-changed': [
    'A cluster object was changed by someone else in the meantime',
    'Run the same command again. It reads the current objects.',
  ],
  'cluster-rejected': [
    'A cluster rejected an object',
    'Fix what the message names. The object may be for another version of the cluster.',
  ],
  'cluster-missing': [
    'An object or kind of object is missing on a cluster',
    'Install the operator that provides it, or check the version of the cluster.',
  ],
  'cluster-removal': [
    'Applying would remove mirrors, catalogs or operators from a cluster',
    'Check the list. To allow the removal, use --allow-removal.',
  ],
  'cluster-restart': [
    'Nodes of a cluster would restart',
    'Choose the time, then continue with --allow-restart.',
  ],
  'cluster-upstream': [
    "A cluster doesn't query the update service of its mirror",
    'Use `airlock cluster-config apply --set-upstream` to set it. `cluster-config rollback` undoes this.',
  ],
  'cluster-not-ready': [
    "A cluster didn't become ready with what was applied",
    'Check the object shown (`oc describe`). Applying again waits again.',
  ],
  // content
  'digest-mismatch': [
    "The digest of received content doesn't match the requested one",
    'Run the command again. If the error persists, the source is damaged.',
  ],
  'size-mismatch': [
    "The size of received content doesn't match its manifest",
    'Run the command again. If the error persists, the source is damaged.',
  ],
  'manifest-invalid': ["A manifest can't be parsed", 'Use an image in Docker schema 2 or OCI format.'],
  'content-missing': [
    'Content is missing from this workspace or archive',
    'Carry the transfer that contains it, or mirror to disk again with --resend.',
  ],
  // archives and disks
  'archive-hostile': [
    'An archive contains entries that Airlock never writes and that could be an attack',
    "Don't use it. Request it again from its source.",
  ],
  'archive-malformed': [
    'An archive is damaged or truncated',
    'Copy it again. `airlock verify` shows which files are damaged.',
  ],
  'index-unsigned': [
    "The index of a transfer isn't signed with a trusted key",
    "Don't use this transfer. Ask the sender to sign and export it again, or to send you the right public key. To see which keys you trust, run `airlock keys list`.",
  ],
  'signing-key': [
    "The key that signs this workspace's exports can't be used",
    'Create a new key with `airlock keys create`, or export with --no-sign.',
  ],
  'check-rejected': [
    'A check command rejected content, or required content was not checked',
    'See the reports shown. Exclude the images, or have the check changed.',
  ],
  'archive-size': [
    'A file is larger than the archive size limit',
    'Use a larger --archive-size, or remove --strict-archive.',
  ],
  'acknowledgement-invalid': [
    'An acknowledgement code is mistyped, or belongs to no transfer of this workspace',
    'Compare it with the code on the other side. `airlock transfers list` shows the transfers.',
  ],
  'disk-full': [
    'A file system is out of space, or a disk quota has been exceeded',
    'Free up space or use another disk, then run the same command again.',
  ],
  disk: [
    "A file, directory or file system can't be read or written",
    'Check the path, its permissions and the disk.',
  ],
  'file-system': [
    "The file system of a folder can't store all files that may be written",
    'Use a folder on a file system such as XFS or ext4.',
  ],
  'host-setting': [
    'A setting of this host may cause problems',
    'Change the setting shown. Leave it if it is intended.',
  ],
  slow: [
    'A disk or a connection is very slow',
    'Use another disk, or find out what limits the connection, before you transfer much.',
  ],
  // releases
  'release-unknown': [
    "The update service doesn't list this channel or version",
    'Use a listed channel and version. The message names the nearest ones.',
  ],
  'upgrade-path': [
    'No upgrade path connects the selected versions',
    'Select more versions, or the channels of the minor versions between them.',
  ],
  'graph-invalid': ["The update graph can't be parsed", 'Check UPDATE_URL_OVERRIDE.'],
  'signature-missing': [
    'A release has no signature',
    'Set OCP_SIGNATURE_URL to a signature service, or mirror without signatures with --ignore-release-signature.',
  ],
  'signature-invalid': [
    'A release signature is invalid',
    "Don't use this release. Check the keys in OCP_SIGNATURE_VERIFICATION_PK.",
  ],
  'policy-rejected': [
    'The trust policy of this host rejects an image',
    'Have the image signed by a key of the policy, or have the policy changed for the scope shown.',
  ],
  'release-signature-absent': [
    "A release image doesn't come with its own signature",
    'Mirror it without --remove-signatures from a registry that has its signature.',
  ],
  'payload-invalid': ["A release payload can't be parsed", 'Check that the reference is a release image.'],
  'attachments-left-out': [
    'An image has more referrers (signatures, SBOMs and so on) than Airlock copies',
    'Check who can push to the repository. Add the referrers that you need to additionalImages.',
  ],
  // Helm charts
  'chart-unknown': [
    "A chart repository doesn't have this chart or version",
    'Use a chart and version that it has. The message lists them.',
  ],
  'chart-invalid': [
    "A Helm chart can't be parsed",
    'Check the chart with `helm lint`, or remove it from the configuration.',
  ],
  'chart-without-images': [
    'A Helm chart creates pods, but no image was found in it',
    "Use imagePaths to specify where the chart's images are. If that isn't possible, add the images to additionalImages and accept the chart with `--accept-empty-charts`.",
  ],
  'chart-not-rendered': [
    'Only some images of a Helm chart are known',
    'Add the `helm` program to PATH, or add the missing images to additionalImages.',
  ],
  // folders that contain an image
  'layout-invalid': [
    "A folder doesn't contain an image as an OCI layout",
    'Name the folder with oci-layout, index.json and blobs.',
  ],
  // operators
  'catalog-invalid': [
    "An operator catalog can't be parsed",
    "Check that the reference is a file-based catalog. Report the file shown to the catalog's publisher.",
  ],
  'operator-unknown': [
    "The catalog doesn't have this package, channel or version",
    'Use one that it has. The message names the nearest.',
  ],
  'operator-selection': [
    "The selection of operators is empty, or OLM can't use it",
    'Change packages, channels, defaultChannel or versions as the message describes.',
  ],
  'operator-dependency': [
    "An operator depends on another one that isn't selected",
    'Add the package to the configuration, or use --add-dependencies.',
  ],
  'catalog-removal': [
    'A catalog at the destination would lose operators or versions',
    'Select them too. If no cluster uses them, allow it with --allow-removal.',
  ],
  'bundle-incomplete': [
    "A version of an operator can't be installed from the mirror",
    'Run the same command again, or exclude this version from the configuration.',
  ],
  // networks of hosts
  'nmstate-schema': [
    'A network document breaks the schema of NMState',
    'Fix the field shown. NMState rejects the complete document because of it.',
  ],
  'nmstate-rule': [
    'A network document breaks a rule of NMState',
    "Fix the line shown. The message is NMState's where it has one.",
  ],
  'nmstate-br-ex': [
    "A network document doesn't give OVN-Kubernetes the br-ex it needs",
    'Fix the line shown. The rule (BR01 to BR20) states the requirement.',
  ],
  'nmstate-hosts': ["Hosts don't fit each other or their cluster", 'Change one of the hosts shown.'],
  'nmstate-template': [
    "A template uses a variable that a host doesn't have",
    'Add the column to the table of hosts, or correct the name in the template.',
  ],
  'nmstate-policy': [
    "A running node can't be changed like this, or only with more steps",
    "Follow the remedy of the message. Changes that OVN-Kubernetes can't follow need a MachineConfig and restarts.",
  ],
  'host-table': ["A table of hosts can't be parsed", 'Fix the cell shown.'],
  'machine-config': [
    "A MachineConfig can't be read, or wouldn't deliver the network document of a host",
    'Fix what the message names. Nodes only read /etc/nmstate/openshift/<short host name>.yml.',
  ],
  // runs
  'image-failed': ["An image couldn't be copied", 'See its cause. To retry, run the same command again.'],
  'plan-changed': [
    "The plan doesn't match the current content",
    'Make a new plan and have it approved again.',
  ],
  'plan-unapproved': [
    'The plan has no valid signature of the signer that --require-signature names',
    'Have the plan signed (`gpg --armor --detach-sign plan.json`) and put plan.json.asc next to it.',
  ],
  'still-needed': [
    'An image that was selected for deletion is still needed',
    'Also select what needs it. `airlock delete --help` explains how to name the configurations that count.',
  ],
  'delete-rejected': [
    "The registry doesn't allow deleting images",
    'Allow deletion in the registry and for this account.',
  ],
  'delete-list': [
    "A list of images to delete doesn't match this registry or its current content",
    'Generate it again with `airlock delete --generate`.',
  ],
  'remaining-image-broken': [
    "An image that isn't to be deleted can't be pulled from the registry",
    'Mirror it again. The message names the missing content.',
  ],
  'tag-left': [
    'A rollback left a tag unchanged',
    'Push the image that the tag should name. --force also restores tags that were moved again since.',
  ],
  'run-log-altered': [
    'An audit record was changed, removed or added outside Airlock',
    'Compare the records with a copy, such as a backup or a transfer record.',
  ],
  'run-ended': ["The run isn't active anymore", 'See `airlock runs list`. You can resume a paused run.'],
  // the application
  'file-changed': ['A file was changed by someone else', 'Read it again and repeat your change.'],
  unsupported: ["This host doesn't support that", 'Type the path instead of choosing it.'],
  forbidden: [
    "The request didn't come from the application",
    'Open the address that `airlock serve` printed.',
  ],
  'not-permitted': [
    "This session doesn't have permission to do this",
    'Use an operator session: run `airlock serve` without `--read-only`.',
  ],
  'engine-lost': [
    'The engine ended unexpectedly',
    'It restarts automatically. Runs resume where they stopped.',
  ],
  interrupted: ['Stopped on request', 'Run the same command again to resume where it stopped.'],
  internal: ['A fault in Airlock', 'Report it with the output of --log-level debug.'],
} as const satisfies Record<string, readonly [meaning: string, remedy: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;
