import { ADTS, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, type Source, WAVE, WEBM } from 'mediabunny'

/** Opens a media file of any kind that is known here. Must be disposed. */
export const openMedia = (source: Source) =>
  new Input({ source, formats: [WAVE, MP3, MP4, QTFF, OGG, FLAC, WEBM, MATROSKA, ADTS] })
