import type { RulesOf } from '#contract/core/rules.ts'
import { imagesRules } from '#contract/images/images-rules.ts'
import type { FieldRowProps } from '../../form/field-row.tsx'
import { SizeRow } from '../../tool/shared-rows.tsx'

const flexible =
  'Or any WIDTHxHEIGHT in multiples of 16: up to 3840 per side, 3:1 at most, 655,360 to 8,294,400 pixels.'

export const ImageSizeRow = ({ form, field }: FieldRowProps) => (
  <SizeRow form={form} field={form.draft.model === 'gen-image-2' ? { ...field, help: flexible } : field} />
)

/** The rules of an image model in a form, where previews are off without streaming. */
export const pictureRules: RulesOf = (model, card, draft) => {
  const rules = imagesRules(model, card, draft)
  if (draft?.stream === true && rules.fields.stream?.kind !== 'off') return rules
  const partial_images = { kind: 'off', why: 'Partial images require Stream.' } as const
  return { ...rules, fields: { partial_images, ...rules.fields } }
}
