import * as z from 'zod/mini'
import { type FieldMeta, type FileFacts, fields } from '#contract/core/field.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import type { Endpoint } from '#contract/endpoints.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export interface JsonSchema {
  type?: string | string[]
  title?: string | undefined
  description?: string | undefined
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  examples?: unknown[]
  minimum?: number
  maximum?: number
  $ref?: string
  [keyword: string]: unknown
}

const MB = 2 ** 20

const fileWords = ({ accepts, maxBytes, most }: FileFacts) =>
  `${accepts.join(', ')}; up to ${maxBytes / MB} MiB${most === undefined ? '' : ` each, up to ${most} files`}.`

/** What a schema says of a field, as keywords: known values are examples, since other values are accepted too. */
function annotations({ title, help, unit, suggestions, file }: FieldMeta) {
  const sentences = [help, unit && `Unit: ${unit}.`, file && fileWords(file)].filter(Boolean)
  return {
    title,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(suggestions && { examples: [...suggestions] }),
  }
}

const reference = {
  anyOf: [
    { type: 'string', description: 'A URL, a data URL or base64.' },
    {
      type: 'object',
      description: 'An object with the reference, such as { "image_url": "…" } or { "file_id": "…" }.',
    },
  ],
}

/** Removes what zod writes for the defaults of JSON Schema, and flattens a union inside a union. */
function tidy(schema: JsonSchema): void {
  if (schema.properties && Object.keys(schema.properties).length === 0) delete schema.properties
  delete schema.propertyNames
  for (const edge of ['minimum', 'maximum'] as const)
    if (Math.abs(schema[edge] ?? 0) === Number.MAX_SAFE_INTEGER) delete schema[edge]
  if (schema.anyOf)
    schema.anyOf = schema.anyOf.flatMap((one) => (one.anyOf && Object.keys(one).length === 1 ? one.anyOf : [one]))
}

/** A zod schema as JSON Schema, with what `field` says of it. Unknown properties are allowed, as everywhere in the interface. */
export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const meta = fields.get(zodSchema)
      if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, structuredClone(reference))
      if (meta) Object.assign(jsonSchema, annotations(meta))
      if (Object.keys(Object(jsonSchema.additionalProperties)).length === 0) delete jsonSchema.additionalProperties
      tidy(jsonSchema as JsonSchema)
    },
  })
  // zod's own type also has schemas that are booleans, which it does not write for our schemas.
  return found as JsonSchema
}

/** At least one of the fields of each group is needed. */
function needing(groups: readonly (readonly string[])[]): Pick<JsonSchema, 'allOf'> {
  const allOf = groups.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }))
  return allOf.length > 0 ? { allOf } : {}
}

/** The JSON body of an endpoint. `needs` has groups of fields of which at least one is needed. */
export function bodySchema({ request }: Endpoint, needs: readonly (readonly string[])[]): JsonSchema {
  return request ? { ...jsonSchemaOf(request), ...needing(needs) } : {}
}

const binary = ({ accepts }: FileFacts): JsonSchema => ({
  type: 'string',
  format: 'binary',
  contentMediaType: accepts.length === 1 ? accepts[0] : 'application/octet-stream',
})

/** A property of a form: a file as its bytes, a list of files as parts of one name, anything else as in JSON. */
function formProperty(property: JsonSchema, file: FileFacts | undefined): JsonSchema {
  if (!file) return property
  const { title, description } = property
  const part = file.asText ? { type: 'string', description: 'A data URL.' } : binary(file)
  return { title, description, ...(file.most === undefined ? part : { type: 'array', items: part }) }
}

/** The multipart body of an endpoint, and the media types of its files by the name of their parts. */
export function formSchema(
  endpoint: Endpoint,
  needs: readonly (readonly string[])[],
): { readonly schema: JsonSchema; readonly encoding: Record<string, { contentType: string }> } {
  const body = bodySchema(endpoint, [])
  const shape = endpoint.request instanceof z.ZodMiniObject ? endpoint.request.shape : {}
  const fileOf = (name: string) => {
    const schema = ownOf(shape, name)
    return schema && fields.get(schema)?.file
  }
  const partName = (name: string) => fileOf(name)?.formName ?? name
  const properties = Object.entries(body.properties ?? {}).map(([name, property]): [string, JsonSchema] => [
    partName(name),
    formProperty(property, fileOf(name)),
  ])
  const encoding = Object.keys(shape).flatMap((name): [string, { contentType: string }][] => {
    const file = fileOf(name)
    return file && !file.asText ? [[partName(name), { contentType: file.accepts.join(', ') }]] : []
  })
  const groups = needs.map((names) => names.map(partName))
  return {
    schema: { ...body, properties: Object.fromEntries(properties), ...needing(groups) },
    encoding: Object.fromEntries(encoding),
  }
}
