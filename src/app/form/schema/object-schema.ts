import { isRecord, type JsonRecord } from '#contract/core/loose-json.ts'

/** Whether a value can be the schema of arguments or of an answer: an object that does not describe something else than an object. */
export const isObjectSchema = (schema: unknown): schema is JsonRecord =>
  isRecord(schema) && (schema.type === undefined || [schema.type].flat().includes('object'))
