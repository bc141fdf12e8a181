/** The folder of espeak-ng's data in the static demo, and its list. */
export const speechFolder = 'speech'

/** Which ranges of the library's data a file of the folder holds, one after the other. */
export interface SpeechIndex {
  readonly size: number
  readonly parts: Readonly<Record<string, readonly (readonly [start: number, end: number])[]>>
}

/** What every voice needs; each language has a dictionary of its own besides. */
export const commonPart = 'common'

/** The dictionary of a voice: `en` of `en-us+m1`. Bokmål has that of Norwegian. */
export function dictionaryOf(voice: string): string {
  const [code = ''] = voice.split(/[-+]/)
  return code === 'nb' ? 'no' : code
}
