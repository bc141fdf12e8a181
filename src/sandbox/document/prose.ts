import { kinOf, plainWords, tellingWords } from '../akin.ts'
import { dealt, type Random, shuffled } from '../seeded-random.ts'
import { type Topic, topics } from './topics.ts'

/** Prose about one topic; no sentence repeats before all have been used. */
export interface Prose {
  sentence(): string
  paragraph(sentences: number): string
  heading(): string
  /** A term of the topic, and what it means as a sentence. */
  term(): { readonly name: string; readonly meaning: string }
  readonly title: string
}

/** Prose on every topic in turn; deterministic for a given random source. */
export function* prosesFrom(random: Random): Generator<Prose, never> {
  const turns = dealt(topics, random)
  for (;;) yield proseOn(turns.next().value, random)
}

/** Prose on the topic that a prompt asks for, what has most of its words first; undefined for a prompt about anything else. */
export function proseAbout(prompt: string, random: Random): Prose | undefined {
  const topic = topics.find(({ about }) => about.test(prompt))
  if (!topic) return undefined
  const isAsked = kinOf(tellingWords(prompt))
  const shared = (text: string) => new Set(plainWords(text.replace(/\]\(.*?\)/, ']')).filter(isAsked)).size
  const best = (texts: readonly string[]) => [
    ...texts.filter(shared).sort((a, b) => shared(b) - shared(a)),
    ...shuffled(
      texts.filter((text) => shared(text) === 0),
      random,
    ),
  ]
  return proseOn({ ...topic, sentences: best(topic.sentences), terms: best(topic.terms) }, random, 'in order')
}

function proseOn(topic: Topic, random: Random, order: 'in order' | 'shuffled' = 'shuffled'): Prose {
  const deal = function* (texts: readonly string[]): Generator<string, never> {
    if (order === 'in order') yield* texts
    return yield* dealt(texts, random)
  }
  const [sentences, terms, headings] = [deal(topic.sentences), deal(topic.terms), dealt(topic.headings, random)]
  const sentence = () => sentences.next().value
  return {
    title: topic.title,
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    heading: () => headings.next().value,
    term() {
      const [name = '', meaning = ''] = terms.next().value.split(': ')
      return { name, meaning: meaning.replace(/^./, (letter) => letter.toUpperCase()) }
    },
  }
}
