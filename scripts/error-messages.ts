import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import ts from 'typescript';
import { ERROR_CODES, type ErrorCode } from '../core/base/errors/codes.ts';
import { LOCALE } from '../core/base/messages/translator.ts';
import { ROOT } from './run.ts';
import { allTexts } from './texts.ts';

/** A message that users see, and what to do. */
export interface ErrorMessage {
  /** Folder of the message catalog. */
  folder: string;
  /** Markdown with the names of values in italics: *file* can't be read. */
  message: string;
  /** Markdown. Some messages have several remedies, one for each case. */
  remedies: string[];
  /** undefined if the same message is used with several codes. */
  code: ErrorCode | undefined;
}

/** A catalog with one of its keys. */
interface TextId {
  folder: string;
  key: string;
}

/**
 * Returns the messages of all errors: texts that an `AirlockError` is created with, and texts whose remedy has the same key with
 * `Remedy` behind it. Messages whose texts aren't in a catalog can't be found.
 */
export async function errorMessages(): Promise<ErrorMessage[]> {
  const texts = await allTexts();
  const textOf = ({ folder, key }: TextId) => texts[folder]?.[key];
  const found = new Map<string, ErrorMessage>();
  const add = (id: TextId, code: ErrorCode | undefined, remedies: TextId[]) => {
    const text = textOf(id);
    if (text === undefined) return;
    const message = readable(text);
    const given = remedies.flatMap((each) => textOf(each) ?? []).map(readable);
    const own = textOf({ ...id, key: `${id.key}Remedy` });
    const general = code === undefined ? [] : [ERROR_CODES[code][1]];
    const remedy = given.length > 0 ? given : own === undefined ? general : [readable(own)];
    if (remedy.length === 0) return;
    const known = found.get(message);
    found.set(message, {
      folder: known?.folder ?? id.folder,
      message,
      remedies: [...new Set([...(known?.remedies ?? []), ...remedy])],
      code: known ? (known.code === code ? code : (known.code ?? code)) : code,
    });
  };
  for (const file of sources())
    for (const { code, messages, remedies } of createdErrors(file))
      for (const message of messages) add(message, code, remedies);
  for (const [folder, catalog] of Object.entries(texts))
    for (const key of Object.keys(catalog))
      if (isEngine(folder) && `${key}Remedy` in catalog && !found.has(readable(catalog[key]!)))
        add({ folder, key }, undefined, []);
  return [...found.values()];
}

function isEngine(folder: string): boolean {
  return /^(core|cli)\b/.test(folder);
}

function sources(): string[] {
  return globSync('{core,cli}/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .sort();
}

/** Returns the codes, messages and remedies of the errors that a file creates. */
function createdErrors(file: string): { code: ErrorCode; messages: TextId[]; remedies: TextId[] }[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (!text.includes('new AirlockError(')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const catalogs = catalogsOf(source, file);
  const created: ReturnType<typeof createdErrors> = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isNewExpression(node) || node.expression.getText(source) !== 'AirlockError') return;
    const [code, message, details] = node.arguments ?? [];
    if (!code || !message || !ts.isStringLiteral(code)) return;
    created.push({
      code: code.text as ErrorCode,
      messages: textsIn(message, catalogs),
      remedies: textsIn(remedyIn(details), catalogs),
    });
  };
  visit(source);
  return created;
}

/** Returns the folders of the message catalogs by the names they are imported as. */
function catalogsOf(source: ts.SourceFile, file: string): Map<string, string> {
  const catalogs = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const names = statement.importClause?.namedBindings;
    if (!from.endsWith('/messages.ts') || !names || !ts.isNamedImports(names)) continue;
    for (const { name } of names.elements) catalogs.set(name.text, dirname(join(dirname(file), from)));
  }
  return catalogs;
}

function remedyIn(details: ts.Expression | undefined): ts.Node | undefined {
  if (!details || !ts.isObjectLiteralExpression(details)) return undefined;
  return details.properties.find(
    (each) => each.name && ts.isIdentifier(each.name) && each.name.text === 'remedy',
  );
}

/** Returns the texts that an expression may be: `t('key')`, also in a condition. */
function textsIn(node: ts.Node | undefined, catalogs: Map<string, string>): TextId[] {
  if (!node) return [];
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const [key] = node.arguments;
    const folder = catalogs.get(node.expression.text);
    return folder && key && ts.isStringLiteral(key) ? [{ folder, key: key.text }] : [];
  }
  if (ts.isConditionalExpression(node))
    return [...textsIn(node.whenTrue, catalogs), ...textsIn(node.whenFalse, catalogs)];
  return ts.isPropertyAssignment(node) ? textsIn(node.initializer, catalogs) : [];
}

/** Returns a text in ICU MessageFormat as Markdown: names of values in italics, in code in capitals, and the most general case. */
function readable(text: string): string {
  const flat = flatText(new IntlMessageFormat(text, LOCALE).getAst());
  return flat
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? part.replaceAll(VALUE, (_, name: string) => name.replaceAll(' ', '-').toUpperCase())
        : part.replaceAll(/[*_<[\]\\|]/g, '\\$&').replaceAll(VALUE, (_, name: string) => `*${name}*`),
    )
    .join('`')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/** Marks the name of a value. */
const [BEGIN, END] = ['\u{e000}', '\u{e001}'];
const VALUE = new RegExp(`${BEGIN}([^${END}]*)${END}`, 'g');

function flatText(elements: ReturnType<IntlMessageFormat['getAst']>): string {
  return elements
    .map((element) => {
      if (element.type === 0) return element.value;
      if (element.type === 7) return `${BEGIN}number${END}`;
      if ('children' in element) return flatText(element.children);
      if ('options' in element) return flatText(element.options.other!.value);
      return `${BEGIN}${element.value.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()}${END}`;
    })
    .join('');
}
