import type { RulesOf } from '#contract/core/rules.ts'
import { imagesRules } from '#contract/images/images-rules.ts'

/** What an image model allows in a form: previews come only with a stream, so without one they are off. */
export const pictureRules: RulesOf = (model, card, draft) => {
  const rules = imagesRules(model, card, draft)
  if (draft?.stream === true && rules.fields.stream?.kind !== 'off') return rules
  const partial_images = { kind: 'off', why: 'Partial images require Stream.' } as const
  return { ...rules, fields: { partial_images, ...rules.fields } }
}
