// node scripts/write-format-docs.ts: writes the field lists of docs/formats from the schemas of files that Airlock writes, and
// from the field tables of files that people write.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EXPIRY_NOTICES } from '../core/app/notices/expiry-watch.ts';
import { NOTICES } from '../core/app/notices/notice-file.ts';
import { NOTIFICATIONS } from '../core/app/notices/notification-file.ts';
import { CONFIRMED_SCHEDULES } from '../core/app/schedules/confirmed.ts';
import { SCHEDULES } from '../core/app/schedules/schedule-file.ts';
import { PRACTICE } from '../core/app/service/practice/practice-file.ts';
import { SETTINGS } from '../core/app/service/state/settings-store.ts';
import { type FieldTable, type ObjectField, object } from '../core/base/document/fields.ts';
import { FOUND_IN_CHART, SELECTED_CHARTS } from '../core/content/helm/charts/saved-charts.ts';
import { SIGNING_KEYS } from '../core/content/signature/signing-keys.ts';
import { TRUSTED_KEYS } from '../core/content/signature/trusted-keys.ts';
import { VERIFIED_ORIGIN } from '../core/content/signature/verified-origins.ts';
import { DELETE_IMAGE_SET, PRUNE_IMAGE_SET } from '../core/image-set/config/fields.ts';
import { INSTALL_CONFIG } from '../core/install/install-config/model/install-config-fields.ts';
import { CHECK_REPORT } from '../core/media/check/check-reports.ts';
import { EXPORT_STATE } from '../core/media/export/state.ts';
import { STORED_SIGNATURE } from '../core/media/origin/saved-signature.ts';
import { TRANSFER_RECORD } from '../core/media/record/record.ts';
import { MEDIA_REQUEST } from '../core/media/request/request-file.ts';
import { SITE_REPORT } from '../core/media/sites/site-report.ts';
import { JOURNAL_LINE } from '../core/media/transfer/journal.ts';
import { EXPORT_DOCUMENT, VOLUME_HEADER } from '../core/media/volumes/export-document.ts';
import { APPROVAL } from '../core/mirror/approval/plan-approval.ts';
import { planDocument } from '../core/mirror/approval/plan-document.ts';
import { DELETE_RESULT } from '../core/mirror/delete/delete-result.ts';
import { DELETE_RECORD } from '../core/mirror/delete/plan/files.ts';
import { REGISTRY_INVENTORY } from '../core/mirror/inventory/inventory-file.ts';
import { BUILT_FROM } from '../core/mirror/sides/built-from-file.ts';
import { ATTACHMENTS_LIST } from '../core/mirror/to-disk/attached-files.ts';
import { HOST_COLUMNS } from '../core/nmstate/hosts/column-words.ts';
import { fieldsOfType } from '../core/nmstate/schema/interface-fields.ts';
import { STATE } from '../core/nmstate/schema/state-fields.ts';
import { BLOCKS } from '../core/nmstate/schema/type-fields.ts';
import { REGISTRY_PROFILE } from '../core/registry/capabilities/profile.ts';
import { EXPORTED_RECORD, REMOVED_RECORD } from '../core/runs/audit/removed-records.ts';
import { RUN } from '../core/runs/audit/run-file.ts';
import { LIVE } from '../core/runs/control/live-file.ts';
import { ATTACHMENTS } from '../core/store/set-format/attachments.ts';
import { RISK_ANSWERS_FILE } from '../core/upgrade/sources/risk-answers.ts';
import { documentRows, type Place } from './document-fields.ts';
import { type FieldRow, fieldRows, fieldTable } from './format-fields.ts';
import { ROOT } from './run.ts';

/** NMState's fields, by type of interface. NMState documents what they mean. */
export const NMSTATE_FORMATS: Readonly<Record<string, ObjectField>> = {
  'an NMState document': object(STATE),
  'every interface': object(fieldsOfType('dummy')),
  ...Object.fromEntries(
    Object.entries(BLOCKS).flatMap(([type, fields]) =>
      Object.keys(fields).length > 0 ? [[`${type} interfaces`, object(fields)]] : [],
    ),
  ),
};

