import type { EndpointId } from '#contract/routes.ts'
import { mostUploadBytes, sourceUrlOf } from '#sandbox/sound/files/uploads.ts'
import { badRequest } from '../../../http/errors.ts'
import { FileRefused, type PublicFiles } from '../../../http/public-file.ts'
import type { ProviderRequest } from '../../../provider.ts'

/** The endpoints that take a recording, as a file or by its address. */
const withRecording: readonly EndpointId[] = [
  'audio.transcriptions',
  'audio.voice-change',
  'audio.voice-isolation',
  'audio.dubbing',
]

/** The body with the file in place of its address, where it names one. Rejects with a 400 that says why it was not fetched. */
export async function withSource(
  { endpoint, body, signal }: ProviderRequest,
  files: PublicFiles,
): Promise<ProviderRequest['body']> {
  const source = withRecording.includes(endpoint) ? sourceUrlOf(body) : undefined
  if (!source) return body
  const { url, field } = source
  const file = await files.fetch(url, { mostBytes: mostUploadBytes, signal }).catch((thrown: unknown) => {
    if (!(thrown instanceof FileRefused)) throw thrown
    throw badRequest(`${field}: ${thrown.message}`, { param: field, code: 'source_not_fetched' })
  })
  return { ...body, [field]: file }
}
