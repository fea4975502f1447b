import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from './messages.ts';

/** Format of the request files that this version writes and reads. */
export const REQUEST_FORMAT = 2;
const REQUEST = { kind: 'request', current: REQUEST_FORMAT } as const satisfies FileFormat;

/** A request file: what `media request -o` writes. */
export const MEDIA_REQUEST = z.object({
  kind: z.literal('airlock-request').describe('Type of the file'),
  format: z.literal(REQUEST_FORMAT),
  tool: z.string().describe('Name and version of the writer'),
  created: z.string().describe('Creation time'),
  enclave: z.string().describe('Enclave of the requesting side'),
  supportedFormat: z
    .number()
    .int()
    .positive()
    .describe('Newest format of sets and volumes that the requesting side reads'),
  configuration: z
    .object({ name: z.string(), text: z.string(), digest: z.string() })
    .describe("The configuration. The request is rejected if `digest` doesn't match `text`"),
  acknowledgments: listOf(z.string()).describe(
    'Acknowledgment codes for all transfers that arrived completely or partly',
  ),
});

/** A request for missing content: the configuration, and which parts of which transfers arrived. */
export type MediaRequest = z.infer<typeof MEDIA_REQUEST>;

/** Returns the text of a request file. */
export function requestText(request: MediaRequest): string {
  return `${JSON.stringify(request, undefined, 2)}\n`;
}

/** Returns the ID of a request: the first 16 hex digits of the SHA-256 of its text. */
export function requestId(text: string): string {
  return sha256(text).slice(7, 23);
}

/**
 * Reads a request file.
 * @throws AirlockError `config-unreadable`, `config-invalid`, `workspace-format` for a file of a newer version
 */
export async function readRequest(
  file: string,
): Promise<{ request: MediaRequest; text: string; id: string }> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new AirlockError('config-unreadable', asAirlockError(error).message, {
      at: { file },
      cause: error,
    });
  });
  const invalid = (why: string): AirlockError =>
    new AirlockError('config-invalid', t('requestInvalid', { file, reason: why }), {
      at: { file },
      remedy: t('requestInvalidRemedy'),
    });
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw invalid(notJson(cause));
  }
  if (Object(value).kind === 'airlock-request') value = inCurrentFormat(value, file, REQUEST);
  const parsed = MEDIA_REQUEST.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'unknown');
  const { configuration } = parsed.data;
  if (sha256(configuration.text) !== configuration.digest) throw invalid(t('configurationAltered'));
  return { request: parsed.data, text, id: requestId(text) };
}
