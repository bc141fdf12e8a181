import type { JsonRecord } from '#contract/core/loose-json.ts'
import { badRequest } from '../../http/errors.ts'

/** ElevenLabs' name of each format of the interface; `output_format` names any other that it knows. */
const formats: Readonly<Record<string, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_128',
  wav: 'wav_44100',
  pcm: 'pcm_24000',
}

/** The query of a route that makes sound. Throws a 400 for a format that ElevenLabs does not make. */
export function formatQuery({ output_format, response_format }: JsonRecord): Record<string, string> {
  if (typeof output_format === 'string') return { output_format }
  if (response_format === undefined) return {}
  const name = formats[String(response_format)]
  if (name !== undefined) return { output_format: name }
  const message = `response_format: this provider makes ${Object.keys(formats).join(', ')}, not ${String(response_format)}.`
  throw badRequest(message, { param: 'response_format', code: 'unsupported_value' })
}
