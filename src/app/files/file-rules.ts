import type { FileFacts } from '#contract/core/field.ts'
import { ownOf } from '#contract/core/loose-json.ts'
import { editImages } from '#contract/images/images.ts'
import { formatName } from '#media/media-type.ts'
import { sizeLimit } from '../ui/format.ts'
import type { FileRules } from './read-file.ts'

const kinds: Readonly<Record<string, string>> = { 'image/*': 'images', 'audio/*': 'audio', 'video/*': 'video' }

const nameOf = (type: string) => ownOf(kinds, type) ?? formatName(type)

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

export function rulesOf({ accepts, maxBytes, most }: FileFacts): FileRules {
  return {
    ...{ accepts, maxBytes },
    ...(most !== undefined && { most }),
    says: {
      types: `This field accepts ${listed(accepts.map(nameOf))}.`,
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
