import { renameKey, setValue } from '../../base/document/edit/edit.ts';
import { type Setting, setValues } from '../../base/document/edit/set-values.ts';
import { keyFor } from '../../base/document/field-path.ts';
import { valueAt, type YamlText } from '../../base/document/yaml-text.ts';

/** The settings of a push that a new cluster needs. */
export interface MirrorSettings {
  /** The pushed sources and their mirrors. */
  imageDigestSources: { source: string; mirrors: string[]; sourcePolicy?: string }[];
  /** PEM of the CA that signed the mirror's certificate. */
  trustBundle?: string;
  /** The entry of the mirror in an auth file: base64 of user:password. */
  pullSecretEntry?: { registry: string; auth: string; email?: string };
}

/**
 * Writes the settings for an installation from a mirror: `imageDigestSources` with one entry per source,
 * `additionalTrustBundle` with policy Always, and the registry's entry of the pull secret. Existing entries and
 * certificates are retained, and all else stays unchanged.
 * @throws AirlockError `document-unreadable`, `document-uneditable`
 */
export function withMirror(document: YamlText, mirror: MirrorSettings): YamlText {
  const { trustBundle, pullSecretEntry } = mirror;
  const { doc, settings } = withSources(document, mirror.imageDigestSources);
  if (trustBundle) settings.push(...bundleSettings(doc, trustBundle));
  if (pullSecretEntry) settings.push(pullSecretSetting(doc, pullSecretEntry));
  return setValues(doc, settings);
}

/** Updates existing sources in place, and returns the settings that add missing ones. */
function withSources(
  document: YamlText,
  sources: MirrorSettings['imageDigestSources'],
): { doc: YamlText; settings: Setting[] } {
  let doc = document;
  const old = keyOf(doc, 'imageContentSources');
  if (read(doc, 'imageContentSources') !== undefined && read(doc, 'imageDigestSources') === undefined)
    doc = renameKey(doc, [old], 'imageDigestSources');
  const key = keyOf(doc, 'imageDigestSources');
  if (read(doc, 'imageDigestSources') === undefined)
    return { doc, settings: sources.length > 0 ? [{ path: [key], value: sources }] : [] };
  for (const { source, mirrors, sourcePolicy } of sources) {
    const value = read(doc, 'imageDigestSources');
    const list = Array.isArray(value) ? (value as { source?: unknown }[]) : [];
    const at = list.findIndex((entry) => entry?.source === source);
    if (at < 0) doc = setValue(doc, [key, list.length], { source, mirrors, sourcePolicy });
    else {
      doc = setValue(doc, [key, at, 'mirrors'], mirrors);
      if (sourcePolicy) doc = setValue(doc, [key, at, 'sourcePolicy'], sourcePolicy);
    }
  }
  return { doc, settings: [] };
}

function bundleSettings(doc: YamlText, bundle: string): Setting[] {
  const present = String(read(doc, 'additionalTrustBundle') ?? '');
  const plain = (pem: string) => pem.replaceAll(/\s/g, '');
  const settings: Setting[] = [];
  if (!plain(present).includes(plain(bundle))) {
    const text = [present.trim(), bundle.trim()].filter(Boolean).join('\n');
    settings.push({ path: [keyOf(doc, 'additionalTrustBundle')], value: `${text}\n` });
  }
  // With Proxyonly, only the registries of the mirror would trust the CA.
  if (!read(doc, 'additionalTrustBundlePolicy'))
    settings.push({ path: [keyOf(doc, 'additionalTrustBundlePolicy')], value: 'Always' });
  return settings;
}

function pullSecretSetting(
  doc: YamlText,
  { registry, auth, email }: NonNullable<MirrorSettings['pullSecretEntry']>,
): Setting {
  const { auths, ...others } = pullSecretOf(read(doc, 'pullSecret'));
  const secret = { ...others, auths: { ...auths, [registry]: { auth, email: email || undefined } } };
  return { path: [keyOf(doc, 'pullSecret')], value: JSON.stringify(secret) };
}

/** Returns the pull secret of the file; an empty one if it isn't JSON, so that the entry replaces it. */
function pullSecretOf(text: unknown): { auths: Record<string, unknown> } {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
    const { auths } = (value ?? {}) as { auths?: unknown };
    if (typeof auths === 'object' && auths !== null && !Array.isArray(auths))
      return { ...(value as object), auths: auths as Record<string, unknown> };
  } catch {
    // A placeholder, as in presets.
  }
  return { auths: {} };
}

function keyOf(doc: YamlText, name: string): string {
  const root = valueAt(doc, []);
  return typeof root === 'object' && root !== null ? (keyFor(root, name) ?? name) : name;
}

function read(doc: YamlText, name: string): unknown {
  return valueAt(doc, [keyOf(doc, name)]);
}
