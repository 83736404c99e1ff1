/** The six categories; everything else is allowed (docs/contract/safety.md#categories). */
export const CATEGORIES = [
  'csam_minor',
  'sexual_violence_nonconsensual',
  'undress_transform',
  'face_swap_identity',
  'bestiality_restricted',
  'adult_nsfw',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** Categories scored by the linear model: `csam_minor` is decided by rules alone. */
export const MODEL_CATEGORIES = CATEGORIES.filter(
  (category): category is ModelCategory => category !== 'csam_minor',
);

export type ModelCategory = Exclude<Category, 'csam_minor'>;
