import { isMap, isScalar, type Node } from 'yaml';
import { resolved } from '../../base/document/node-value.ts';
import { scalarValue } from '../../base/document/plain-value.ts';
import { AirlockError, type Location } from '../../base/errors/airlock-error.ts';
import { entriesOf, isNull, parseYaml, type YamlText } from '../../image-set/config/go-yaml.ts';
import { type DockerReference, scopesOf } from './docker-reference.ts';
import { t } from './messages.ts';

/** The settings of registries.d for one namespace (containers-registries.d(5)), without those for writing signatures. */
export interface SignatureNamespace {
  /** `lookaside`, else `sigstore`, its old name: a URL, as written. */
  lookaside?: string;
  useSigstoreAttachments?: boolean;
  at: Location;
}

/** One file of registries.d, or all of them merged. */
export interface RegistriesD {
  defaultDocker?: SignatureNamespace;
  docker: Map<string, SignatureNamespace>;
}

/**
 * Parses one file. Unknown fields are ignored, like in containers tools.
 * @throws AirlockError `config-invalid` with file, line and field
 */
export function parseRegistriesD(text: string, file: string): RegistriesD {
  const yaml = parseYaml(text);
  const reader = new FileReader(yaml, file);
  const [fault] = yaml.document?.errors ?? [];
  if (fault) throw reader.invalid(t('notYaml', { error: fault.message }), fault.pos[0]);
  return reader.read();
}

/**
 * Merges all files of a folder. A namespace, or the default, can only be set in one file.
 * @throws AirlockError `config-invalid` with both files
 */
export function mergeRegistriesD(files: RegistriesD[]): RegistriesD {
  const merged: RegistriesD = { docker: new Map() };
  const twice = (subject: string, first: SignatureNamespace, second: SignatureNamespace) =>
    new AirlockError(
      'config-invalid',
      t('namespaceTwice', { file: second.at.file ?? '', namespace: subject, other: first.at.file ?? '' }),
      { remedy: t('namespaceTwiceRemedy'), side: 'local', at: second.at },
    );
  for (const { defaultDocker, docker } of files) {
    if (defaultDocker && merged.defaultDocker)
      throw twice('default-docker', merged.defaultDocker, defaultDocker);
    if (defaultDocker) merged.defaultDocker = defaultDocker;
    for (const [name, namespace] of docker) {
      const known = merged.docker.get(name);
      if (known) throw twice(`docker["${name}"]`, known, namespace);
      merged.docker.set(name, namespace);
    }
  }
  return merged;
}

/** Returns the location of OpenPGP signatures of an image, as written, and where it is set; undefined if it isn't. */
export function lookasideFor(
  registriesD: RegistriesD,
  reference: DockerReference,
): { url: string; at: Location } | undefined {
  const namespace = nearest(registriesD, reference, ({ lookaside }) => lookaside !== undefined);
  return namespace?.lookaside === undefined ? undefined : { url: namespace.lookaside, at: namespace.at };
}

/**
 * Returns whether cosign's attachments of an image are used, and where that is set. The default is true, as in the
 * registries.d that oc-mirror generates (internal/pkg/registriesd/registriesd.go), unlike in containers tools.
 */
export function attachmentsFor(
  registriesD: RegistriesD,
  reference: DockerReference,
): { use: boolean; at?: Location } {
  const states = ({ useSigstoreAttachments }: SignatureNamespace) => useSigstoreAttachments !== undefined;
  const namespace = nearest(registriesD, reference, states);
  return namespace ? { use: namespace.useSigstoreAttachments === true, at: namespace.at } : { use: true };
}

function nearest(
  { docker, defaultDocker }: RegistriesD,
  reference: DockerReference,
  states: (namespace: SignatureNamespace) => boolean,
): SignatureNamespace | undefined {
  const scopes = scopesOf(reference).map((scope) => docker.get(scope));
  return [...scopes, defaultDocker].find((namespace) => namespace && states(namespace));
}

class FileReader {
  readonly #yaml: YamlText;
  readonly #file: string;

  constructor(yaml: YamlText, file: string) {
    this.#yaml = yaml;
    this.#file = file;
  }

  read(): RegistriesD {
    const file: RegistriesD = { docker: new Map() };
    for (const { name, offset, value } of this.#fields(this.#yaml.document?.contents, '')) {
      if (name === 'default-docker' && !this.#isNull(value))
        file.defaultDocker = this.#namespace(value, name, offset);
      if (name !== 'docker') continue;
      for (const namespace of this.#fields(value, name))
        file.docker.set(
          namespace.name,
          this.#namespace(namespace.value, `docker["${namespace.name}"]`, namespace.offset),
        );
    }
    return file;
  }

  invalid(reason: string, offset: number, path?: string): AirlockError {
    const at = this.#at(offset, path);
    const fault = path ? `${path} ${reason}` : reason;
    return new AirlockError(
      'config-invalid',
      t('faultAt', { file: this.#file, line: String(at.line ?? 1), fault }),
      { remedy: t('registriesRemedy'), side: 'local', at },
    );
  }

  #namespace(node: Node | undefined, path: string, offset: number): SignatureNamespace {
    const fields = new Map(
      this.#fields(node, path).map((field) => [
        field.name,
        this.#scalar(field.value, `${path}.${field.name}`),
      ]),
    );
    const text = (name: string) => {
      const value = fields.get(name)?.value;
      return value === undefined || value === null ? '' : String(value);
    };
    const use = fields.get('use-sigstore-attachments');
    if (use && use.value !== null && typeof use.value !== 'boolean')
      throw this.invalid(t('mustBeBoolean'), use.offset, `${path}.use-sigstore-attachments`);
    const lookaside = text('lookaside') || text('sigstore');
    return {
      lookaside: lookaside || undefined,
      useSigstoreAttachments: typeof use?.value === 'boolean' ? use.value : undefined,
      at: this.#at(offset, path),
    };
  }

  #fields(node: Node | null | undefined, path: string) {
    const { document } = this.#yaml;
    if (!document || this.#isNull(node)) return [];
    const map = resolved(node);
    if (!isMap(map)) throw this.invalid(t('mustBeMapping'), node?.range?.[0] ?? 0, path);
    return entriesOf(map);
  }

  #scalar(node: Node | undefined, path: string): { value: string | number | boolean | null; offset: number } {
    const { document } = this.#yaml;
    const offset = node?.range?.[0] ?? 0;
    const target = document && resolved(node);
    if (target === undefined) return { value: null, offset };
    // An unknown field of a later version can have any type.
    if (!isScalar(target)) {
      if (KNOWN.test(path)) throw this.invalid(t('mustBeString'), offset, path);
      return { value: null, offset };
    }
    return { value: scalarValue(target), offset };
  }

  #isNull(node: Node | null | undefined): boolean {
    return !this.#yaml.document || isNull(node);
  }

  #at(offset: number, path?: string): Location {
    const { line, col } = this.#yaml.lines.linePos(offset);
    return { file: this.#file, line: Math.max(line, 1), column: Math.max(col, 1), path: path || undefined };
  }
}

const KNOWN = /\.(?:lookaside|lookaside-staging|sigstore|sigstore-staging|use-sigstore-attachments)$/;
