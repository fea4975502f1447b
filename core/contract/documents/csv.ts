/** Tables for spreadsheets. */
export { csvTable } from '../../base/document/csv.ts';
