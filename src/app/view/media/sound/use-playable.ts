import { playableOf } from '#media/audio/headerless.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import type { MediaFile } from '../media-file.tsx'

/** What an element plays of a sound: samples without a header as WAV, everything else as it is. Undefined until it is known, and if empty. */
export const usePlayable = ({ blob, type, size }: Pick<MediaFile, 'blob' | 'type' | 'size'>): Blob | undefined =>
  useLoaded(size > 0 ? () => playableOf(blob, type).catch(() => blob) : undefined, [blob, type])
