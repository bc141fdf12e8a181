import type { FileFacts } from '#contract/core/field.ts'
import { editImages } from '#contract/images/images.ts'
import { formatName } from '#media/media-type.ts'
import type { FileRules } from './read-file.ts'

const kinds: Readonly<Record<string, string>> = { 'image/*': 'images', 'audio/*': 'audio', 'video/*': 'video' }

const nameOf = (type: string) => kinds[type] ?? formatName(type)

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** What the schema of a field says of its files, as rules. */
export function rulesOf({ accepts, maxBytes, most }: FileFacts): FileRules {
  return {
    ...{ accepts, maxBytes },
    ...(most !== undefined && { most }),
    says: {
      types: `This field takes ${listed(accepts.map(nameOf))}.`,
      size: `A file here may have ${maxBytes / 2 ** 20} MB.`,
      count: `There are ${most} files already. This field takes no more.`,
    },
  }
}

/** The pictures of an edit. */
export const editRules: FileRules = {
  ...rulesOf(editImages),
  says: {
    types: 'Edits take PNG, JPEG and WebP.',
    size: 'An image may have 50 MB.',
    count: `There are ${editImages.most} images already. An edit takes no more.`,
  },
}
