/** Who may import what (docs/architecture.md). Run by scripts/check-dependencies.test.ts. */
const NODE =
  '^(node:)?(fs|path|net|tls|https?|crypto|stream|zlib|child_process|os|worker_threads|events)($|/)';
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      from: { path: '^core/' },
      to: {
        path: '^(cli|electron|renderer|bench|scripts)/|^node_modules/(electron|react|react-dom|commander)/',
      },
    },
    {
      name: 'config-and-image-first',
      comment: 'the vocabulary knows no engine',
      severity: 'error',
      from: { path: '^core/(errors|image|config)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(?!errors/|image/|config/|document/)' },
    },
    {
      name: 'documents-first',
      comment: 'texts are edited the same way whatever they configure',
      severity: 'error',
      from: { path: '^core/document/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(?!document/|errors/)' },
    },
    {
      name: 'install-configs-know-documents-only',
      comment: 'they are checked live in the page, too',
      severity: 'error',
      from: { path: '^core/install-config/', pathNot: '[.]test[.]ts$|[.]fixture[.]ts$' },
      to: { path: '^core/(?!install-config/|cloud-config/|document/|errors/|config/spelling[.]ts)' },
    },
    {
      name: 'cloud-configs-know-documents-only',
      comment: 'they are converted in the page, too',
      severity: 'error',
      from: { path: '^core/cloud-config/', pathNot: '[.]test[.]ts$|[.]fixture[.]ts$' },
      to: { path: '^core/(?!cloud-config/|document/|errors/)' },
    },
    {
      name: 'networks-of-hosts-know-documents-only',
      severity: 'error',
      from: { path: '^core/nmstate/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(?!nmstate/|document/|errors/|config/spelling[.]ts)' },
    },
    {
      name: 'forms-know-documents-only',
      severity: 'error',
      from: { path: '^core/image-set-form/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(?!image-set-form/|document/|errors/)' },
    },
    {
      name: 'stores-know-no-registry',
      severity: 'error',
      from: { path: '^core/(store|archive)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(registry|registry-server|plan|mirror|release|additional)/' },
    },
    {
      name: 'registry-knows-no-store',
      severity: 'error',
      from: { path: '^core/registry/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(store|archive|plan|mirror|release|additional|registry-server)/' },
    },
    {
      name: 'collectors-before-plan',
      severity: 'error',
      from: { path: '^core/(release|signature|additional)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(plan|mirror|resources|practice)/' },
    },
    {
      name: 'catalogs-charts-and-trust-before-plan',
      comment: 'Reading catalogs, charts, policies and upgrade graphs is of use without a mirror.',
      severity: 'error',
      from: {
        path: '^core/(catalog|helm|trust|upgrade/ocp|upgrade/operator)/',
        pathNot: '[.]test[.]ts$|[.]fixture[.]ts$',
      },
      to: { path: '^core/(plan|mirror|resources|practice)/' },
    },
    {
      name: 'inventories-alone',
      severity: 'error',
      from: { path: '^core/inventory/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(?!inventory/|errors/)' },
    },
    {
      name: 'suggestions-before-mirror',
      severity: 'error',
      from: { path: '^core/suggest/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(plan|live-plan|mirror|resources|practice)/' },
    },
    {
      name: 'operators-before-mirror',
      severity: 'error',
      from: { path: '^core/(catalog-image|operator)/', pathNot: '[.]test[.]ts$|[.]fixture[.]ts$' },
      to: { path: '^core/(mirror|practice)/' },
    },
    {
      name: 'plan-before-mirror',
      severity: 'error',
      from: { path: '^core/plan/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(mirror|practice)/' },
    },
    {
      name: 'live-plan-beside-the-workflows',
      comment: 'it selects as a run does; no workflow waits for it',
      severity: 'error',
      from: { path: '^core/live-plan/', pathNot: '[.]test[.]ts$|[.]fixture[.]ts$' },
      to: { path: '^core/(practice|service|engine-link)/' },
    },
    {
      name: 'workflows-know-no-live-plan',
      severity: 'error',
      from: { path: '^core/(?!live-plan/|service/|engine-link/)', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/live-plan/' },
    },
    {
      name: 'vocabulary-is-browser-safe',
      severity: 'error',
      from: {
        path: '^core/image/(digest|media-types|manifest|reference|destination)[.]ts$|^core/(errors|document|image-set-form|nmstate|install-config|cloud-config)/',
        pathNot: '[.]test[.]ts$|[.]fixture[.]ts$',
      },
      to: { path: NODE, reachable: true },
    },
    {
      name: 'contract-is-browser-safe',
      comment: 'the renderer is built from it',
      severity: 'error',
      from: { path: '^core/contract/', pathNot: '[.]test[.]ts$' },
      to: { path: NODE, reachable: true },
    },
    {
      name: 'contract-knows-no-engine',
      severity: 'error',
      from: { path: '^core/contract/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^core/(?!contract/|errors/|image/|config/|document/|image-set-form/|install-config/|cloud-config/|nmstate/)|^(cli|electron|renderer)/',
      },
    },
    {
      name: 'service-last',
      comment: 'the engine knows nothing of the application above it',
      severity: 'error',
      from: { path: '^core/', pathNot: '^core/(service|engine-link)/|[.]test[.]ts$' },
      to: { path: '^core/(service|engine-link)/' },
    },
    {
      name: 'renderer-knows-the-contract-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(core/(?!contract/)|cli/|electron/|scripts/|bench/)|^node_modules/(electron|undici)/' },
    },
    {
      name: 'renderer-is-browser-only',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '[.]test[.]tsx?$' },
      to: { path: NODE },
    },
    {
      name: 'electron-is-thin',
      severity: 'error',
      from: { path: '^electron/', pathNot: '[.]test[.]ts$|[.]fixture[.]ts$' },
      to: { path: '^(renderer|cli|bench|scripts|e2e)/|^core/(?!contract/|errors/|engine-link/|service/)' },
    },
    {
      name: 'only-the-desktop-host-knows-electron',
      comment: 'importing electron outside Electron starts a download',
      severity: 'error',
      from: { pathNot: '^electron/' },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'tests-stay-tests',
      severity: 'error',
      from: { pathNot: '[.]test[.]tsx?$|^lab-tests/' },
      to: { path: '[.]test[.]tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
