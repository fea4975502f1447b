/** What the help drawer says about a screen: what it is for, what to know, and the same on the command line. */
export interface HelpTopic {
  title: string;
  lines: string[];
  commands: { command: string; about: string }[];
}

const CONFIGURATION =
  'The configuration is an ImageSetConfiguration (mirror.openshift.io/v2alpha1), the same file that oc-mirror v2 reads. The editor completes its fields and marks problems at their line. In the editor Tab indents: press Escape, then Tab, to leave it.';
const PLAN =
  'Plan asks the registries what would be moved and copies nothing. Start plans by itself, so a plan of your own is optional.';
const APPROVAL =
  'Send for approval saves the plan with every digest pinned. Signed by the approver, it is opened as an approved plan in place of the configuration: exactly it is moved.';
const TRUST =
  'The trust policy of the host (policy.json) is enforced where that is chosen among the options. The plan counts what was verified, by which key, and what was not.';

/** By the route patterns of routes.tsx. */
const TOPICS: Record<string, HelpTopic> = {
  '/': {
    title: 'Home',
    lines: [
      'One block per enclave: the disconnected place that a mirror is for. Its line says how far the latest transfer is, its button is the next thing to do; its name leads to all of its transfers.',
      'A transfer is one numbered crossing, for example fleet-0007. Only what the enclave does not have yet goes into the next one.',
      'A workspace is a folder with archive sets, configurations and the record of every run. One serves many configurations and years, and may lie on a removable disk.',
      'The side of the gap (top left) decides which screens come first. The others stay under "Other side".',
      'Runs belong to the workspace, not to this window: close it, and they go on as long as Airlock runs on the host.',
    ],
    commands: [
      { command: 'airlock transfers list file://DIR', about: 'the transfers of a workspace' },
      { command: 'airlock serve', about: 'this application in a browser' },
    ],
  },
  '/choose/:draft?/:step?': {
    title: 'Choose what to mirror',
    lines: [
      'Four steps: which versions the cluster is on and is to get, which operators, where it goes, and what it comes to. Each may be left at any time: the draft is kept, also when the window or Airlock itself goes.',
      'It begins empty, with two versions, with what a cluster has installed, with the last transfer, or with a file; one of v1alpha2 is converted, and every change is explained.',
      'The form and the YAML beside it are the same text: a change in the form touches only what it means, and comments stay. While the text cannot be read the form waits, and the place is named. Undo and redo span both.',
      'The running total counts every byte once: what is needed, what the enclave and this workspace have, what is left to fetch, and the media for it. What is not read yet is estimated, and says so.',
      'On a metered link nothing is fetched without a click, and what it costs stands on the button. What was read before is used, with its age.',
      'Nothing is mirrored before Run in the last step.',
    ],
    commands: [
      { command: 'airlock config init -o isc.yaml', about: 'a first configuration' },
      {
        command: 'airlock config suggest --installed installed.json --to 4.18',
        about: 'keeps what is installed upgradable',
      },
      { command: 'airlock plan -c isc.yaml file://DIR', about: 'what it comes to' },
    ],
  },
  '/enclaves/:name': {
    title: 'The transfers of an enclave',
    lines: [
      'An enclave is a disconnected place that a mirror is for. Each transfer to it has a number and a journal: what happened, who said so, and when.',
      'Choose a transfer to see how far it is. What no record can tell, such as who carries it, is added to the journal; nothing of it leaves this side.',
      'Enter the code that the other side reads out: it is shown in words before it is taken. A code that was typed wrong is refused.',
      'What did not arrive counts as not sent, so the next transfer carries it again. Note as lost says so where nobody will answer.',
      'A protected set stays when space is freed.',
    ],
    commands: [
      { command: 'airlock transfers list file://DIR', about: 'every transfer and what arrived' },
      { command: 'airlock transfers show fleet-0007 file://DIR', about: 'one of them' },
      { command: 'airlock transfers ack CODE file://DIR', about: 'take a code' },
    ],
  },
  '/enclaves/:name/delete': {
    title: 'Delete from the registry',
    lines: [
      'Name the registry, look at it, and choose in the tree, or by a configuration. Arrow keys move in the tree and open it, the space bar chooses.',
      'Beside it stands at once what goes, what it frees, and what stays for which reason. What another release or a cluster needs is protected.',
      'Nothing is deleted before the registry and the number of images are typed. Then it is a run like others: told, paused, recorded.',
      'Push them again restores from the transfers of this workspace where they hold all of it.',
    ],
    commands: [{ command: 'airlock delete --help', about: 'the same in a terminal' }],
  },
  '/storage': {
    title: 'What uses the space',
    lines: [
      'A workspace is filled by archive sets, one for each transfer. What is only here because of a set, a release or an operator stands beside it.',
      'A set may go when all of it was acknowledged. It stays while something is open, while it is protected, and while it holds what another enclave lacks.',
      'Freeing space shows first what goes, what stays and why. The ledger remembers what was sent, so the next transfer stays small.',
    ],
    commands: [
      { command: 'airlock workspace usage file://DIR', about: 'the same numbers' },
      { command: 'airlock workspace prune file://DIR --dry-run', about: 'what would go' },
    ],
  },
  '/fetch': {
    title: 'Fetch: mirror to disk',
    lines: [
      'Fetch copies what the configuration names from the upstream registries into archives in the workspace: a new numbered transfer.',
      CONFIGURATION,
      PLAN,
      APPROVAL,
      TRUST,
      'What the enclave was sent before is left out; the plan says how much that is.',
      'Operators are chosen by package, channel and version; the plan says what they need of others, and names that the catalog does not have stand at their line.',
      'Release signatures are checked before a release is copied. A release without one is left out, and the rest goes on.',
      'A run can be paused at any time. What is fetched is kept, and nothing is fetched twice.',
    ],
    commands: [
      { command: 'airlock mirror -c isc.yaml file://DIR --for ENCLAVE', about: 'fetch' },
      { command: 'airlock plan -c isc.yaml file://DIR', about: 'only the plan' },
      { command: 'airlock config validate isc.yaml', about: 'only the problems of the file' },
      {
        command: 'airlock mirror --plan plan.json --require-signature KEY file://DIR',
        about: 'exactly a plan that was signed',
      },
    ],
  },
  '/carry': {
    title: 'Carry: a transfer onto media',
    lines: [
      'Choose one or several media, or name folders. The transfer is cut into pieces that fit them and that scanners take; each piece says what it is, so their order does not matter.',
      'Every piece is written, read back past the memory of this host where the system allows, and flushed. Then the medium is safe to remove.',
      'When the chosen media are full, or one is pulled out, it waits for the next: choose it and go on. Pause at any time; what is written is kept, also when Airlock or this host ends.',
      'The boxes are the pieces in their order, and below them what most of each is for: what a lost medium would cost.',
      'The transfer record lists every file and image with its digest. Its record fingerprint is the same on the other side.',
      'Under More: a diode with its short flat names, the largest size of a file, a signature over the index, and a command that checks every image before it leaves.',
    ],
    commands: [
      { command: 'airlock media export --transfer fleet-0007 --to /mnt/stick file://DIR', about: 'the same' },
      { command: 'airlock media status file://DIR', about: 'which piece is on which medium' },
      { command: 'airlock media drives', about: 'list removable drives' },
    ],
  },
  '/receive': {
    title: 'Receive: transfers from media',
    lines: [
      'Choose media or folders, in any order, as they come. They are only read, and nothing of this side gets on them.',
      'Every byte is compared with the index of the transfer as it is read. What was there before is not read into the folder again.',
      'Boxes say have, damaged or missing. Below stands what that concerns, image by image, and what to do.',
      'What is whole can be pushed at once, while the rest is on its way.',
      'The code tells the other side what is lacking. It is read over the phone or sent on paper, and names no host, user or path.',
    ],
    commands: [
      { command: 'airlock media import --from /mnt/stick file://DIR', about: 'the same' },
      { command: 'airlock transfers code file://DIR', about: 'the code, after reading every byte' },
    ],
  },
  '/ready': {
    title: 'Ready?',
    lines: [
      'What this side holds: each release, the operators and other images, whole or what they wait for.',
      'The code acknowledges the transfer to the other side. Choose how far the content came here; it is in the code.',
      'Sets that were not received by Airlock are read byte by byte before there is a code for them.',
    ],
    commands: [
      { command: 'airlock transfers code file://DIR --reached pushed', about: 'the code' },
      { command: 'airlock mirror --from file://DIR docker://HOST', about: 'the next step' },
    ],
  },
  '/push': {
    title: 'Push: disk to mirror',
    lines: [
      'Push copies a carried transfer from disk into the mirror registry. The disk is only read: nothing is written to it.',
      'Choose a workspace, one transfer, or a folder of mirror_*.tar files. A configuration is optional: without one the set brings its own.',
      'What the registry has already is not pushed again.',
      'Runs and cluster resources of this side are kept in the state folder, so that nothing of it travels back by accident.',
      'Where a catalog at the destination would lose operators or versions, a push is refused until that is allowed: the plan lists what would go.',
      'After a push the run shows the cluster resources (IDMS, ITMS, CatalogSource, signatures) to apply.',
      'Before the first push the destination is asked what it takes, with small content in a scratch repository; what it cannot take is told before anything is sent.',
      APPROVAL,
      'Test asks the registry before anything is pushed, and tells a wrong name, a refused connection, an unknown CA and a wrong password apart.',
    ],
    commands: [
      { command: 'airlock mirror --from file://DIR docker://HOST[/PATH]', about: 'push' },
      { command: 'airlock verify file://DIR', about: 'every byte of what was carried' },
    ],
  },
  '/cluster': {
    title: 'Apply to a cluster',
    lines: [
      'Name a folder with manifests (those of the last pushes are offered), a kubeconfig and a context, and compare.',
      'Each object says what it is for, what differs and what restarts; opened, it shows the difference field by field, with conflicts and their owners.',
      'Objects with a conflict are not chosen at first. What takes something away from the cluster needs its own tick.',
      'A dry run lets the cluster say what it would do. Before nodes restart the job stops and asks; it goes on without the window.',
      'Roll back puts the previous versions back, then or later.',
    ],
    commands: [
      { command: 'airlock cluster-config apply ./config --dry-run', about: 'the comparison' },
      { command: 'airlock cluster-config apply ./config', about: 'apply' },
    ],
  },
  '/mirror': {
    title: 'Mirror: without media',
    lines: [
      'For a host that sees both sides: images go from the upstream registries straight to the mirror registry. The workspace keeps the records and the cluster resources.',
      CONFIGURATION,
      PLAN,
      APPROVAL,
      TRUST,
      'Image by image, what the mirror has already is skipped.',
    ],
    commands: [
      { command: 'airlock mirror -c isc.yaml --workspace file://DIR docker://HOST[/PATH]', about: 'mirror' },
      {
        command: 'airlock plan -c isc.yaml --workspace file://DIR docker://HOST[/PATH]',
        about: 'only the plan',
      },
    ],
  },
  '/run/:sequence': {
    title: 'A run',
    lines: [
      'The title says when it will be done. The bar counts bytes, never images.',
      'Pause finishes what is under way and keeps the place of the rest. Stop ends at once; what is finished is kept. Either can be resumed, here or in a terminal.',
      'The number of images at once and the rate can be changed while it runs; both act at once.',
      '"Whole so far" lists releases and operators in the order of the run: what is whole can be used even if the run is ended now.',
      'A failed image does not stop the others. Retry moves only what failed. Versions of operators that lack an image are listed: clusters cannot install them.',
      'The run goes on when this window is closed. Any window or terminal on the host can follow it.',
    ],
    commands: [
      { command: 'airlock runs attach', about: 'follow it in a terminal' },
      { command: 'airlock runs show', about: 'its record' },
    ],
  },
  '/upgrades': {
    title: 'Upgrades',
    lines: [
      'Name the version that a cluster is on and the one that is wanted; a minor (4.18) stands for its newest version.',
      'The answer is the way with the fewest updates. An update with known risks is conditional: each cluster finds out by its rules whether it is concerned, so it counts unless risks are to be avoided.',
      'In the drawing there is one lane for each minor. The way is strong, dotted is conditional, small circles are versions that it does not need. Arrow keys walk; F goes from the marked version, T goes to it.',
      'The table has what the drawing has.',
      'The graph comes from the update service, one small answer for each minor, at most once an hour. What it answered is kept, and so is what runs saved in the workspace: behind the gap nothing needs to be asked.',
      'More has the other ways: the fewest risks, EUS to EUS with worker pools paused, through versions that are named; and a configuration for each update, to be mirrored one after the other.',
      'Operators of a plan go along: those that OpenShift demands to move stand as squares among the steps.',
      'Add to configuration writes the channels whose releases are the way, shows what changes in the file, and saves it. Where nothing selects the way alone, the releases beside it are named.',
    ],
    commands: [
      { command: 'airlock upgrade-path ocp --from 4.16.20 --to 4.18.9', about: 'the way in a terminal' },
      {
        command: 'airlock upgrade-path ocp --from V --to V --avoid-risks --svg FILE',
        about: 'without risks, as a picture',
      },
    ],
  },
  '/upgrades/operators': {
    title: 'Upgrades of an operator',
    lines: [
      'Name the catalog, the package and what is installed: a version or the name of a bundle. The answer is what OLM does, update by update, with the fewest changes of the channel.',
      'For the catalogs of two OpenShift versions, name the older one first: the way leads through both, and a bundle that must not be on the next OpenShift is left before it.',
      'In the rail the head is on top. The line is what replaces what; versions beside it are skipped and never offered; a bracket is a range that an entry takes (skipRange). Arrow keys walk: up and down the line, right to what is skipped, left to a range; Enter opens, F and T set what is installed and wanted.',
      'Add to configuration writes the packages with their channels. Channels that are there are widened; all else in the file stays.',
      'A catalog is read once as a whole. Its index is kept in your cache folder, which the command line shares.',
    ],
    commands: [
      {
        command: 'airlock upgrade-path operator --catalog REF --package NAME --from VERSION',
        about: 'the way in a terminal',
      },
      { command: 'airlock list operators --catalog REF', about: 'the packages of a catalog' },
    ],
  },
  '/upgrades/plan': {
    title: 'A plan for OpenShift and operators',
    lines: [
      'The order in which a cluster and its operators move. An operator moves before the OpenShift that its installed version does not allow (olm.maxOpenShiftVersion), and else as late as can be.',
      'Name a catalog for each OpenShift on the way, and a line for each operator: NAME=VERSION, or NAME=VERSION@CHANNEL with the channel that the cluster follows.',
      'Each step is checked by itself: ok holds, fails stops the plan, note is good to know.',
      'The page to print has a box to tick before each step, and loads nothing.',
    ],
    commands: [
      {
        command:
          'airlock upgrade-path plan --from V --to V --catalog REF --operator NAME=VERSION --html FILE',
        about: 'the plan in a terminal, and as a page',
      },
    ],
  },
  '/hosts': {
    title: 'Hosts: machines as a table',
    lines: [
      'One row a machine. Paste it from a spreadsheet (with a header it is read as a table, without one it goes into the cells), or read a table, a MachineConfig, or a folder of documents.',
      'Arrow keys move, Shift selects, typing or Enter edits, Tab goes to the next cell while editing. Ctrl+C, Ctrl+V and Ctrl+D copy, paste and fill down; Delete empties; Ctrl+Z and Ctrl+Y undo and redo. Escape keeps one cell selected.',
      'With several cells selected, the bar below writes one text into all of them, fills them as a series, or removes the hosts.',
      'What all hosts have in common is in the layout: a preset with its answers, or a template of your own. A cell that is empty shows the answer of the layout in grey.',
      'Everything is checked while you type: each document as NMState and OVN-Kubernetes read it, and all hosts against each other and the cluster. A cell that is wrong is underlined, on both hosts of a clash.',
      'The table is kept as you type. Passwords of BMCs are never kept: they are given when files are saved.',
    ],
    commands: [
      { command: 'airlock nmstate validate hosts.csv --preset bond-vlan', about: 'the same checks' },
    ],
  },
  '/hosts/:host': {
    title: 'One host',
    lines: [
      'The form, the picture and the file are one: a change in the form writes the YAML, and what is typed into the YAML is in the form, in the picture and in the table.',
      'What the form does not ask for makes the document one of its own. Later changes of the layout and the table keep these lines; the difference is shown below the file, and can be taken back.',
      'A box of the picture leads to its lines. "Interfaces" below the form has every field of an interface.',
      'Explain first boot plays what the node does with the file, on the release that the layout names. [ and ] go to the host before and after.',
    ],
    commands: [
      {
        command: 'airlock nmstate explain DIR --host worker-3',
        about: 'what the node does at its first boot',
      },
    ],
  },
  '/hosts/outputs': {
    title: 'What hosts become',
    lines: [
      'MachineConfigs for the installer or a running cluster, the set that adds machines to a cluster, agent-config.yaml, the hosts of install-config.yaml, or the documents themselves.',
      'Everything is shown before it is saved, passwords hidden. Files with passwords are readable by the user alone.',
      'For a scale-out, paste the MachineConfig that the cluster has: only the files of the new hosts are added to it.',
    ],
    commands: [
      {
        command: 'airlock nmstate machineconfig hosts.csv --preset bond-vlan --role worker -o FILE',
        about: 'a MachineConfig',
      },
      { command: 'airlock nmstate scaleout hosts.csv --help', about: 'the set that adds machines' },
    ],
  },
  '/hosts/day2': {
    title: 'Changes of running nodes',
    lines: [
      'Choose a host or a role, and change an answer or the wanted document: what changes is told, with the policy that does it and the one that undoes it.',
      'What OVN-Kubernetes cannot follow on a running node is refused with the reason, for example another uplink of br-ex.',
      "OVN's masquerade address follows from the release that the cluster was installed with (Layout), or from what the node reports: paste its NodeNetworkState.",
      'Take it into the table when the policy is applied, so that the files of day 1 say the same.',
    ],
    commands: [
      {
        command: 'airlock nmstate nncp --from OLD.yml --to NEW.yml --host worker-3',
        about: 'the policy in a terminal',
      },
    ],
  },
  '/install-config/:tab?': {
    title: 'Install config',
    lines: [
      'Begin with a preset, a file, or what a push left in a workspace. The text is the truth: the form changes only what it means, comments and order stay.',
      'Every rule of the installer is checked while you type, in its own words; what it would not notice says so. Keep as it is decides about a warning.',
      'The picture shows where bootstrap, each master and the workers will land. A master is moved by its menu; names in it open their form.',
      'Secrets go to the engine once and have names in the text. They are in no draft, preview or log; saving asks whether they go into the file.',
      'Manifests are what openshift-install would write, made here without vCenter, and what must be in each vCenter beforehand.',
      'Cloud config converts the INI of the vSphere provider to YAML and says what is left out.',
      'Day 2 plans changes of an installed cluster from its objects in files: one line of oc fetches them.',
    ],
    commands: [
      { command: 'airlock install-config validate FILE', about: 'the same rules' },
      { command: 'airlock install-config manifests FILE --to DIR', about: 'the manifests' },
      { command: 'airlock install-config from-mirror FILE -o OUT', about: 'what a push left for installing' },
      { command: 'airlock cloud-config convert FILE', about: 'INI to YAML' },
      { command: 'airlock install-config day2 --objects FILE --to DIR', about: 'a plan for a cluster' },
    ],
  },
  '/history': {
    title: 'History',
    lines: [
      'Every run leaves a record: what was asked for, by whom, with which version, what came of each image.',
      'Choose two runs to see what the later one has more, less, or under another digest.',
      'Order follows the numbers of the runs, not the clock of the host.',
      'A record holds no passwords. Overrides, such as skipped signature checks, are marked.',
    ],
    commands: [
      { command: 'airlock runs list file://DIR', about: 'the runs of a workspace' },
      { command: 'airlock runs show', about: 'one of them' },
    ],
  },
  '/history/compare': {
    title: 'Compare two runs',
    lines: [
      'Added and removed are images that only one of the runs has; moved are names that point to another digest.',
      'Below stands the difference of the two configurations.',
    ],
    commands: [{ command: 'airlock runs show', about: 'the record of one run' }],
  },
  '/history/:sequence': {
    title: 'The record of a run',
    lines: [
      'What was asked for, when, by whom, and what came of each image. The command does the same headless.',
      'Export writes the record, its configuration and its resources into one file and shows its digest.',
      'Replay mends the archive set of a fetch: it fetches only what is damaged or missing.',
      'Roll back shows which tags of a push go back to what they named before, and which cannot; then it moves them without bytes, as a run of its own.',
      'Overrides are what an auditor looks for first: checks that were switched off for this run.',
    ],
    commands: [
      { command: 'airlock runs show', about: 'the record' },
      { command: 'airlock runs replay', about: 'mend what it wrote' },
      { command: 'airlock runs rollback', about: 'tags back to what they named before a push' },
    ],
  },
  '/settings/:section?': {
    title: 'Settings',
    lines: [
      'Registries are tested in five stages: name, connection, TLS, login, path. The first that fails is what to mend; the earlier ones are proven to work.',
      'What a registry takes (depth of names, sizes, sparse indexes, attached artifacts, deletes) is tried with small content in a scratch repository, and kept: plans and pushes obey it.',
      'Doctor looks for what would stop a run: on this host, for every host that a configuration needs, and at a destination. Its hosts are the allow-list for a firewall.',
      'Credentials in auth files (podman, docker, pull secrets) are used where they are. What is typed here stays in memory, unless you choose a place that keeps it.',
      'A CA that you add is trusted for one registry only, in the certs.d folder that podman reads too.',
      'The proxy is taken from HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the process that started Airlock.',
      'Defaults are proposed for new runs; each run can still have its own.',
      'The diagnostics bundle is shown in full before it is written, and holds no passwords.',
    ],
    commands: [
      { command: 'podman login registry.redhat.io', about: 'writes an auth file that Airlock reads' },
      { command: 'airlock doctor -c isc.yaml', about: 'what would stop a run with this configuration' },
      { command: 'airlock doctor docker://HOST[/PATH]', about: 'what a registry takes' },
    ],
  },
  '/practice': {
    title: 'Practice',
    lines: [
      'A practice world is a registry with a few small signed releases, an update service and an empty mirror registry, all on 127.0.0.1. Nothing leaves this machine.',
      'The steps use the real screens: what works here works the same with real registries.',
      'Stopping it removes its folder and its workspace.',
    ],
    commands: [
      { command: 'airlock practice', about: 'the whole journey in a terminal' },
      { command: 'airlock practice up', about: 'the world alone, left running' },
    ],
  },
};

/** The topic of a route pattern; that of Home where there is none. */
export function helpTopic(pattern: string): HelpTopic {
  return TOPICS[pattern] ?? TOPICS['/']!;
}

export function helpPatterns(): string[] {
  return Object.keys(TOPICS);
}
