import * as z from 'zod/mini'
import { isRecord } from './loose-json.ts'

/** The kinds of control a form can draw; `app/form/controls/` holds one file for each. */
export type Control =
  | 'text'
  | 'long-text'
  | 'number'
  | 'slider'
  | 'select'
  | 'switch'
  | 'json'
  | 'tools'
  | 'text-format'
  | 'key-value'
  | 'model'
  | 'file'

/** A limit that some provider or model has: a file beyond it is sent, with a note in the form. */
export interface FileLimit {
  /** Whose limit it is, as the subject of a sentence. */
  readonly by: string
  readonly bytes?: number
  /** Length of a sound or video. */
  readonly seconds?: number
}

/** What a field takes whose value is a file, or a list of files: in a form the file itself, in JSON a reference to it. */
export interface FileFacts {
  /** Media types; `audio/*` stands for all of a kind. */
  readonly accepts: readonly string[]
  readonly maxBytes: number
  /** How many files, where the field is a list of them. */
  readonly most?: number
  /** The object around a reference in JSON: `{ image_url }`. Left out where the reference is the string itself. */
  readonly wrap?: 'image_url'
  /** Of a video the picture is used too. */
  readonly keepsPicture?: true
  /** Lower limits than `maxBytes` that may hold. */
  readonly limits?: readonly FileLimit[]
  /** What its parts of a form are called, where that is not the field's name. */
  readonly formName?: string
  /** Its parts of a form are texts: data URLs, as in JSON. */
  readonly asText?: true
}

/** What a request schema says about one of its fields, beside its type and bounds. */
export interface FieldMeta {
  readonly title: string
  readonly control?: Control
  /** One plain sentence under the field. */
  readonly help?: string
  /** Written behind the value: tokens, s, ms, px. */
  readonly unit?: string
  /** Folded away until asked for. */
  readonly advanced?: boolean
  /** Known values of an open field: any other value is let through, with a note in the form. */
  readonly suggestions?: readonly (string | number)[]
  /** Where a slider starts and ends; the schema's own bounds stand over it. */
  readonly range?: readonly [min: number, max: number]
  readonly step?: number
  readonly placeholder?: string
  /** For fields that take files; needed by the control `file`. */
  readonly file?: FileFacts
}

/** What was said of each schema: read by the form, and by `z.toJSONSchema(schema, { metadata: fields })`. */
export const fields = z.registry<FieldMeta>()

/** Tells the registry about a schema and gives that schema back. Call it last: it binds to the instance. */
export function field<S extends z.core.$ZodType>(schema: S, meta: FieldMeta): S {
  fields.add(schema, meta)
  return schema
}

/** What is said of a field whose control is given apart. */
export type Said = Omit<FieldMeta, 'control'>

export const optionalField = <S extends z.core.$ZodType>(control: Control, schema: S, said: Said) =>
  field(z.optional(schema), { ...said, control })

/** Optional texts, switches and objects that the provider defines, by their control. */
export const textField = (said: Said) => optionalField('text', z.string(), said)
export const longTextField = (said: Said) => optionalField('long-text', z.string(), said)
export const choiceField = (said: Said) => optionalField('select', z.string(), said)
export const switchField = (said: Said) => optionalField('switch', z.boolean(), said)
export const jsonField = (said: Said) => optionalField('json', z.looseObject({}), said)

/** The model, which every paid request names. */
export const modelField = () => field(z.string().check(z.minLength(1)), { title: 'Model', control: 'model' })

/** Media in a request: a Blob, a string (URL, data URL, base64) or an object that points to it (`{ image_url }`, `{ file_id }`). */
export const fileOrReference = () =>
  z.custom<string | object>(
    (value) => (typeof value === 'string' ? value.length > 0 : isRecord(value)),
    'Send a file, a URL or a data URL.',
  )
