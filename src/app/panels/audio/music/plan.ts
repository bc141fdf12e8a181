import { isRecord, type JsonRecord, stringOf } from '#contract/core/loose-json.ts'
import { partsOfLyrics, splitPrompt } from './lyrics.ts'

/** A composition plan in the shape of wire-facts §7.7. Fields that are not known here are kept. */
export interface Plan extends JsonRecord {
  readonly sections: readonly JsonRecord[]
}

/** The plan that a value holds; undefined for another shape, which is edited as JSON. */
export function readPlan(value: unknown): Plan | undefined {
  if (!isRecord(value) || !Array.isArray(value.sections) || !value.sections.every(isRecord)) return undefined
  return { ...value, sections: value.sections }
}

/** The texts of a list, such as styles or lines. */
export const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The length of a section in ms; 0 where it is not given. */
export const lengthOf = (section: JsonRecord): number =>
  typeof section.duration_ms === 'number' && section.duration_ms > 0 ? section.duration_ms : 0

export const planSeconds = ({ sections }: Plan): number =>
  sections.reduce((sum, section) => sum + lengthOf(section), 0) / 1000

/** A new section; its length is what its neighbours usually have. */
export const newSection = (name: string, ms = 10_000, lines: readonly string[] = []): JsonRecord => ({
  section_name: name,
  positive_local_styles: [],
  negative_local_styles: [],
  duration_ms: ms,
  lines,
})

/** The plan that a prompt stands for: its description as a style, and a section for each part of its lyrics, which share the length. */
export function planOf(prompt: unknown, ms: unknown): Plan {
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

/** The sections with one of them moved by so many places. */
export function movedSection(sections: readonly JsonRecord[], from: number, by: number): readonly JsonRecord[] {
  const section = sections[from]
  return section ? sections.toSpliced(from, 1).toSpliced(from + by, 0, section) : sections
}
