/** Edits YAML texts for the screens, which may import only the contract. */
export {
  insertItem,
  removeValue,
  setValue,
} from '../../base/document/edit/edit.ts';
export {
  beginHistory,
  canRedo,
  canUndo,
  type DocumentHistory,
  pushText,
  redo,
  undo,
} from '../../base/document/edit/history.ts';
export {
  applyTextEdits,
  changedLines,
  editsBetween,
} from '../../base/document/edit/text-edits.ts';
export {
  pathOf,
  pathText,
  writtenPath,
} from '../../base/document/field-path.ts';
export {
  type Path,
  placeAt,
  readYaml,
  valueAt,
  type YamlText,
} from '../../base/document/yaml-text.ts';
