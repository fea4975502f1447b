import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setValue } from '../../core/base/document/edit/edit.ts';
import { readYaml } from '../../core/base/document/yaml-text.ts';
import { parseManifest } from '../../core/base/image/manifest.ts';
import { resourcesOf } from '../../core/cluster/client/read-manifests.ts';
import { indexCatalog } from '../../core/content/catalog/index/catalog-index.ts';
import {
  isValueMap,
  readYaml as readChartYaml,
  type Value,
  type ValueMap,
} from '../../core/content/helm/charts/yaml.ts';
import { USUAL_IMAGE_PATHS } from '../../core/content/helm/image-paths.ts';
import { searchImages } from '../../core/content/helm/search-images.ts';
import { readInventory } from '../../core/content/inventory/read-inventory.ts';
import { parseImageReferences } from '../../core/content/release/image-references.ts';
import { readCatalogSourceTemplate } from '../../core/content/resources/catalog-source-template.ts';
import { parsePolicy } from '../../core/content/trust/policy.ts';
import { parseRegistriesD } from '../../core/content/trust/registries-d.ts';
import { convertToV2 } from '../../core/image-set/config/convert-v1alpha2.ts';
import { parseImageSet } from '../../core/image-set/config/load-image-set.ts';
import { convertCloudConfig } from '../../core/install/cloud-config/convert-cloud-config.ts';
import { maskCloudConfig } from '../../core/install/cloud-config/mask-cloud-config.ts';
import { maskSecrets } from '../../core/install/install-config/model/secrets.ts';
import { validateInstallConfig } from '../../core/install/install-config/validate-install-config.ts';
import { parseTransferRecord } from '../../core/media/record/record.ts';
import { readRequest } from '../../core/media/request/request-file.ts';
import { parseExportDocument } from '../../core/media/volumes/export-document.ts';
import { readPlan } from '../../core/mirror/approval/plan-document.ts';
import { readDeleteList } from '../../core/mirror/delete/plan/read-delete-list.ts';
import { readHostTable } from '../../core/nmstate/hosts/host-table.ts';
import { readInventory as readBmcInventory } from '../../core/nmstate/inventory/read-inventory.ts';
import { readMachineConfig } from '../../core/nmstate/machine-config/read.ts';
import { readNmstate } from '../../core/nmstate/model/document.ts';
import { validateNmstate } from '../../core/nmstate/validation/validate.ts';
import { parseAuthFile } from '../../core/registry/access/auth-file.ts';
import { parseRegistriesConf } from '../../core/registry/access/registries-conf.ts';
import { parseSetIndex } from '../../core/store/set-format/set-index.ts';
import { readUpdateService } from '../../core/upgrade/ocp/from-update-service.ts';
import { parseGraphData } from '../../core/upgrade/ocp/graph-data-files.ts';
import { ANSWERS } from './answer-entries.ts';

/** A reader of untrusted text with the use of its result in commands, without network. */
export interface ParserEntry {
  /** The syntax of hostile inputs, see hostile-inputs.ts. */
  syntax: 'yaml' | 'json' | 'toml' | 'ini' | 'csv' | 'template';
  /** Only throws AirlockError; the returned value is serialized as in `--json`. */
  run: (text: string) => unknown;
}

const FILE = 'given.yaml';

