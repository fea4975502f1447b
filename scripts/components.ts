/**
 * The map of the source code: the one list that the import rules (`.dependency-cruiser.cjs`), the check of folder cycles
 * (`scripts/dependencies.test.ts`) and the map in `docs/architecture.md` (`node scripts/write-map.ts`) are generated from.
 */

export interface Component {
  /** Path from the top of the repository. */
  folder: string;
  /** A component of `core` imports only components of lower layers. */
  layer: number;
  /** What it contains, for the map. */
  contains: string;
  /**
   * Its folders at every level, with what they contain. Folders directly below the component are listed bottom-up: each
   * imports only the ones above it in this list. Files directly in the component import all of them, and none imports those.
   */
  folders: Record<string, string>;
}

/** The engine, bottom-up. */
export const COMPONENTS: Component[] = [
  {
    folder: 'core/base',
    layer: 1,
    contains: 'foundations: errors, YAML and JSON documents, image names, files, schedules',
    folders: {
      messages: 'texts for people: catalogs in ICU MessageFormat, and their translator',
      objects: 'merging objects: only the fields with a value',
      errors: 'the one error type, all error codes and rules, masking of logins in messages',
      document:
        'YAML and JSON texts: parsing with limits and line numbers, tables of fields and their decoder, spelling suggestions, shell words; HTML pages, CSV, lists in words',
      'document/edit': 'edits that change only the affected lines; text differences, undo, fixes of problems',
      'document/recognize': 'what a file is if it is not the one that a command expects',
      network: 'IP and MAC addresses, networks',
      flow: 'queues, results in order, child processes',
      files:
        'creating files and directories (shared workspaces), atomic and temporary files, JSON lines, sealed JSON, processes and users',
      formats: 'format numbers of files: migration with a backup, rejection of unknown formats',
      image:
        'digests, references, manifests, media types, destination names; the interface of stores of content',
      collected:
        'results of collectors: an image with source, destination, reason and signature verdict; skipped content',
      schedule: 'transfer windows: parsing, time zones, openings, whether bytes fit; rates such as 20MiB/s',
    },
  },
  {
    folder: 'core/store',
    layer: 2,
    contains: 'storage formats: archive sets and the workspace',
    folders: {
      'set-format': 'the format of archive sets: tar headers, names of entries, index, journal, volumes',
      workspace: 'the workspace directory: lock, ledger, blob cache, working files, shared workspaces',
      archive: 'archive sets: read, scan, verify, repair',
      'archive/write': 'writing a set: planned places, hashing of volumes, closing',
    },
  },
  {
    folder: 'core/image-set',
    layer: 2,
    contains: 'ImageSetConfiguration',
    folders: {
      config: 'loading and validating it, v1alpha2 conversion, pinning, `blockedImages`',
      form: 'the text as a form: typed views and edits for the Choose screens',
    },
  },
  {
    folder: 'core/registry',
    layer: 2,
    contains: 'the distribution protocol, both sides',
    folders: {
      access:
        'how this host reaches registries: auth files, credential helpers, registries.conf, certs.d, proxies, TLS, the download threads',
      exchange: 'one HTTP exchange: retries, back-off, tokens, rate limits, concurrency of a host',
      client: 'the registry client: blobs, manifests, tags, listings, referrers',
      'client/upload': 'blob uploads: sessions, chunks, resume, mounts',
      capabilities: 'capabilities of a destination: its profile, limitations and their effect on a plan',
      'capabilities/probe': 'probing a destination: manifests, names, sizes, uploads, product',
      server: 'a registry server for practice, tests and `airlock registry serve`',
      'server/storage': 'its storage: memory, a directory, archive sets',
      'server/protocol': 'its routes, uploads, manifests, referrers, logins',
      'server/faults': 'scripted faults and the quirks of other products, for tests',
    },
  },
  {
    folder: 'core/install',
    layer: 2,
    contains: 'files for openshift-install',
    folders: {
      'cloud-config': 'vSphere cloud provider configuration: INI and YAML, conversion without secrets',
      'install-config': 'validating install-config.yaml, presets, settings from a mirror',
      'install-config/model': 'its fields, decoder, versions, secrets, topology, feature gates',
      'install-config/checks':
        'the checks: VIPs, networks, vSphere, bare metal, machine pools, failure domains, image sources',
      'install-config/clouds':
        'its checks for AWS, Azure, Google Cloud, OpenStack, Nutanix, IBM Cloud and Power VS',
      'install-config/deprecated': 'conversion of deprecated fields',
      'install-config/day2':
        'adding and removing vCenters and failure domains of a running cluster: the plan',
      'install-config/vsphere':
        'vSphere manifests: machines, infrastructure, credentials, permissions checklist',
      'install-config/manifests': 'manifests and agent-config.yaml of an install-config.yaml',
    },
  },
  {
    folder: 'core/nmstate',
    layer: 2,
    contains: 'host networks (nmstate)',
    folders: {
      model: 'documents, findings with fixes, addresses, hosts, cluster networks, node releases',
      schema: 'fields of nmstate and the check against them',
      rules: 'rules on one document: bonds, bridges, routes, DNS, MAC addresses, OVN',
      'br-ex': 'requirements of OVN-Kubernetes for br-ex',
      hosts: 'the table of hosts: CSV and YAML import, columns, checks across hosts',
      inventory: 'machines of BMC inventories: Redfish, Ironic introspection data, BareMetalHosts',
      validation: 'the three layers of validation in one call, templates, summaries, the network diagram',
      'machine-config': 'MachineConfigs with network files: read, write',
      presets: 'ready-made layouts: one or several networks, bonds, VLANs',
      day2: 'NodeNetworkConfigurationPolicies: adopting, comparing, grouping, risks',
      'first-boot': 'installer hosts (agent-config, bare metal) and back',
      'host-set': 'editing a set of hosts',
      simulation: 'simulation of a node that applies the files at boot',
      gather: 'hosts read from a running cluster or its files',
      'scale-out': 'resources and steps for adding hosts',
      migration: 'br-ex of configure-ovs to NMState: day-1 documents from reports of nodes, steps, rollback',
    },
  },
  {
    folder: 'core/contract',
    layer: 3,
    contains: 'requests, events and responses between the app and the engine; runs in a browser',
    folders: {
      documents:
        'code of the engine that pages use directly: documents, forms, nmstate, install-config, schedules, addresses',
      'topics/content': 'sources and destinations (mapping.txt), pinned tags, catalogs compared',
      'topics/schedules': 'schedules, notifications, the overview of Home',
      topics: 'requests and responses by topic: runs, plans, drafts, media, hosts, clusters, settings, …',
      'topics/registry': 'content of registries: reading, comparison, inventory',
      'topics/requests': 'requests about runs, registries and upgrades, with schemas of several topics',
    },
  },
  {
    folder: 'core/test-world',
    layer: 3,
    contains:
      'a small OpenShift world made up for `airlock practice` and tests: releases, catalog, images, update service',
    folders: {
      cluster: 'a simulated cluster: the API server, server-side apply, working operators',
    },
  },
  {
    folder: 'core/runs',
    layer: 4,
    contains: 'runs: progress, records, control',
    folders: {
      progress: 'events of a run, counters, rates',
      audit: 'audit records: writing, reading, verifying, exporting, removing; masking of secrets',
      control: 'following and controlling a run from another process: live.json, pause, stop, limits',
    },
  },
  {
    folder: 'core/content',
    layer: 5,
    contains: 'kinds of content, from a configuration to manifests and blobs',
    folders: {
      additional: '`mirror.additionalImages`',
      plan: 'parts of an image: manifests, unique blobs, attachments',
      resources: 'IDMS, ITMS, CatalogSource, signature ConfigMaps, the graph-data image',
      helm: '`mirror.helm`: images of a chart, rendered by helm or found by search',
      'helm/charts': 'charts: repositories, OCI, archives, versions, values',
      'helm/templates': 'an interpreter for Go templates of charts, with limits',
      signature: 'signatures of releases and sets, keys, verified origins',
      trust: '`policy.json` and `registries.d`: accepted images and their keys',
      release: '`mirror.platform`: update graphs, channels, release payloads',
      'release-tools':
        'tools, live ISO and boot images of a release: their places, files of images, placeholders',
      catalog: 'file-based catalogs: views, comparison, related images, writing',
      'catalog/model': 'packages, channels, bundles, versions',
      'catalog/index': 'reading a catalog into an index on disk',
      'catalog/select': 'selecting packages, channels and bundles, with dependencies',
      'catalog-image': 'catalogs as images: their files, filtering, rebuilding',
      operator: '`mirror.operators`: from a catalog to images, lists and comparison of catalogs',
      inventory: 'inventory of a cluster: versions and packages',
    },
  },
  {
    folder: 'core/cluster',
    layer: 6,
    contains: 'live clusters: configuration for a mirror, checks, day 2',
    folders: {
      config: 'configuration of a cluster for a mirror: manifests, pull secret, handoff sheet',
      'install-files': 'files of an installation on this host: mirror settings, manifests, plans written',
      client: 'the Kubernetes client: compare, apply, wait, roll back',
      'client/api': 'requests to the API server and its faults; a stand-in server for tests',
      check: 'upgrade readiness: state of a cluster, images looked up as its nodes do, inspection files',
      day2: 'carrying out day 2 plans: vCenters, network policies',
    },
  },
  {
    folder: 'core/media',
    layer: 6,
    contains: 'transfers on drives, discs and diodes',
    folders: {
      transfer: 'the journal of a transfer, acknowledgment codes, the list of transfers',
      drives: 'drives of this host: found, ejected (Linux, macOS, Windows)',
      check: 'commands of scanners over a transfer, unpacked images',
      record: 'the transfer record: CSV, HTML pages, record fingerprint',
      volumes: 'dividing sets into volumes and joining them, read-back',
      retention: 'usage of the workspace, removable transfers and exported records',
      origin: 'signers of a transfer, diode profiles',
      export: 'writing volumes to drives, with pages and checksums',
      formats: 'archives for oc-mirror and OCI layouts',
      import: 'receiving volumes: reading, verifying, watching a directory',
      delivery: 'deliveries: acknowledging, status, expiring transfers',
      sites: 'the chain of sites: who supplies whom, site reports',
      request: 'requests for missing content, carried back',
    },
  },
  {
    folder: 'core/upgrade',
    layer: 6,
    contains: 'upgrade paths and the configurations they need',
    folders: {
      ocp: 'OpenShift: paths, EUS, risks, graphs as SVG',
      operator: 'operators: paths between versions, OpenShift limits, channel gaps',
      'operator/plan': 'one plan for OpenShift and operators together',
      sources: 'sources of update graphs: update service, graph-data, workspaces, cache',
      answers: '`list releases`, `list images` and upgrade paths as the app and the CLI show them',
      suggest: 'a first ImageSetConfiguration, also from the inventory of a cluster',
    },
  },
  {
    folder: 'core/mirror',
    layer: 7,
    contains:
      'the workflows: mirror to disk, push, mirror to mirror, plan, delete (tests of complete workflows are next to mirror.ts)',
    folders: {
      run: 'shared stages of all workflows: `run-stages.ts`, the request and session of a run, its record, outcome, schedule',
      approval: 'plan documents, their signatures and approvals',
      copy: 'copying: filling a set, pushing images, verification after a push',
      rollback: 'rolling back tags, replaying runs',
      sides: 'the connected and the disconnected side: sources of images, signatures and trust',
      attachments: 'attached files of transfers: listing, extracting',
      onward: 'content for a downstream site: available content, its configuration',
      'release-files': '`airlock release`: tools, live ISO and boot images from transfers and mirrors',
      delete: '`airlock delete`: choosing, executing, verifying, freeing disk space',
      'delete/plan': 'images to delete and images to retain',
      inventory: 'content of a registry: inventory files, drift, comparisons, restoring a ledger',
      'live-plan': 'totals of a draft, from data on this host',
      'live-plan/known': 'sizes and contents available without a request',
      'live-plan/parts': 'images of releases, operators and charts of a draft',
      'live-plan/problems': 'problems of a draft and their fixes',
      'cluster-resources': 'resources and cluster configuration written after a push',
      'to-disk': 'mirror to disk',
      push: 'disk to mirror, mirror to mirror',
      plan: '`airlock plan`',
    },
  },
  {
    folder: 'core/app',
    layer: 8,
    contains: 'the engine as the app and the CLI use it',
    folders: {
      sources: 'data sources for lists and paths: catalogs, update graphs, digests of tags, planned sizes',
      serve: '`airlock registry serve`: archive sets as a read-only registry',
      log: 'the log of all processes with its rotation',
      doctor: '`airlock doctor`: checks for problems that would stop a run on this host',
      'self-check':
        '`airlock self-check`: compares installed files with the SBOM and the checksums of the bundle',
      'doctor/checks': 'its checks: network, TLS, clock, disks, registries',
      vcenters: 'test of the vCenters of an install-config: login, and the objects of its failure domains',
      practice: '`airlock practice`: the journey through the test world',
      notices: 'notifications: what happened, settings, webhook',
      schedules:
        'schedules of a workspace: file, due starts, queue, nightly mirrors, comparisons with push records',
      service: 'joins the handlers of all requests',
      'service/state': 'shared state of handlers: jobs, settings, credentials, sessions, drafts on disk',
      'service/hosts': 'Hosts: tables, import, outputs',
      'service/media': 'Carry and Receive: exports, imports, arrivals, drives',
      'service/runs': 'Mirror, Fetch, Push, History: runs, plans, comparisons',
      'service/configurations': 'ImageSetConfigurations: list, check, write channels and packages',
      'service/practice': 'Practice',
      'service/registries': 'Settings: registries, credentials, certificates, doctor',
      'service/workspaces': 'Home, Storage, enclaves, transfers',
      'service/schedules': 'Schedules, notifications, the overview of Home',
      'service/install': 'Install config, cloud config, day 2',
      'service/settings': 'Settings: defaults, keys, diagnostics',
      'service/upgrades': 'Upgrades: OpenShift, operators, plan',
      'service/clusters': 'Cluster: check, compare, apply; Delete',
      'service/drafts': 'Choose: drafts, suggestions, live plan',
      'engine-link': 'the engine as a process: start, messages, restarts, event hub',
    },
  },
];

