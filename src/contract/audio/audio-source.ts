import * as z from 'zod/mini'
import { field } from '../core/field.ts'
import { fileOrReference } from '../core/file-or-reference.ts'
import type { Refusal } from '../core/rules.ts'

/** The fields a file-based audio route reads its sound from: `file` is the usual one, the others are what providers call it. */
const sources = ['file', 'audio', 'input_audio', 'audio_base64', 'url', 'source_url', 'cloud_storage_url']

/** The source fields that a schema describes; the other spellings pass through. Ours (wire-facts §7.3, §7.5, §7.6, §7.9). */
export const audioSource = {
  file: field(z.optional(fileOrReference()), {
    title: 'File',
    control: 'file',
    file: { accepts: ['audio/*', 'video/mp4', 'video/webm', 'video/quicktime'], maxBytes: 512 * 1024 * 1024 },
    help: 'The recording: a file, or in a JSON request a data URL or base64.',
  }),
  source_url: field(z.optional(z.string()), {
    title: 'Source URL',
    control: 'text',
    help: 'An address to fetch the recording from, instead of a file.',
    placeholder: 'https://…',
    advanced: true,
  }),
}

/** A file-based audio route needs a recording, under any of the names that providers use. */
export function audioSourceCheck(request: Readonly<Record<string, unknown>>): Refusal | undefined {
  if (sources.some((name) => request[name] !== undefined)) return undefined
  return { param: 'file', message: 'Send a file, or the address of one in source_url.' }
}
