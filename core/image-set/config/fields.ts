/** What a field may hold. */
export type Shape =
  | { readonly type: 'text' }
  | { readonly type: 'flag' }
  | { readonly type: 'whole' }
  | { readonly type: 'list'; readonly of: Shape }
  | { readonly type: 'object'; readonly fields: { readonly [name: string]: Shape } };

/** The value that a shape decodes to; everything may be left out. */
export type Decoded<S extends Shape> = S extends { type: 'text' }
  ? string
  : S extends { type: 'flag' }
    ? boolean
    : S extends { type: 'whole' }
      ? number
      : S extends { type: 'list'; of: infer Of extends Shape }
        ? Decoded<Of>[]
        : S extends { type: 'object'; fields: infer Fields extends Record<string, Shape> }
          ? { [Name in keyof Fields]?: Decoded<Fields[Name]> }
          : never;

const text = { type: 'text' } as const;
const flag = { type: 'flag' } as const;
const whole = { type: 'whole' } as const;
const list = <const S extends Shape>(of: S) => ({ type: 'list', of }) as const;
const object = <const F extends Record<string, Shape>>(fields: F) => ({ type: 'object', fields }) as const;

const platforms = list(object({ os: text, architecture: text }));
const charts = list(object({ name: text, version: text, path: text, imagePaths: list(text), platforms }));

/** What `mirror` and `delete` have in common (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go). */
const content = {
  platform: object({
    graph: flag,
    channels: list(
      object({
        name: text,
        type: text,
        minVersion: text,
        maxVersion: text,
        shortestPath: flag,
        full: flag,
      }),
    ),
    architectures: list(text),
    platforms,
    release: text,
    kubeVirtContainer: flag,
  }),
  operators: list(
    object({
      catalog: text,
      full: flag,
      packages: list(
        object({
          name: text,
          defaultChannel: text,
          minVersion: text,
          maxVersion: text,
          channels: list(object({ name: text, minVersion: text, maxVersion: text })),
        }),
      ),
      targetCatalog: text,
      targetTag: text,
      targetCatalogSourceTemplate: text,
      skipDependencies: flag,
      platforms,
    }),
  ),
  additionalImages: list(object({ name: text, targetRepo: text, targetTag: text, platforms })),
  helm: object({
    repositories: list(object({ name: text, url: text, charts })),
    local: charts,
  }),
  samples: list(object({ name: text })),
} as const;

export const IMAGE_SET = object({
  kind: text,
  apiVersion: text,
  archiveSize: whole,
  mirror: object({ ...content, blockedImages: list(object({ name: text })) }),
});

/** An ImageSetConfiguration as `airlock delete` reads it; oc-mirror v2 has a file of its own for that. */
export const PRUNE_IMAGE_SET = object({ ...IMAGE_SET.fields, prune: object(content) });

export const DELETE_IMAGE_SET = object({
  kind: text,
  apiVersion: text,
  delete: object(content),
});

export type ImageSetFields = Decoded<typeof IMAGE_SET>;
export type DeleteImageSetFields = Decoded<typeof DELETE_IMAGE_SET>;
export type DeleteFields = NonNullable<DeleteImageSetFields['delete']>;
/** `blockedImages` is in `mirror` only. */
export type ContentFields = DeleteFields & Pick<NonNullable<ImageSetFields['mirror']>, 'blockedImages'>;
/** Which part of a file says what is meant. */
export type ConfigurationSection = 'mirror' | 'delete' | 'prune';