/** The programs around the engine; their own import rules are in `.dependency-cruiser.cjs`. */
export const HOSTS: Omit<Component, 'layer'>[] = [
  {
    folder: 'cli',
    contains: 'the command line: `main.ts` starts it, `program.ts` has the commands',
    folders: {
      terminal:
        'terminal, options, numbers and units, facts of the host; the only part that reads the environment',
      serve: '`airlock serve`: the contract over HTTP and an event stream',
      commands:
        'one file per command; here `diagnostics`, `doctor`, `keys`, `notices`, `practice`, `self-check`, `serve`, `verify`',
      'commands/output': 'results as pages, upgrade paths as text',
      'commands/sources': 'catalogs and update graphs that several commands read',
      'commands/cluster': '`cluster`, `cluster-config`, apply after a push',
      'commands/completion': '`completion`: scripts for bash, fish and zsh',
      'commands/config': '`config`: init, suggest, convert, pin',
      'commands/lists': '`list`, `catalog`',
      'commands/registry': '`registry`: inventory, compare, serve',
      'commands/release': '`release`: extract, boot-images',
      'commands/media': '`media`: drives, export, import, record, request, status',
      'commands/upgrade': '`upgrade-path`: ocp, operator, plan',
      'commands/install-config': '`install-config`, `cloud-config`: validate, convert, manifests, day 2',
      'commands/mirror': '`mirror`, `plan`, `delete`',
      'commands/nmstate':
        '`nmstate`: validate, hosts, explain, installer, machineconfig, nncp, adopt, scaleout',
      'commands/oc-mirror': '`oc-mirror`: the command line, log lines and exit codes of oc-mirror v2',
      'commands/schedule': '`schedule`: add, list, change, run, notify',
      'commands/runs': '`runs`, `status`, `workspace`',
      'commands/transfers': '`transfers`',
    },
  },
  {
    folder: 'electron',
    contains: 'the desktop app ([desktop](desktop.md))',
    folders: {},
  },
  {
    folder: 'renderer',
    contains: 'the pages ([design](design.md)); a screen is an entry in `renderer/shell/routes.tsx`',
    folders: {
      client: 'requests and events over HTTP or IPC',
      engine: 'hooks: requests, changes, live state',
      parts: 'parts of every screen: frame, failure, formats, buttons, marks',
      'parts/findings': 'findings of checks, with consequence, remedy and evidence',
      'parts/problem-groups': 'problems grouped by cause',
      'parts/fields': 'form fields: texts, numbers, paths with completion, requests; notes below them',
      'parts/table': 'tables that draw only visible rows',
      'parts/yaml': 'the YAML editor',
      job: 'progress and result of a job, on every screen that has one',
      'app-state': 'side, workspace, theme, keys: state and menus of the frame',
      editor: 'editing documents: store, undo, open draft, saved mark, entry cards',
      windows: 'transfer windows and rate limits: dialog, week grid',
      cluster: 'Cluster: connect, check, compare, apply, roll back',
      sites: 'Sites: chain of sites, site reports, content for a site',
      enclave: 'an enclave: its transfers, acknowledgment codes, notes',
      tour: 'the tour of the main screens, and the bar above the screens that guides through several',
      'first-start': 'the first question: side of this host',
      docs: 'the documentation: Markdown pages of this repository, with their search',
      hosts: 'Hosts: shared state, import, verdicts',
      'hosts/editor': 'one host: form, diagram, YAML, explanation',
      'hosts/outputs': 'outputs: installer files, MachineConfigs',
      'hosts/table': 'the table of hosts; dialogs that create or change several hosts',
      'hosts/day2': 'network policies of a running cluster',
      'hosts/adopt': 'nodes whose br-ex comes from configure-ovs: documents, steps, rollback',
      'install-config': 'Install config: start page, tabs, cloud config',
      'install-config/form':
        'its form: sections, fields, secrets, problems, edits of vCenters and failure domains',
      'install-config/placement':
        'the placement diagram of vSphere machines, with the problems of its places',
      'install-config/day2': 'vCenters of a running cluster: its objects, the steps to add or remove one',
      'install-config/manifests': 'manifests and checklist',
      notices: 'notices as notifications of the browser',
      settings: 'Settings: appearance, defaults, notifications, certificates, proxy, diagnostics, about',
      'settings/parts': 'words and frame of its sections',
      'settings/doctor': 'Doctor',
      'settings/registries': 'Registries: credentials, tests, profile, pull secret',
      storage: 'Storage: usage, prune',
      media: 'parts that Carry and Receive share: volumes, jobs, choices',
      'media/drives': 'drives and directories to choose from',
      'media/keys': 'keys that sign exports, and keys that imports must be signed with',
      'media/carry': 'Carry: writing a transfer to drives',
      'media/receive': 'Receive and Ready to push',
      run: 'runs, from the form to the result',
      'run/request': 'fields and sentence of a run form',
      'run/mapping': 'mapping.txt of a plan or run: its lines, saving it',
      'run/live/ended': 'an ended run: result, next step',
      'run/live': 'a run: progress, controls, images, failures, resources, result',
      'run/plan': 'a plan: images, trust, remedies, saving, approval',
      'run/setup': 'Mirror, Fetch and Push: the form, the configuration or approved plan next to it',
      delete: 'Delete: choose, preview, confirm',
      'registry-content': 'Registry content: reading, comparison, export of an inventory',
      schedules: 'Schedules: queue, results, form',
      history: 'History, comparison of runs',
      'history/record': 'one record: facts, files, moved tags, actions',
      upgrades: 'Upgrades: OpenShift: graph, steps, risks; plan',
      'upgrades/question': 'from, to, channel, operators; add to configuration',
      'upgrades/graph': 'the diagram of an update graph: layout, zoom, labels, version card',
      'upgrades/operators': 'operators: upgrade paths, update by update',
      'upgrades/comparison': 'two versions of a catalog compared',
      'upgrades/operators/rail': 'the versions of a channel: diagram, table, details',
      practice: 'Practice',
      home: 'Home: next steps, enclaves, expiring content, workspaces',
      choose: 'Choose: an ImageSetConfiguration in steps',
      'choose/draft': 'the draft: store, plan, look-ups, fixes',
      'choose/frame':
        'frame of the steps: running total (to carry, available here), YAML pane, missing credentials',
      'choose/operators': 'step Operators: catalogs, packages, channels, needed packages',
      'choose/releases': 'step Cluster: versions, range, upgrade path, update graph image',
      'choose/where': 'step Target: sources, additional images, charts, blocked images',
      'choose/review/issues': 'its issues: grouped by cause, filters, fixes, removal, export',
      'choose/review': 'step Review',
      'choose/start': 'start: new, from a cluster, from a file; list of drafts',
      shell: 'the frame: masthead, navigation, help, notices, routes',
      'shell/glossary': 'the glossary in the help drawer',
      'shell/find': 'the search for everything on this host',
      'shell/help': 'help topics of all screens',
      'shell/help/mirroring': 'help topics of the screens from Home to Apply',
      'shell/help/tools': 'help topics of the tools',
    },
  },
];

/** Folders of tests and tools, with no import rules. */
export const TOOLS: Record<string, string> = {
  e2e: 'the app in Chromium against `airlock serve` and the test world (`fixtures`, then by screen)',
  'lab-tests': 'tests with the data in `../shared`, if that directory exists (`fixtures`, then by component)',
  stress: 'kills, full disks, bit flips, fuzzing, costs of parsers and regular expressions; its corpus',
  bench: 'benchmarks and their results, `bench/RESULTS.md`',
  scripts: 'npm scripts, generated docs, screenshots, this map',
  resources: 'keys of release signatures, icons',
};

/** Code that also runs in a browser. It must not import anything of Node. */
export const BROWSER_SAFE: string[] = [
  'core/base/messages/',
  'core/base/objects/',
  'core/base/errors/',
  'core/base/document/',
  'core/base/network/',
  'core/base/image/(digest|media-types|manifest|messages|reference|destination)[.]ts',
  'core/base/schedule/',
  'core/image-set/config/fields[.]ts',
  'core/image-set/form/',
  'core/install/',
  'core/nmstate/',
  'core/contract/',
];
