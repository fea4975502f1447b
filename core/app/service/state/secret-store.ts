import { createHash, randomBytes } from 'node:crypto';
import { applyTextEdits, editsBetween, type TextEdit } from '../../../base/document/edit/text-edits.ts';
import { placeAt, readYaml, valueAt } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { STORED_SECRET } from '../../../contract/topics/install-config-requests.ts';
import { maskSecrets, secretPaths } from '../../../install/install-config/model/secrets.ts';
import { t } from './messages.ts';

/** A secret, and the YAML that it stands for. */
interface Stored {
  /** The value as YAML that fits in any place. */
  written: string;
  /** The value as it was written in its text, and the indentation of its line. */
  source?: { text: string; indent: number };
}

/**
 * Secrets of install configurations, in memory only. Pages, drafts and previews contain a placeholder for each secret.
 * A secret has the same placeholder as long as the engine runs.
 */
export interface SecretStore {
  /** Stores a secret that was entered. @returns its placeholder */
  keep(value: string): string;
  /** Replaces each secret of a text with its placeholder. The rest is unchanged, byte for byte. Never throws. */
  hide(text: string): string;
  /**
   * Replaces placeholders with their secrets. Secrets from a file are restored byte for byte.
   * @param without nothing in their place
   */
  reveal(text: string, options?: { without?: boolean }): string;
  /** Returns the placeholders of a text without a secret, which come from an engine that died. */
  lost(text: string): string[];
  /** @throws AirlockError `not-found` when a text contains such placeholders */
  demand(text: string, file: string): void;
}

export function createSecretStore(): SecretStore {
  const stored = new Map<string, Stored>();
  const names = new Map<string, string>();
  // Placeholders reveal nothing about their secrets: two engines have different ones for the same secret.
  const salt = randomBytes(32);

  const retain = (secret: Stored): string => {
    const key = createHash('sha256').update(salt).update(JSON.stringify(secret)).digest('hex');
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = `secret-in-memory-${key.slice(0, 8)}`;
    names.set(key, name);
    stored.set(name, secret);
    return name;
  };
  const part = (text: string): string => retain({ written: text });

  const lost = (text: string): string[] => [
    ...new Set((text.match(new RegExp(STORED_SECRET, 'g')) ?? []).filter((name) => !stored.has(name))),
  ];
  const hideLines = (text: string): string => {
    const edits = editsBetween(text, maskSecrets(text)).map((edit): TextEdit => {
      const lines = text.slice(edit.start, edit.end).split(/(?<=\n)/);
      return { ...edit, text: lines.map(hideLine).join('') };
    });
    return applyTextEdits(text, edits);
  };
  const hideLine = (line: string): string => {
    const [, before = '', rest = '', end = ''] =
      /^(\s*(?:-\s+)*(?:[\w.-]+\s*:\s*)?)(.*?)(\r?\n)?$/s.exec(line) ?? [];
    return !rest || STORED_SECRET.test(rest) ? line : `${before}${part(rest)}${end}`;
  };

  return {
    keep: (value) => retain({ written: scalar(value) }),
    hide(text) {
      const document = readYaml(text);
      if (document.faults.length > 0) return hideLines(text);
      const edits: TextEdit[] = [];
      for (const path of secretPaths(document)) {
        const place = placeAt(document, path, { of: 'value' });
        const source = place && text.slice(place.start, place.end);
        if (!place || !source?.trim() || STORED_SECRET.test(source)) continue;
        const value = valueAt(document, path);
        const end = /\r?\n$/.exec(source)?.[0] ?? '';
        const own = source.slice(0, source.length - end.length);
        const name = retain({
          written: typeof value === 'string' ? scalar(value) : JSON.stringify(value),
          source: { text: own, indent: indentAt(text, place.start) },
        });
        edits.push({ start: place.start, end: place.end, text: `${name}${end}` });
      }
      return applyTextEdits(text, edits).replaceAll(
        /(:\/\/)([^/@\s"']+)(?=@)/g,
        (all, slashes: string, user: string) => (STORED_SECRET.test(user) ? all : `${slashes}${part(user)}`),
      );
    },
    reveal(text, { without = false } = {}) {
      const pattern = new RegExp(`(:\\/\\/)?(["']?)(${STORED_SECRET.source})\\2(@)?`, 'g');
      return text.replaceAll(
        pattern,
        (
          all,
          slashes: string | undefined,
          quote: string,
          name: string,
          at: string | undefined,
          start: number,
        ) => {
          const secret = stored.get(name);
          const inUrl = slashes !== undefined && at !== undefined;
          if (without || !secret) return inUrl ? slashes : "''";
          if (slashes !== undefined || at !== undefined) return all.replace(name, () => secret.written);
          const { written, source } = secret;
          const same =
            source && !quote && (!source.text.includes('\n') || source.indent === indentAt(text, start));
          return same ? source.text : written;
        },
      );
    },
    lost,
    demand(text, file) {
      const { length } = lost(text);
      if (length > 0)
        throw new AirlockError('not-found', t('secretsForgotten', { count: length, file }), {
          side: 'local',
          remedy: t('secretsForgottenRemedy'),
        });
    },
  };
}

/** Writes a value on one line in quotes, which is valid for any text. */
function scalar(value: string): string {
  return /^[^\n\r\t\\']*$/.test(value) ? `'${value}'` : JSON.stringify(value);
}

function indentAt(text: string, offset: number): number {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)![0].length;
}
