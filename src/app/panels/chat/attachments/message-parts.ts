import type { ModelCard } from '#contract/models/model-card.ts'
import { extensionOf, formatName } from '#media/media-type.ts'
import type { TrayFile } from '../../../files/read-file.ts'
import { fileReference, soundReference } from '../../../run/file-marks.ts'

export const isImage = (type: string): boolean => type.startsWith('image/')

/** The file as a part of a message, its hash in place of its bytes. */
export function partOf({ type, name, sha256 = '', detail }: TrayFile) {
  if (isImage(type)) return { type: 'input_image', image_url: fileReference(type, sha256), ...(detail && { detail }) }
  if (type.startsWith('audio/'))
    return { type: 'input_audio', input_audio: { data: soundReference(sha256), format: extensionOf(type) } }
  return { type: 'input_file', filename: name, file_data: fileReference(type, sha256) }
}

/** The words by which lists of models say that one takes sounds, or files. */
const takingSounds = /^(?:audio|sounds?|speech)$/i
const takingFiles = /^(?:files?|pdfs?|documents?)$/i

/**
 * What is to be said of these files and a model, as far as its router lists what it takes. `refused`: it does not take one of them, and
 * nothing is sent. An image is sent whatever the list says.
 */
export function fitOf(files: readonly Pick<TrayFile, 'name' | 'type'>[], card: ModelCard | undefined) {
  const { inputs, name, id } = card ?? {}
  const model = name ?? id ?? 'this model'
  const others = files.filter(({ type }) => !isImage(type))
  const fits = (says: string, isSaid: boolean) => ({ status: 'fits', says: isSaid ? says : '' }) as const
  if (!inputs)
    return fits(`It is not reported whether ${model} takes files or sounds; they are sent anyway.`, others.length > 0)
  const wrong = others.filter(
    ({ type }) => !inputs.some((word) => (type.startsWith('audio/') ? takingSounds : takingFiles).test(word)),
  )
  if (wrong.length > 0) {
    const formats = [...new Set(wrong.map(({ type }) => formatName(type)))].join(', ')
    const named = wrong.length === 1 ? wrong[0]?.name : `these ${wrong.length} files`
    const says = `${model} does not take ${formats} files. Remove ${named}, or choose another model.`
    return { status: 'refused', says } as const
  }
  const isUnlisted = others.length < files.length && !inputs.includes('image')
  return fits(`${model} does not list images as input; they are sent anyway.`, isUnlisted)
}
