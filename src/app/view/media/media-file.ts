import { formatName } from '#media/media-type.ts'

/** A file as it is shown. */
export interface MediaFile {
  readonly blob: Blob
  /** The media type, by the bytes where they tell it. */
  readonly type: string
  readonly size: number
  readonly name?: string
}

/** What a file is called where it has no name of its own. */
export function fileTitle({ name, type }: Pick<MediaFile, 'name' | 'type'>): string {
  return name ?? formatName(type)
}
