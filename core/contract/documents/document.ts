/** The editing of YAML texts, for the screens: they know the contract only. */
export {
  type EditOptions,
  insertItem,
  moveItem,
  removeValue,
  renameKey,
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
  type TextEdit,
} from '../../base/document/edit/text-edits.ts';
export {
  type Fault,
  type Path,
  pathAtOffset,
  placeAt,
  readYaml,
  valueAt,
  type YamlText,
} from '../../base/document/yaml-text.ts';
