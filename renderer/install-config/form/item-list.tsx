import { useEffect, useState } from 'react';
import {
  insertItem,
  removeValue,
  valueAt,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import { pathText, writtenPath } from '../../../core/contract/documents/install-config.ts';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { type ConfigProblem, keyOf } from './analysis.ts';
import { ConfigField, problemsAt } from './config-field.tsx';
import { FieldProblems } from './field-problems.tsx';
import type { Field, ItemList } from './form-fields.ts';
import { SecretState } from './secret-field.tsx';
import { useConfig } from './use-config.tsx';

/** How a list is changed where other places of the file refer to its items. */
export interface ListEdits {
  add?: (doc: YamlText) => YamlText;
  remove?: (doc: YamlText, index: number) => YamlText;
  /** Of the first column's field. */
  rename?: (doc: YamlText, index: number, name: string) => YamlText;
}

/** A list of the file: a table, and below it the form of the item that is chosen. */
export function ItemListCard({
  list,
  problems,
  chosen,
  onChoose,
  onShow,
  edits = {},
}: {
  list: ItemList;
  /** Of this list. */
  problems: readonly ConfigProblem[];
  chosen: number;
  onChoose: (index: number) => void;
  onShow: (problem: ConfigProblem) => void;
  edits?: ListEdits;
}) {
  const { readable, edit } = useConfig();
  const path = writtenPath(readable, list.path);
  const value = valueAt(readable, path);
  const items = Array.isArray(value) ? value : [];
  const at = Math.min(chosen, items.length - 1);
  const columns = list.columns.flatMap((label) => list.fields.find((field) => field.label === label) ?? []);
  const ofItem = (index: number) => problemsAt(problems, [...list.path, index]);
  const ofList = problems.filter(
    ({ path: each = '' }) => !/\[\d+\]/.test(each.slice(pathText(list.path).length)),
  );
  const [adding, setAdding] = useState(false);
  const add = () => {
    setAdding(true);
    edit((doc) =>
      edits.add
        ? edits.add(doc)
        : insertItem(doc, writtenPath(doc, list.path), items.length, list.fresh(items.length)),
    );
    onChoose(items.length);
  };
  const remove = () => {
    edit((doc) =>
      edits.remove ? edits.remove(doc, at) : removeValue(doc, [...writtenPath(doc, list.path), at]),
    );
    onChoose(Math.max(0, at - 1));
  };
  const formId = `al-ic-item-${list.path.join('-')}`;
  // A new item is there to be filled in.
  useEffect(() => {
    if (!adding || at !== items.length - 1) return;
    setAdding(false);
    document.getElementById(formId)?.querySelector('input')?.focus();
  }, [adding, at, items.length, formId]);
  return (
    <Card
      title={list.title}
      note={[items.length > 0 && String(items.length), list.note].filter(Boolean).join(' · ')}
      actions={
        <RequestButton request="installConfig.save" variant="link" isInline size="sm" onClick={add}>
          Add {list.one}
        </RequestButton>
      }
      flush
      label={list.title}
    >
      {ofList.length > 0 && (
        <div className="al-in">
          <FieldProblems problems={ofList} onShow={onShow} />
        </div>
      )}
      {items.length === 0 ? (
        <p className="al-in al-sub">None.</p>
      ) : (
        <>
          <table className="al-plain-table al-ic-items">
            <thead>
              <tr>
                {columns.map(({ label }, index) => (
                  <th key={label} scope="col" className={index > 2 ? 'al-wide-only' : ''}>
                    {label}
                  </th>
                ))}
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item: unknown, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the position is what an item is known by
                <tr key={index} className={index === at ? 'al-ic-chosen' : ''}>
                  {columns.map((field, column) =>
                    column === 0 ? (
                      <th key={field.label} scope="row">
                        <button
                          type="button"
                          className="al-link al-mono al-anywhere"
                          aria-expanded={index === at}
                          aria-controls={formId}
                          onClick={() => onChoose(index)}
                        >
                          {shown(item, field) || `${list.one} ${index + 1}`}
                        </button>
                      </th>
                    ) : (
                      <td key={field.label} className={column > 2 ? 'al-wide-only' : ''}>
                        {field.kind === 'secret' ? (
                          <SecretState value={valueIn(item, field.path)} />
                        ) : (
                          <span className="al-mono al-anywhere">{shown(item, field)}</span>
                        )}
                      </td>
                    ),
                  )}
                  <td>
                    <ItemState problems={ofItem(index)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <fieldset className="al-ic-item" id={formId} key={at}>
            <legend className="al-unseen">
              {list.one} {at + 1}
            </legend>
            <ItemProblems list={list} problems={ofItem(at)} index={at} onShow={onShow} />
            <div className="al-ic-fields">
              {list.fields.map((field) => (
                <ConfigField
                  key={field.label}
                  field={field}
                  base={[...list.path, at]}
                  problems={problemsAt(problems, [...list.path, at, ...field.path])}
                  onShow={onShow}
                  write={
                    edits.rename && field.label === list.columns[0]
                      ? (doc, name) => edits.rename!(doc, at, name)
                      : undefined
                  }
                />
              ))}
            </div>
            <RequestButton
              request="installConfig.save"
              variant="link"
              isInline
              isDanger
              size="sm"
              onClick={remove}
            >
              Remove this {list.one}
            </RequestButton>
          </fieldset>
        </>
      )}
    </Card>
  );
}

/** Problems of an item that no field of it shows. */
function ItemProblems({
  list,
  problems,
  index,
  onShow,
}: {
  list: ItemList;
  problems: readonly ConfigProblem[];
  index: number;
  onShow: (problem: ConfigProblem) => void;
}) {
  const inFields = new Set(
    list.fields.flatMap((field) => problemsAt(problems, [...list.path, index, ...field.path])),
  );
  return <FieldProblems problems={problems.filter((each) => !inFields.has(each))} onShow={onShow} />;
}

function ItemState({ problems }: { problems: readonly ConfigProblem[] }) {
  const { kept } = useConfig().fields;
  const errors = problems.filter(({ level }) => level === 'error').length;
  const open = problems.filter((each) => each.level === 'warning' && !kept.includes(keyOf(each)));
  if (errors > 0) return <StateMark mark="bad">{counted(errors, 'error')}</StateMark>;
  if (open.length > 0) return <StateMark mark="warning">{counted(open.length, 'warning')}</StateMark>;
  return <StateMark mark="good">Complete</StateMark>;
}

function valueIn(item: unknown, path: readonly (string | number)[]): unknown {
  let value = item;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function shown(item: unknown, field: Field): string {
  const value = valueIn(item, field.path);
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value);
}
