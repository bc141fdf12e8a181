/** What stands between the description of a piece and its lyrics: the interface has no field for lyrics, so they are part of the prompt. */
const mark = '\n\nLyrics:\n'

/** A prompt as its two parts. */
export interface MusicPrompt {
  readonly about: string
  readonly lyrics: string
}

export function splitPrompt(prompt: string): MusicPrompt {
  const at = prompt.indexOf(mark)
  return at < 0 ? { about: prompt, lyrics: '' } : { about: prompt.slice(0, at), lyrics: prompt.slice(at + mark.length) }
}

export const joinPrompt = ({ about, lyrics }: MusicPrompt): string => (lyrics === '' ? about : about + mark + lyrics)

/** A part of a song between two tags such as `[Verse 1]`. */
export interface LyricsPart {
  readonly name: string
  readonly lines: readonly string[]
}

/** The parts of lyrics by their tags; what stands before the first tag is a verse. Blank lines are left out. */
export function partsOfLyrics(lyrics: string): readonly LyricsPart[] {
  const parts: { name: string; lines: string[] }[] = []
  for (const line of lyrics.split('\n').map((one) => one.trim())) {
    const tag = /^\[(.+)\]$/.exec(line)?.[1]?.trim()
    if (tag) parts.push({ name: tag, lines: [] })
    else if (line !== '') {
      if (parts.length === 0) parts.push({ name: 'Verse', lines: [] })
      parts.at(-1)?.lines.push(line)
    }
  }
  return parts
}
