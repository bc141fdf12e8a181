import type { JsonRecord } from '#contract/core/loose-json.ts'

const object = (properties: JsonRecord): JsonRecord => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Schemas to start from. All are taken by `strict`. */
export const schemaExamples: readonly { readonly title: string; readonly schema: JsonRecord }[] = [
  { title: 'Empty object', schema: object({}) },
  { title: 'One text', schema: object({ query: { type: 'string', description: 'What to look for' } }) },
  {
    title: 'Number with limits',
    schema: object({ days: { type: 'integer', minimum: 1, maximum: 14 } }),
  },
  { title: 'Choice', schema: object({ unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } }) },
  { title: 'Optional value', schema: object({ city: { type: 'string' }, country: { type: ['string', 'null'] } }) },
  {
    title: 'List of objects',
    schema: object({
      items: { type: 'array', items: object({ name: { type: 'string' }, price: { type: 'number' } }) },
    }),
  },
]