/** Schemas and field tables by the names that pages use: `<!-- fields of export.json -->`. */
export const FORMATS: Readonly<Record<string, z.ZodType | ObjectField>> = {
  'a check report': CHECK_REPORT,
  'a line of a transfer journal': JOURNAL_LINE,
  'airlock/volume.json': VOLUME_HEADER,
  'an approval': APPROVAL,
  'risk-answers.json': RISK_ANSWERS_FILE,
  'selected-<hex>.json': SELECTED_CHARTS,
  'delete-record.json': DELETE_RECORD,
  'delete.json': DELETE_RESULT,
  'exported.jsonl': EXPORTED_RECORD,
  'export.json': EXPORT_DOCUMENT,
  'exports/<name>.json': EXPORT_STATE,
  'images of a chart': FOUND_IN_CHART,
  'an ImageSetConfiguration': PRUNE_IMAGE_SET,
  'a DeleteImageSetConfiguration': DELETE_IMAGE_SET,
  'install-config.yaml': INSTALL_CONFIG,
  'a table of hosts': HOST_COLUMNS,
  ...NMSTATE_FORMATS,
  'live.json': LIVE,
  'attachments of a transfer': ATTACHMENTS,
  'attachments.yaml': ATTACHMENTS_LIST,
  'built-from.json': BUILT_FROM,
  'origins/<hex>.json': VERIFIED_ORIGIN,
  'plan.json': planDocument,
  'practice.json': PRACTICE,
  'record.json': TRANSFER_RECORD,
  'a registry inventory': REGISTRY_INVENTORY,
  'a registry profile': REGISTRY_PROFILE,
  'removed.jsonl': REMOVED_RECORD,
  'a request': MEDIA_REQUEST,
  'a site report': SITE_REPORT,
  'run.json': RUN,
  'settings.json': SETTINGS,
  'schedules.json': SCHEDULES,
  'notices.json': NOTICES,
  'notifications.json': NOTIFICATIONS,
  'confirmed-schedules.json': CONFIRMED_SCHEDULES,
  'expiry-notices.json': EXPIRY_NOTICES,
  'signature.json': STORED_SIGNATURE,
  'signing-keys.json': SIGNING_KEYS,
  'trusted-keys.json': TRUSTED_KEYS,
};

const SECTION = /<!-- fields of (.+) -->\n[\s\S]*?<!-- end -->/g;

/** Returns the pages with lists of fields. */
export function formatPages(): string[] {
  return globSync('docs/formats/*.md', { cwd: ROOT }).toSorted();
}

/** Returns the names of the formats whose fields a page lists. */
export function listedFormats(page: string): string[] {
  return [...page.matchAll(SECTION)].map(([, name]) => name!);
}

/**
 * Returns the fields of a format. Objects that have rows elsewhere aren't repeated.
 * @param listed the objects of field tables that have rows on the same page
 * @throws Error for a name that isn't in {@link FORMATS}
 */
export function rowsOf(
  name: string,
  elsewhere?: ReadonlySet<z.ZodType>,
  listed?: Map<FieldTable, Place>,
): FieldRow[] {
  const format = FORMATS[name];
  if (!format) throw new Error(`no format is named ${name}`);
  return format instanceof z.ZodType ? fieldRows(format, elsewhere) : documentRows(format, name, listed);
}

/** Returns a page with the present field lists. @throws Error for a name that isn't in {@link FORMATS} */
export function withFieldLists(page: string): string {
  const elsewhere = new Set(Object.values(FORMATS).filter((format) => format instanceof z.ZodType));
  const listed = new Map<FieldTable, Place>();
  return page.replaceAll(
    SECTION,
    (_section, name: string) =>
      `<!-- fields of ${name} -->\n\n${fieldTable(rowsOf(name, elsewhere, listed))}\n\n<!-- end -->`,
  );
}

if (import.meta.main)
  for (const page of formatPages()) {
    const path = join(ROOT, page);
    writeFileSync(path, withFieldLists(readFileSync(path, 'utf8')));
  }
