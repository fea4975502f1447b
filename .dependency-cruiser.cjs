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
      to: { path: '^core/(?!errors/|image/|config/)' },
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
      name: 'plan-before-mirror',
      severity: 'error',
      from: { path: '^core/plan/', pathNot: '[.]test[.]ts$' },
      to: { path: '^core/(mirror|practice)/' },
    },
    {
      name: 'vocabulary-is-browser-safe',
      severity: 'error',
      from: { path: '^core/image/(digest|media-types|manifest|reference|destination)[.]ts$|^core/errors/' },
      to: { path: NODE, reachable: true },
    },
    {
      name: 'tests-stay-tests',
      severity: 'error',
      from: { pathNot: '[.]test[.]ts$|^lab-tests/' },
      to: { path: '[.]test[.]ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts'] },
  },
};
