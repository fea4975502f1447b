/**
 * Every error code of Airlock with its meaning and the remedy that is shown when the place that raised it has
 * no better one. `docs/errors.md` is generated from this list. One line a code, sorted by topic.
 */
export const ERROR_CODES = {
  // usage and configuration
  usage: ['The command line is wrong', 'See `airlock --help` or `airlock COMMAND --help`.'],
  'config-unreadable': ['A configuration file cannot be read', 'Check the path and its permissions.'],
  'config-invalid': [
    'A configuration file breaks the loading rules',
    'Mend the lines that are named and run `airlock config validate FILE` again.',
  ],
  'config-doubtful': [
    'A configuration is accepted but hardly means what was meant',
    'Mend the line that is named, or leave it if it is meant so.',
  ],
  'config-unsupported': [
    'The configuration asks for something this version cannot mirror',
    'Take the named section out of the file.',
  ],
  'document-unreadable': [
    'A YAML text that is to be changed cannot be read',
    'Mend the YAML at this place; the fault is often in the line before.',
  ],
  'document-uneditable': [
    'A place of a YAML text cannot be changed without touching what else is written',
    'Change it in the YAML itself.',
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
    'Two sources would get one destination name',
    'Give one of them targetRepo or targetTag.',
  ],
  'workspace-format': [
    'The workspace was written by a newer version',
    'Use that version of Airlock, or another folder.',
  ],
  'workspace-locked': ['Another process is using this workspace', 'Wait for it to finish, or stop it.'],
  'ledger-damaged': [
    'The ledger contains a damaged entry',
    'Restore ledger.jsonl from a backup. If there is no backup, remove the damaged entry. Airlock then records the transfers that are still in the workspace again, and sends all other content again.',
  ],
  'workspace-invalid': [
    'The folder is not a workspace, transfer or archive folder',
    'Name a folder that `airlock mirror` wrote, or one that holds mirror_*.tar.',
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
    'install-config.yaml cannot be decoded: the installer stops here',
    'Mend the line that is named.',
  ],
  'install-config-invalid': [
    'The installer refuses this install-config.yaml',
    'Mend the field that is named; the message is the one of the installer.',
  ],
  'install-config-doubtful': [
    'The installer takes it but warns, or it is hardly meant',
    'Mend the field that is named, or leave it if it is meant so.',
  ],
  'install-config-unnoticed': [
    'The installer would not notice: the API server, the cloud provider or vCenter does',
    'Mend the field that is named before installing.',
  ],
  'install-config-deprecated': [
    'A field of install-config.yaml is deprecated',
    'Convert the deprecated fields.',
  ],
  'install-config-unknown-field': [
    'A field of install-config.yaml is not known: the installer leaves it out',
    'Remove it, or correct its name or section.',
  ],
  // cloud provider configuration and changes of installed clusters
  'cloud-config-unreadable': [
    'A configuration of the vSphere cloud provider cannot be read: it is neither right INI nor right YAML',
    'Mend the line that is named.',
  ],
  'cloud-config-invalid': [
    'The vSphere cloud provider refuses this configuration',
    'Mend the setting that is named; the message is the one of the provider where it has one.',
  ],
  'cloud-config-doubtful': [
    'The vSphere cloud provider takes this configuration, but it hardly means what was meant, or will not be read for long',
    'Mend the setting that is named, or leave it if it is meant so.',
  ],
  'cluster-objects-invalid': [
    "Files with a cluster's objects cannot be read, or an object that is needed is not among them",
    'Fetch them again with the line that `airlock install-config day2 --fetch-command` prints.',
  ],
  'day2-people': [
    'A step of a plan for an installed cluster needs people: work in a vCenter, or an account that no plan knows',
    'Do what the message names, then run the same command again with --prepared: it goes on there.',
  ],
  'day2-refused': [
    'A change of an installed cluster would be refused by its API, or would break it',
    'Do first what the message names.',
  ],
  'day2-doubtful': [
    'A change of an installed cluster can be made, but something about it should be known before',
    'Read the message before beginning.',
  ],
  // network and registries
  unauthorized: [
    'A registry refused the credentials (401)',
    'Log in again (`podman login HOST`), or name the file that holds the credentials with --authfile.',
  ],
  denied: [
    'A registry denies access (403)',
    'Ask for access to this repository, or use an account that has it.',
  ],
  'login-expired': [
    'A registry no longer takes credentials that it took before in the same run',
    'Log in again (`podman login HOST`), and run the command again: what was copied is kept.',
  ],
  'credential-helper': [
    'A program that keeps credentials cannot be asked',
    'Install it, or take it out of the auth file and log in again (`podman login HOST`).',
  ],
  'not-found': [
    'A registry does not have this image or blob (404)',
    'Check the name and tag; `airlock plan` shows what is asked for.',
  ],
  'rate-limited': [
    'A registry limits the number of requests (429)',
    'Try again later, or with fewer parallel images.',
  ],
  'server-error': ['A server answered with an error (5xx)', 'Try again later; what was copied is kept.'],
  protocol: [
    'A server answered what the protocol does not allow',
    'Check that the address is a registry; a proxy or login page may be in between.',
  ],
  connection: ['A server cannot be reached', 'Check name, port, network and proxy settings.'],
  'tls-unknown-issuer': [
    'The certificate was issued by an authority this host does not trust',
    'Put the named issuer into the trusted CAs, or into certs.d/HOST/ca.crt.',
  ],
  tls: ['A TLS connection cannot be made', 'Check the certificate, its dates and its names.'],
  'clock-skew': [
    'The clocks of this host and of a server differ',
    'Set the clock of this host: have chronyd or systemd-timesyncd follow a time server (`timedatectl` shows whether it does).',
  ],
  proxy: ['The proxy refused the connection', 'Check HTTPS_PROXY, its user and password, and NO_PROXY.'],
  stalled: ['A connection stopped delivering', 'Run the command again: finished blobs are kept.'],
  'window-closed': [
    'The window of a link closed while something moved',
    'The run goes on by itself when the next window opens.',
  ],
  'blocked-registry': ['registries.conf blocks this registry', 'Change registries.conf, or the reference.'],
  'destination-unfit': [
    'The destination registry does not take what is planned',
    'Change the setting of the registry that the message names, or the configuration.',
  ],
  'destination-unasked': [
    'The destination was not asked yet what it takes',
    'Run `airlock doctor docker://HOST`, or let the first push find out.',
  ],
  'destination-storage-damaged': [
    "The destination registry accepted an image but can't serve it because files in its storage are missing or truncated, for example after its disk was full",
    "Free up disk space on the registry host. Delete the damaged files in the registry's storage directory (for docker-registry: `find STORAGE -type f -size 0` lists them), or delete the manifest by digest and run the registry's garbage collector. Restart the registry and run the same command again.",
  ],
  // clusters
  kubeconfig: [
    'No cluster can be chosen: a kubeconfig is missing, unreadable or lacks something',
    'Name the file with --kubeconfig or KUBECONFIG and a context that it has with --context.',
  ],
  'cluster-unauthorized': [
    "A cluster refused the kubeconfig's credentials (401): they have expired, or are those of another cluster",
    'Log in again (`oc login SERVER`), or use another kubeconfig.',
  ],
  'cluster-forbidden': [
    'A cluster does not allow its user to do this (403)',
    'Ask whoever administers the cluster for this permission, or use another context.',
  ],
  'cluster-conflict': [
    'Fields of an object in a cluster belong to somebody else and have other values',
    'Look at both values; --overwrite takes the fields over.',
  ],
  'cluster-changed': [
    'An object in a cluster was changed by somebody else meanwhile',
    'Run the same command again: it looks at what is there now.',
  ],
  'cluster-refused': [
    'A cluster does not accept an object',
    'Mend what the message names; the cluster may be of another version than the object is for.',
  ],
  'cluster-missing': [
    'A cluster does not have an object or kind of object',
    'Install the operator that brings it, or check the version of the cluster.',
  ],
  'cluster-removal': [
    'Applying would take mirrors, catalogs or operators away from a cluster',
    'Look at the list; --allow-removal lets it happen.',
  ],
  'cluster-restart': [
    'Nodes of a cluster would be restarted',
    'Choose the time, and go on with --allow-restart.',
  ],
  'cluster-upstream': [
    'A cluster does not ask the update service of its mirror for upgrades',
    '`airlock cluster-config apply --set-upstream` lets it; `cluster-config rollback` takes that back.',
  ],
  'cluster-not-ready': [
    'A cluster did not get ready with what was applied',
    'Look at the object that the message names (`oc describe`); applying again waits again.',
  ],
  // content
  'digest-mismatch': [
    'Content does not have the digest it was asked for by',
    'Run again; if it stays, the source is damaged.',
  ],
  'size-mismatch': [
    'Content does not have the size its manifest states',
    'Run again; if it stays, the source is damaged.',
  ],
  'manifest-invalid': ['A manifest cannot be understood', 'The image must be docker schema 2 or OCI.'],
  'content-missing': [
    'Content is not held by this workspace or archive',
    'Carry the transfer that has it, or run the mirror to disk again with --resend.',
  ],
  // archives and disks
  'archive-hostile': [
    'An archive holds what no honest archive holds',
    'Do not use it; ask for it again from where it came.',
  ],
  'archive-malformed': [
    'An archive is damaged or cut short',
    'Copy it again; `airlock verify` tells which files are damaged.',
  ],
  'index-unsigned': [
    "The index of a transfer isn't signed with a trusted key",
    "Don't use this transfer. Ask the sender to sign and export it again, or to send you the right public key. To see which keys you trust, run `airlock keys list`.",
  ],
  'signing-key': [
    "The key that signs this workspace's exports can't be used",
    'Create a new key with `airlock keys create`, or export with --no-sign.',
  ],
  'check-refused': [
    'A check command refused what is to cross, or something was not checked that must be',
    'See the reports that are named; leave the images out, or have the check changed.',
  ],
  'archive-size': [
    'A file is larger than the archive size allows',
    'Use a larger --archive-size, or leave --strict-archive out.',
  ],
  'acknowledgement-invalid': [
    'An acknowledgement code was typed wrong, or is of no transfer of this workspace',
    'Compare it letter by letter with what the other side shows; `airlock transfers list` names the transfers.',
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
    'The file system of a folder cannot hold all that may be written there',
    'Use a folder on a file system such as xfs or ext4.',
  ],
  'host-setting': [
    'A setting of this host may get in the way',
    'Change the setting that is named, or leave it if it is meant so.',
  ],
  slow: [
    'A disk or a connection is very slow',
    'Use another disk, or find out what limits the connection, before much is moved.',
  ],
  // releases
  'release-unknown': [
    'The update service does not know this channel or version',
    'Take a channel and versions that it knows; the message names the nearest.',
  ],
  'upgrade-path': [
    'No update path joins the selected versions',
    'Select more versions, or the channels of the minors between.',
  ],
  'graph-invalid': ['The update graph cannot be understood', 'Check UPDATE_URL_OVERRIDE.'],
  'signature-missing': [
    'A release has no signature',
    'Name the signature service by OCP_SIGNATURE_URL, or mirror without it by --ignore-release-signature.',
  ],
  'signature-invalid': [
    'A release signature is wrong',
    'Do not use this release; check the keys in OCP_SIGNATURE_VERIFICATION_PK.',
  ],
  'policy-rejected': [
    'The trust policy of this host does not accept an image',
    'Have the image signed by a key of the policy, or have the policy changed for the scope that is named.',
  ],
  'release-signature-absent': [
    'A release image comes without its own signature',
    'Mirror it without --remove-signatures from a registry that has its signature.',
  ],
  'payload-invalid': [
    'A release payload cannot be understood',
    'Check that the reference is a release image.',
  ],
  'attachments-left-out': [
    'An image has more referrers (signatures, SBOMs and so on) than Airlock copies',
    'Check who can push to the repository. Add the referrers that you need to additionalImages.',
  ],
  // Helm charts
  'chart-unknown': [
    'A chart repository does not have this chart or version',
    'Take a chart and version that it has; the message names what it has.',
  ],
  'chart-invalid': [
    'A Helm chart cannot be understood',
    'Check the chart with `helm lint`, or take it out of the configuration.',
  ],
  'chart-without-images': [
    'A Helm chart creates pods, but no image was found in it',
    "Use imagePaths to specify where the chart's images are. If that isn't possible, add the images to additionalImages and accept the chart with `--accept-empty-charts`.",
  ],
  'chart-not-rendered': [
    'The images of a Helm chart are known in part only',
    'Put the `helm` program on the PATH, or add what is missing as additionalImages.',
  ],
  // folders that hold an image
  'layout-invalid': [
    'A folder does not hold an image as an OCI layout',
    'Name the folder that has oci-layout, index.json and blobs in it.',
  ],
  // operators
  'catalog-invalid': [
    'An operator catalog cannot be understood',
    'Check that the reference is a file-based catalog; report the file that is named to who makes the catalog.',
  ],
  'operator-unknown': [
    'The catalog does not have this package, channel or version',
    'Take one that it has; the message names the nearest.',
  ],
  'operator-selection': [
    'The selection of operators leaves nothing, or what OLM cannot use',
    'Change packages, channels, defaultChannel or versions as the message says.',
  ],
  'operator-dependency': [
    'An operator needs another one that is not selected',
    'Add the package to the configuration, or use --add-dependencies.',
  ],
  'catalog-removal': [
    'A catalog at the destination would lose operators or versions',
    'Select them too; or, when no cluster uses them, allow it with --allow-removal.',
  ],
  'bundle-incomplete': [
    'A version of an operator cannot be installed from the mirror',
    'Run the same command again; or leave this version out of the configuration.',
  ],
  // networks of hosts
  'nmstate-schema': [
    'A network document breaks the schema of NMState',
    'Mend the field that is named; NMState refuses the whole document because of it.',
  ],
  'nmstate-rule': [
    'A network document breaks a rule of NMState',
    'Mend the line that is named; the message is that of NMState where it has one.',
  ],
  'nmstate-br-ex': [
    'A network document does not give OVN-Kubernetes the br-ex it needs',
    'Mend the line that is named; the rule (BR01 to BR20) says what is asked for.',
  ],
  'nmstate-hosts': [
    'Hosts do not fit each other or their cluster',
    'Change one of the hosts that are named.',
  ],
  'nmstate-template': [
    'A template names a variable that a host does not have',
    'Add the column to the table of hosts, or mend the name in the template.',
  ],
  'nmstate-policy': [
    'A running node cannot be changed like this, or not without more',
    'Follow the remedy of the message; what OVN-Kubernetes cannot follow needs a MachineConfig and restarts.',
  ],
  'host-table': ['A table of hosts cannot be understood', 'Mend the cell that is named.'],
  'machine-config': [
    'A MachineConfig cannot be read, or would not bring a host its network document',
    'Mend what is named; nodes look for /etc/nmstate/openshift/<short host name>.yml only.',
  ],
  // runs
  'image-failed': ['An image could not be copied', 'See its cause; run the same command again to retry.'],
  'plan-changed': ['The plan does not fit what is there', 'Make a new plan and have it approved again.'],
  'plan-unapproved': [
    'The plan has no good signature of whom --require-signature names',
    'Have the plan signed (`gpg --armor --detach-sign plan.json`) and put plan.json.asc beside it.',
  ],
  'still-needed': [
    'An image that was selected for deletion is still needed',
    'Select what needs it too; `airlock delete --help` tells how to name the configurations that count.',
  ],
  'delete-refused': [
    'The registry does not delete images',
    'Allow deletes in the registry, and to this account.',
  ],
  'delete-list': [
    'A list of images to delete does not fit this registry, or what is there now',
    'Make it anew with `airlock delete --generate`.',
  ],
  'kept-image-broken': [
    'An image that should stay cannot be pulled from the registry',
    'Mirror it again; the message names the content that is missing.',
  ],
  'tag-left': [
    'A rollback leaves a tag as it is',
    'Push what it shall name; --force also moves back tags that were moved again since.',
  ],
  'run-log-altered': [
    'An audit record was changed, removed or added by hand',
    'Compare the records with a copy, e.g. a backup or a transfer record.',
  ],
  'run-ended': ['The run is not under way any more', 'See `airlock runs list`; a paused run can be resumed.'],
  // the application
  'file-changed': ['A file was changed by someone else', 'Read it again, and make your change once more.'],
  unsupported: ['This host cannot do that', 'Type the path in place of choosing it.'],
  forbidden: [
    'The request did not come from the application',
    'Open the address that `airlock serve` printed.',
  ],
  'not-permitted': [
    "This session doesn't have permission to do this",
    'Use an operator session: run `airlock serve` without `--read-only`.',
  ],
  'engine-gone': ['The engine ended unexpectedly', 'It is started again; runs go on where they stopped.'],
  interrupted: ['Stopped on request', 'Run the same command again: it goes on where it stopped.'],
  internal: ['A fault in Airlock', 'Please report it with the output of --log-level debug.'],
} as const satisfies Record<string, readonly [meaning: string, remedy: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;
