import { ownOf } from '#contract/core/loose-json.ts'
import { dealt, type Random } from '../seed.ts'

/**
 * Something to write about. Sentences are whole, with Markdown inside, and take `{slots}`: `{n}` a number up to 96, `{few}` a small
 * one as a word, `{name}` a person, `{town}` a town, `{time}` a time of day, `{season}`, and the topic's own `{thing}`.
 */
export interface Topic {
  readonly title: string
  readonly headings: readonly string[]
  readonly things: readonly string[]
  readonly sentences: readonly string[]
}

const names = 'Ada Bela Chidi Dora Emre Fumi Greta Hamid Inés Jun Katya Lou Mina Noor'.split(' ')
const towns = ['Bergen', 'Lisbon', 'Kyoto', 'Mombasa', 'Galway', 'Trieste', 'Valparaíso', 'Tallinn', 'Zadar', 'Oban']
const times = ['half past six', 'noon', 'a quarter to nine', 'dusk', 'four in the morning', 'closing time']
const seasons = ['spring', 'early summer', 'late August', 'autumn', 'a mild winter', 'March']
const few = ['two', 'three', 'four', 'five', 'six', 'seven']

/** Generates prose about one topic; no sentence repeats before all have been used. */
export interface Prose {
  sentence(): string
  /** Sentences in one line. */
  paragraph(sentences: number): string
  heading(): string
  thing(): string
  readonly title: string
}

/** Prose on a topic; deterministic for a given random source. */
export function proseOn(topic: Topic, random: Random): Prose {
  const sentences = dealt(topic.sentences, random)
  const headings = dealt(topic.headings, random)
  const sentence = () => filled(sentences.next().value, topic, random)
  return {
    title: topic.title,
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    heading: () => headings.next().value,
    thing: () => random.pick(topic.things),
  }
}

/** The text for a sentence's slot: a name, a town, … */
function slot(name: string, topic: Topic, random: Random): string {
  if (name === 'n') return String(3 + random.below(94))
  const lists: Record<string, readonly string[]> = { few, name: names, town: towns, time: times, season: seasons }
  return random.pick(ownOf(lists, name) ?? topic.things)
}

function filled(template: string, topic: Topic, random: Random): string {
  const text = template.replace(/\{(\w+)\}/g, (_whole, name: string) => slot(name, topic, random))
  const grammatical = text.replace(/\b([Aa]) (?=[aeiou])/g, '$1n ')
  return grammatical.charAt(0).toUpperCase() + grammatical.slice(1)
}
