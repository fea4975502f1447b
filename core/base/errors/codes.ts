/**
 * All error codes of Airlock with their meaning and default remedy. `docs/errors.md` is generated from this list.
 * Sorted by topic.
 */
export const ERROR_CODES = {
  // usage and configuration
  usage: ['The command line is invalid', 'See `airlock --help` or `airlock COMMAND --help`.'],
  'config-unreadable': ["A configuration file can't be read", 'Check the path and its permissions.'],
  'config-invalid': [
    'A configuration file violates the loading rules',
    'Fix the lines shown and run `airlock config validate FILE` again.',
  ],
  'config-suspicious': [
    "A configuration is valid but probably isn't what you intended",
    'Check the line shown. If the value is intended, no change is needed.',
  ],
  'config-unsupported': [
    "The configuration contains a section that this version of Airlock can't mirror",
    'Remove the section shown from the file.',
  ],
  'document-unreadable': [
    "A YAML file can't be edited because it can't be parsed",
    'Fix the YAML at this position. The error is often in the preceding line.',
  ],
  'document-uneditable': [
    "A value in a YAML file can't be changed without changing other text",
    'Edit the YAML file manually.',
  ],
  'login-in-address': [
    "An address contains a user name or password where credentials aren't allowed",
    'Remove the credentials and the @ from the address. If others may have seen the password, change it. Log in with `podman login HOST`, or use an auth file.',
  ],
  'reference-invalid': [
    "An image reference can't be parsed",
    'Write the reference as registry/path:tag or registry/path@sha256:DIGEST.',
  ],
  'destination-collision': [
    'Two sources have the same destination name',
    'Set targetRepo or targetTag for one of them.',
  ],
  'workspace-format': [
    "This version of Airlock doesn't read the format of a file or workspace",
    'Use the version of Airlock that wrote it, or a later one.',
  ],
  'workspace-locked': [
    'Another process is using this workspace',
    'Wait for the process to finish, or stop it.',
  ],
  'ledger-damaged': [
    'The ledger contains a damaged entry',
    'Restore ledger.jsonl from a backup. If you have no backup, remove the damaged entry. Airlock then adds the transfers that are still in the workspace to the ledger, and resends all other content.',
  ],
  'workspace-invalid': [
    "The directory isn't a workspace, transfer or archive directory",
    'Use the directory that was given as file://DIR to `airlock mirror`, or one that contains mirror_*.tar.',
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
    'Fix the field shown. The message comes from the installer.',
  ],
  'install-config-suspicious': [
    "The installer accepts the file with a warning, or a value probably isn't what you intended",
    'Check the field shown. If the value is intended, no change is needed.',
  ],
  'install-config-unnoticed': [
    "The installer doesn't detect this error, but the API server, the cloud provider or vCenter does",
    'Fix the field shown before you install.',
  ],
  'install-config-deprecated': [
    'A field of install-config.yaml is deprecated',
    'Convert the deprecated fields.',
  ],
  'install-config-unknown-field': [
    'A field of install-config.yaml is unknown, so the installer ignores it',
    'Remove the field, or correct its name or section.',
  ],
  // cloud provider configuration and changes of installed clusters
  'cloud-config-unreadable': [
    "A configuration of the vSphere cloud provider can't be read: it is neither valid INI nor valid YAML",
    'Fix the line shown.',
  ],
  'vcenter-unfit': [
    'A vCenter rejects the login, or an object of its inventory that an install-config uses is missing',
    'Fix the field shown, or create the object in vCenter. Then test again.',
  ],
  'cloud-config-invalid': [
    'The vSphere cloud provider rejects this configuration',
    'Fix the setting shown. The message comes from the cloud provider if it reports one.',
  ],
  'cloud-config-suspicious': [
    "The vSphere cloud provider accepts this configuration, but a setting is deprecated or probably isn't what you intended",
    'Check the setting shown. If the value is intended, no change is needed.',
  ],
  'cluster-objects-invalid': [
    "Files with a cluster's objects can't be read, or a required object is missing",
    'Fetch the objects again with the command that `airlock install-config day2 --fetch-command` prints.',
  ],
  'day2-manual-step': [
    'A day-2 plan contains a manual step, such as work in vCenter, or requires credentials that must not be in the plan',
    'Do what the message describes, then run the same command again with --prepared to continue.',
  ],
  'day2-rejected': [
    'The API of the cluster would reject a day-2 change, or the change would break the cluster',
    'Do what the message describes first.',
  ],
  'day2-suspicious': [
    'A day-2 change is possible, but has consequences to consider first',
    'Read the message before you start.',
  ],
  // network and registries
  unauthorized: [
    'A registry rejected the credentials (401)',
    'Log in again (`podman login HOST`), or specify the credentials file with --authfile.',
  ],
  denied: [
    'A registry denied access (403)',
    'Request access to this repository, or use an account that has access.',
  ],
  'login-expired': [
    'A registry no longer accepts credentials that it accepted earlier in the same run',
    'Log in again (`podman login HOST`) and run the command again. Copied content is retained.',
  ],
  'credential-helper': [
    "A credential helper can't be run",
    'Install the helper, or remove it from the auth file and log in again (`podman login HOST`).',
  ],
  'not-found': [
    "A registry doesn't have this image or blob (404)",
    'Check the name and tag. `airlock plan` shows what is requested.',
  ],
  'rate-limited': [
    'A registry limits the number of requests (429)',
    'Try again later, or with fewer parallel images.',
  ],
  'server-error': ['A server returned an error (5xx)', 'Try again later. Copied content is retained.'],
  protocol: [
    'A server sent a response that violates the protocol',
    'Check that the address is a registry. The response might come from a proxy or a login page.',
  ],
  connection: ["A server can't be reached", 'Check the name, port, network and proxy settings.'],
  'tls-unknown-issuer': [
    "The certificate was issued by an authority that this host doesn't trust",
    'Add the issuer shown to the trusted CAs, or to certs.d/HOST/ca.crt.',
  ],
  tls: ["A TLS connection can't be established", 'Check the certificate, its dates and its names.'],
  'clock-skew': [
    'The clocks on this host and on a server differ',
    'Correct the clock on this host. Use chronyd or systemd-timesyncd to synchronize it with a time server (check with `timedatectl`).',
  ],
  proxy: ['The proxy rejected the connection', 'Check HTTPS_PROXY, its user and password, and NO_PROXY.'],
  stalled: ['A connection stopped transferring data', 'Run the command again. Finished blobs are retained.'],
  'window-closed': [
    'A transfer window closed during a transfer',
    'The run resumes automatically when the next window opens.',
  ],
  'blocked-registry': [
    'registries.conf blocks this registry',
    'Change registries.conf, or use a different image reference.',
  ],
  'destination-unfit': [
    "The destination registry doesn't support the planned content",
    'Change the registry setting or the configuration shown in the message.',
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
    'Specify the kubeconfig with --kubeconfig or KUBECONFIG, and the context with --context.',
  ],
  'cluster-unauthorized': [
    "A cluster rejected the kubeconfig's credentials (401): they have expired or belong to another cluster",
    'Log in again (`oc login SERVER`), or use another kubeconfig.',
  ],
  'cluster-forbidden': [
    'A cluster denied the request because the user is missing a permission (403)',
    'Request this permission from a cluster administrator, or use another context.',
  ],
  'update-operator-missing': [
    'The update graph is mirrored, but not the operator that serves it to clusters',
    'Add the package cincinnati-operator to the configuration. If the cluster already has the operator, ignore this.',
  ],
  'cluster-conflict': [
    'Another field manager owns fields of a cluster object and has set different values',
    'Compare the values. To take ownership of the fields, use --overwrite.',
  ],
  'cluster-changed': [
    'A cluster object was changed by someone else after Airlock read it',
    'Run the same command again to read the current objects.',
  ],
  'cluster-rejected': [
    'A cluster rejected an object',
    'Fix the problem shown in the message. The object may be for a different OpenShift version.',
  ],
  'cluster-missing': [
    'An object or kind of object is missing on a cluster',
    'Install the operator that provides this kind of object, or check the version of the cluster.',
  ],
  'cluster-removal': [
    'Applying the manifests would remove mirrors, catalogs or operators from a cluster',
    'Check the list. To allow the removal, use --allow-removal.',
  ],
  'cluster-restart': [
    'Nodes of a cluster would restart',
    'When the nodes may restart, run the command again with --allow-restart.',
  ],
  'cluster-upstream': [
    "A cluster doesn't use the update service of its mirror",
    'Run `airlock cluster-config apply --set-upstream`. To undo the change, run `airlock cluster-config rollback`.',
  ],
  'cluster-not-ready': [
    "A cluster didn't become ready after manifests were applied",
    'Check the object shown (`oc describe`). To wait again, apply the manifests again.',
  ],
  // content
  'digest-mismatch': [
    "The digest of received content doesn't match the requested digest",
    'Run the command again. If the error persists, the source is damaged.',
  ],
  'size-mismatch': [
    "The size of received content doesn't match its manifest",
    'Run the command again. If the error persists, the source is damaged.',
  ],
  'manifest-invalid': ["A manifest can't be parsed", 'Use an image in Docker schema 2 or OCI format.'],
  'content-missing': [
    'Content is missing from this workspace or archive',
    'Deliver the transfer that contains the content, or mirror to disk again with --resend.',
  ],
  'version-differs': [
    'Another version of the program created the archives',
    'If the push fails, use the same version of Airlock on both sides.',
  ],
  'oc-mirror-history': [
    'The workspace has a history of oc-mirror archives',
    "If the site never got oc-mirror's archives, mirror to disk with --resend.",
  ],
  // archives and disks
  'archive-hostile': [
    'An archive contains entries that Airlock never writes and that could be an attack',
    "Don't use the archive. Request a new copy from the source.",
  ],
  'archive-malformed': [
    'An archive is damaged or truncated',
    'Copy the archive again. `airlock verify` shows which files are damaged.',
  ],
  'index-unsigned': [
    "The index of a transfer isn't signed with a trusted key",
    "Don't use this transfer. Ask the sender to sign and export it again, or to send you the right public key. To see which keys you trust, run `airlock keys list`.",
  ],
  'inventory-invalid': [
    "A file isn't a valid registry inventory",
    'Create the inventory again with `airlock registry inventory -o FILE`, and copy it without changes.',
  ],
  'inventory-unsigned': [
    "A registry inventory isn't signed with a trusted key",
    'Specify the public key of the signer with --verify-key, or trust it with `airlock keys trust`. If the signature is invalid, request the inventory again.',
  ],
  'ledger-exists': [
    'The workspace already has a ledger for this enclave',
    'Specify another directory, or replace the ledger with --replace.',
  ],
  'signing-key': [
    "The key that signs this workspace's exports can't be used",
    'Create a new key with `airlock keys create`, or export with --no-sign.',
  ],
  'check-rejected': [
    "A check command rejected content, or required content wasn't checked",
    'Review the reports shown. Exclude the images, or have the check changed.',
  ],
  'archive-size': [
    'A file is larger than the archive size limit',
    'Use a larger --archive-size, or remove --strict-archive.',
  ],
  'acknowledgment-invalid': [
    "An acknowledgment code is mistyped, or doesn't belong to a transfer in this workspace",
    'Compare the code with the original on the disconnected side. `airlock transfers list` shows the transfers.',
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
    "The file system of a directory can't store all files that may be written",
    'Use a directory on a file system such as XFS or ext4.',
  ],
  'host-setting': [
    'A setting of this host may cause problems',
    'Change the setting shown. If the value is intended, no change is needed.',
  ],
  slow: [
    'A disk or a connection is very slow',
    'Before a large transfer, use a faster disk, or find out what limits the connection.',
  ],
  // releases
  'release-unknown': [
    "The update service doesn't list this channel or version",
    'Use a channel and version that the update service lists. The message shows the closest matches.',
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
    'Have the image signed with a key that the policy accepts, or have the policy changed for the scope shown.',
  ],
  'release-signature-absent': [
    "A release image doesn't have its own signature",
    'Mirror the release without --remove-signatures from a registry that has the signature.',
  ],
  'payload-invalid': ["A release payload can't be parsed", 'Check that the reference is a release image.'],
  'attachments-left-out': [
    'An image has more referrers (signatures, SBOMs and so on) than Airlock copies',
    'Check who can push to the repository. Add the referrers that you need to additionalImages.',
  ],
  // Helm charts
  'chart-unknown': [
    "A chart repository doesn't have this chart or version",
    'Use one of the charts and versions that the message lists.',
  ],
  'chart-invalid': [
    "A Helm chart can't be parsed",
    'Check the chart with `helm lint`, or remove it from the configuration.',
  ],
  'chart-without-images': [
    'A Helm chart creates pods, but no image was found in it',
    "Use imagePaths to specify where the chart's images are. Otherwise, add the images to additionalImages and accept the chart with `--accept-empty-charts`.",
  ],
  'chart-not-rendered': [
    'Only some images of a Helm chart are known',
    'Add the `helm` program to PATH, or add the missing images to additionalImages.',
  ],
  // directories that contain an image
  'layout-invalid': [
    "A directory isn't an OCI layout that contains an image",
    'Specify the directory that contains oci-layout, index.json and blobs.',
  ],
  // operators
  'catalog-invalid': [
    "An operator catalog can't be parsed",
    "Check that the reference points to a file-based catalog. Report the file shown to the catalog's publisher.",
  ],
  'operator-unknown': [
    "The catalog doesn't have this package, channel or version",
    'Use a package, channel or version from the catalog. The message shows the closest matches.',
  ],
  'operator-selection': [
    "The selection of operators is empty, or OLM can't use it",
    'Change packages, channels, defaultChannel or versions as the message describes.',
  ],
  'operator-dependency': [
    "An operator depends on a package that isn't selected",
    'Add the package to the configuration, or use --add-dependencies.',
  ],
  'catalog-removal': [
    'A catalog at the destination would lose operators or versions',
    'Select this content too. If no cluster uses it, allow the removal (--allow-removal).',
  ],
  'bundle-incomplete': [
    "A version of an operator can't be installed from the mirror",
    'Run the same command again, or exclude this version from the configuration.',
  ],
  // networks of hosts
  'nmstate-schema': [
    'A network document violates the NMState schema',
    'Fix the field shown. Otherwise, NMState rejects the entire document.',
  ],
  'nmstate-rule': [
    'A network document violates an NMState rule',
    'Fix the line shown. The message comes from NMState if it reports one.',
  ],
  'nmstate-br-ex': [
    "The br-ex bridge in a network document doesn't meet the requirements of OVN-Kubernetes",
    'Fix the line shown. The rule (BR01 to BR20) states the requirement.',
  ],
  'nmstate-hosts': ['Hosts conflict with each other or with the cluster', 'Change one of the hosts shown.'],
  'nmstate-template': [
    "A template uses a variable that isn't defined for a host",
    'Add the column to the table of hosts, or correct the name in the template.',
  ],
  'nmstate-policy': [
    "A change can't be made on a running node, or requires additional steps",
    "Follow the instructions in the message. Changes that OVN-Kubernetes can't adapt to require a MachineConfig and node restarts.",
  ],
  'nmstate-migration': [
    "br-ex on a node can't be migrated from configure-ovs to NMState",
    'Follow the instructions in the message, then run the command again.',
  ],
  'host-table': ["A table of hosts can't be parsed", 'Fix the cell shown.'],
  'machine-config': [
    "A MachineConfig can't be read, or wouldn't deliver the network document for a host",
    'Fix the problem shown in the message. Nodes read only /etc/nmstate/openshift/<short host name>.yml.',
  ],
  // runs
  'image-failed': [
    "An image couldn't be copied",
    'Check the cause shown. To retry, run the same command again.',
  ],
  'plan-changed': ["The plan doesn't match the current content", 'Create a new plan and have it approved.'],
  'plan-unapproved': [
    "The plan doesn't have a valid signature from the signer specified with --require-signature",
    'Have the plan signed (`gpg --armor --detach-sign plan.json`) and put plan.json.asc next to it.',
  ],
  'still-needed': [
    'An image that was selected for deletion is still needed',
    'Also select the content that needs the image. `airlock delete --help` describes how to specify the configurations whose content is retained.',
  ],
  'delete-rejected': [
    "The registry doesn't allow deleting images",
    'Enable deletion in the registry, and grant this account permission to delete images.',
  ],
  'delete-list': [
    "A list of images to delete doesn't match this registry or its current content",
    'Generate the list again with `airlock delete --generate`.',
  ],
  'remaining-image-broken': [
    "An image that must be retained can't be pulled from the registry",
    'Mirror the image again. The message shows the missing content.',
  ],
  'tag-left': [
    'A rollback left a tag unchanged',
    'Push the image that the tag should refer to. To also restore tags that were moved again after the run, use --force.',
  ],
  'run-log-altered': [
    'An audit record was changed, removed or added outside Airlock',
    'Compare the records with a copy, such as a backup or a transfer record.',
  ],
  'run-ended': [
    'The run is no longer active',
    'Run `airlock runs list` to see the status of the run. A paused run can be resumed.',
  ],
  // the application
  'file-changed': ['A file was changed by someone else', 'Read the file again and repeat your change.'],
  unsupported: [
    "This host doesn't support the requested operation",
    'Enter the path manually instead of choosing it.',
  ],
  forbidden: [
    "The request didn't come from the application",
    'Open the address that `airlock serve` printed.',
  ],
  'not-permitted': [
    "This session doesn't have permission to do this",
    'Use an operator session: run `airlock serve` without `--read-only`.',
  ],
  'engine-lost': [
    'The Airlock engine stopped unexpectedly',
    'The engine restarts automatically. Runs resume where they stopped.',
  ],
  interrupted: ['Stopped on request', 'Run the same command again to resume where it stopped.'],
  internal: [
    'An internal error occurred in Airlock',
    'Report this error with the output of --log-level debug.',
  ],
} as const satisfies Record<string, readonly [meaning: string, remedy: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;
