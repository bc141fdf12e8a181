import type { FileFacts } from '#contract/core/field.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { editImages } from '#contract/images/images.ts'
import { formatName } from '#media/media-type.ts'
import { sizeLimit } from '../ui/format.ts'
import type { FileRules } from './read-file.ts'

const kinds: Readonly<Record<string, string>> = { 'image/*': 'images', 'audio/*': 'audio', 'video/*': 'video' }

export function rulesOf({ accepts, maxBytes, most }: FileFacts): FileRules {
  const names = accepts.map((type) => ownOf(kinds, type) ?? formatName(type))
  return {
    ...{ accepts, maxBytes },
    ...(most !== undefined && { most }),
    says: {
      types: `This field accepts ${new Intl.ListFormat('en').format(names)}.`,
      size: `The maximum file size is ${sizeLimit(maxBytes)}.`,
      count: `The maximum of ${most} files is reached.`,
    },
  }
}

/** Pictures that are in the app already, such as results: none is refused for its bytes, since it may have been paid for. */
export const heldRules = (rules: FileRules): FileRules => ({ ...rules, maxBytes: Number.POSITIVE_INFINITY })

export const editRules: FileRules = {
  ...rulesOf(editImages),
  says: {
    types: 'Supported formats: PNG, JPEG and WebP.',
    size: 'The maximum file size is 50 MB.',
    count: `The maximum of ${editImages.most} images is reached.`,
  },
}
