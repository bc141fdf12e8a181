import { isRecord, type JsonRecord, stringOf } from '#contract/core/loose-json.ts'

/** A composition plan in the shape of wire-facts §7.7. Fields that are not known here are kept. */
export interface CompositionPlan extends JsonRecord {
  readonly sections: readonly JsonRecord[]
}

/** The plan that a value holds; undefined for another shape, which is edited as JSON. */
export function readCompositionPlan(value: unknown): CompositionPlan | undefined {
  if (!isRecord(value) || !Array.isArray(value.sections) || !value.sections.every(isRecord)) return undefined
  return { ...value, sections: value.sections }
}

export const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The length of a section in ms; 0 where it is not given. */
export const sectionLength = (section: JsonRecord): number =>
  typeof section.duration_ms === 'number' && section.duration_ms > 0 ? section.duration_ms : 0

export const planSeconds = ({ sections }: CompositionPlan): number =>
  sections.reduce((sum, section) => sum + sectionLength(section), 0) / 1000

/** A new section; its length is what its neighbours usually have. */
export const newSection = (name: string, ms = 10_000, lines: readonly string[] = []): JsonRecord => ({
  section_name: name,
  positive_local_styles: [],
  negative_local_styles: [],
  duration_ms: ms,
  lines,
})

/** The plan that a prompt stands for: its description as a style, and a section for each part of its lyrics, which share the length. */
export function compositionPlanOf(prompt: unknown, ms: unknown): CompositionPlan {
  const { about, lyrics } = splitPrompt(stringOf(prompt) ?? '')
  const parts = partsOfLyrics(lyrics)
  const all = parts.length > 0 ? parts : ['Intro', 'Verse', 'Outro'].map((name) => ({ name, lines: [] }))
  const each = Math.round((typeof ms === 'number' ? ms : 30_000) / all.length / 500) * 500
  return {
    positive_global_styles: about.trim() === '' ? [] : [about.trim()],
    negative_global_styles: [],
    sections: all.map(({ name, lines }) => newSection(name, Math.max(3000, each), lines)),
  }
}

export function movedSection(sections: readonly JsonRecord[], from: number, by: number): readonly JsonRecord[] {
  const section = sections[from]
  return section ? sections.toSpliced(from, 1).toSpliced(from + by, 0, section) : sections
}

/** What stands between the description of a piece and its lyrics: the interface has no field for lyrics, so they are part of the prompt. */
const mark = '\n\nLyrics:\n'

interface MusicPrompt {
  readonly about: string
  readonly lyrics: string
}

export function splitPrompt(prompt: string): MusicPrompt {
  const at = prompt.indexOf(mark)
  return at < 0 ? { about: prompt, lyrics: '' } : { about: prompt.slice(0, at), lyrics: prompt.slice(at + mark.length) }
}

export const joinPrompt = ({ about, lyrics }: MusicPrompt): string => (lyrics === '' ? about : about + mark + lyrics)

interface LyricsPart {
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
