import type { RulesOf } from '#contract/core/rules.ts'
import { imagesRules } from '#contract/images/images-rules.ts'

/** The rules of an image model in a form, where previews are off without streaming. */
export const pictureRules: RulesOf = (model, card, draft) => {
  const rules = imagesRules(model, card, draft)
  if (draft?.stream === true && rules.fields.stream?.kind !== 'off') return rules
  const partial_images = { kind: 'off', why: 'Partial images require Stream.' } as const
  return { ...rules, fields: { partial_images, ...rules.fields } }
}
