/** Import rules, made of the map in scripts/components.ts. Run by scripts/dependencies.test.ts. */
const { BROWSER_SAFE, COMPONENTS, HOSTS } = require('./scripts/components.ts');

const NODE =
  '^(node:)?(fs|path|net|tls|https?|crypto|stream|zlib|child_process|os|worker_threads|events)($|/)';
const TEST = '[.](test|fixture)[.]tsx?$';

/** Components of one layer don't import each other. Fixtures keep to the layers, too. */
const layers = COMPONENTS.map(({ folder, layer }) => ({
  name: `${folder}-imports-lower-layers`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: '[.]test[.]tsx?$' },
  to: {
    path: `^(${COMPONENTS.filter((other) => other.layer >= layer && other.folder !== folder)
      .map((other) => other.folder)
      .join('|')})/`,
  },
})).filter(({ to }) => to.path !== '^()/');

/** Folders of a component are listed bottom-up. The catalog of texts of the component is below them. */
const folders = [...COMPONENTS, ...HOSTS].flatMap(({ folder, folders: listed }) => {
  const names = Object.keys(listed).filter((name) => !name.includes('/'));
  return names.map((name, at) => ({
    name: `${folder}/${name}-imports-folders-listed-above`,
    severity: 'error',
    from: { path: `^${folder}/${name}/`, pathNot: TEST },
    to: {
      path: `^${folder}/(${[...names.slice(at + 1).map((above) => `${above}/`), '(?!messages[.]ts$)[^/]+$'].join('|')})`,
    },
  }));
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...layers,
    ...folders,
    {
      name: 'catalogs-of-texts-import-the-translator-only',
      severity: 'error',
      from: { path: '^(core|cli)/.*/messages[.]ts$', pathNot: '^core/(app/engine-link|contract/documents)/' },
      to: { pathNot: '^core/base/messages/' },
    },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      from: { path: '^core/' },
      to: {
        path: '^(cli|electron|renderer|bench|scripts)/|^node_modules/(electron|react|react-dom|commander)/',
      },
    },
    {
      name: 'browser-safe',
      comment: 'pages are built from the contract and what it exports',
      severity: 'error',
      from: { path: `^(${BROWSER_SAFE.join('|')})`, pathNot: TEST },
      to: { path: NODE, reachable: true },
    },
    {
      name: 'renderer-knows-the-contract-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(core/(?!contract/)|cli/|electron/|scripts/|bench/)|^node_modules/(electron|undici)/' },
    },
    {
      name: 'search-parses-no-documentation',
      comment:
        'the search loads the index of headings, which the build makes, and not all pages with their parser',
      severity: 'error',
      from: { path: '^renderer/shell/find/' },
      to: { path: '^renderer/docs/', pathNot: '^renderer/docs/headings[.]ts$' },
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
      from: { path: '^electron/', pathNot: TEST },
      to: {
        path: '^(renderer|cli|bench|scripts|e2e)/|^core/(?!contract/|base/errors/|base/messages/|app/engine-link/|app/log/|app/service/)',
      },
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