async function withFile<T>(name: string, text: string, read: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-parsers-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    return await read(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function catalog(text: string, path: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-parsers-'));
  try {
    async function* files() {
      async function* content() {
        yield Buffer.from(text);
      }
      yield { path, content: content() };
    }
    const index = await indexCatalog(files(), join(folder, 'index'), { digest: 'sha256:0' });
    return index.digest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chart(text: string, values: ValueMap): unknown {
  return searchImages(
    {
      ...{ name: 'a', version: '1.0.0', appVersion: '1.0.0', values, dependencies: [] },
      ...{ templates: new Map([['a/templates/a.yaml', text]]), subcharts: [] },
    } as unknown as Parameters<typeof searchImages>[0],
    values,
    USUAL_IMAGE_PATHS,
  );
}

export const PARSERS: Record<string, ParserEntry> = {
  ...ANSWERS,
  'image-set': {
    syntax: 'yaml',
    run: (text) => [parseImageSet(text, FILE), convertToV2(text, FILE)],
  },
  'document-edit': {
    syntax: 'yaml',
    run: (text) => {
      const doc = readYaml(text);
      if (doc.faults.length > 0) return doc;
      return setValue(doc, ['kind'], 'changed').text;
    },
  },
  'install-config': {
    syntax: 'yaml',
    run: (text) => [validateInstallConfig(readYaml(text)), maskSecrets(text)],
  },
  nmstate: { syntax: 'yaml', run: (text) => validateNmstate(readNmstate(text)) },
  'host-table': { syntax: 'csv', run: (text) => readHostTable(text) },
  'host-list': { syntax: 'yaml', run: (text) => readHostTable(text, { format: 'yaml' }) },
  'bmc-inventory': { syntax: 'json', run: (text) => readBmcInventory([{ path: 'worker-1.json', text }]) },
  'bare-metal-hosts': { syntax: 'yaml', run: (text) => readBmcInventory([{ path: 'hosts.yaml', text }]) },
  'machine-config': { syntax: 'yaml', run: (text) => readMachineConfig(text) },
  'cloud-config': { syntax: 'ini', run: (text) => [convertCloudConfig(text), maskCloudConfig(text)] },
  'cloud-config-yaml': { syntax: 'yaml', run: (text) => [convertCloudConfig(text), maskCloudConfig(text)] },
  'catalog-yaml': { syntax: 'yaml', run: (text) => catalog(text, 'catalog.yaml') },
  'catalog-json': { syntax: 'json', run: (text) => catalog(text, 'catalog.json') },
  'helm-values': {
    syntax: 'yaml',
    run: (text) => {
      const values = chartValues(text);
      return isValueMap(values) ? chart('image: {{ .Values.image }}', values) : values;
    },
  },
  'helm-template': { syntax: 'template', run: (text) => chart(text, { image: 'a:1', b: { c: true } }) },
  'registries-conf': { syntax: 'toml', run: (text) => parseRegistriesConf(text, FILE) },
  policy: { syntax: 'json', run: (text) => parsePolicy(text, FILE) },
  'registries-d': { syntax: 'yaml', run: (text) => parseRegistriesD(text, FILE) },
  'auth-file': { syntax: 'json', run: (text) => parseAuthFile(text, FILE, false) },
  'update-graph': {
    syntax: 'json',
    run: (text) => readUpdateService(Buffer.from(text), { origin: FILE } as never),
  },
  'graph-data': {
    syntax: 'yaml',
    run: (text) =>
      parseGraphData(
        [
          { name: 'channels/a.yaml', content: 'name: a\nversions:\n- 4.16.1\n' },
          { name: 'blocked-edges/a.yaml', content: text },
          { name: 'channels/b.yaml', content: text },
        ],
        FILE,
      ),
  },
  manifest: { syntax: 'json', run: (text) => parseManifest(Buffer.from(text)) },
  'image-references': { syntax: 'json', run: (text) => parseImageReferences(Buffer.from(text), 'release') },
  'export-list': { syntax: 'json', run: (text) => parseExportDocument(text, FILE) },
  'transfer-record': { syntax: 'json', run: (text) => parseTransferRecord(text) },
  'media-request': { syntax: 'json', run: (text) => withFile('request.json', text, readRequest) },
  'set-index': { syntax: 'json', run: (text) => parseSetIndex(text, FILE) },
  plan: { syntax: 'json', run: (text) => withFile('plan.json', text, readPlan) },
  'delete-list': { syntax: 'yaml', run: (text) => withFile('delete-images.yaml', text, readDeleteList) },
  inventory: { syntax: 'yaml', run: (text) => readInventory(text, FILE) },
  'cluster-objects': { syntax: 'yaml', run: (text) => resourcesOf(text, FILE) },
  'catalog-source-template': { syntax: 'yaml', run: (text) => readCatalogSourceTemplate(text) },
};

/** The YAML parser's message is an Error here, to which `findInChart` adds code and file. */
function chartValues(text: string): Value | string | undefined {
  try {
    return readChartYaml(text);
  } catch (error) {
    return (error as Error).message;
  }
}
