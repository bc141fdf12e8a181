import { ownOf } from '#contract/core/loose-json.ts'
import { dealt, type Random } from '../seeded-random.ts'

/**
 * Something to write about. Sentences are whole, with Markdown inside, and take `{slots}`: `{n}` a number up to 96, `{few}` a small one as
 * a word, and the topic's own `{thing}`.
 */
interface Topic {
  readonly title: string
  readonly headings: readonly string[]
  readonly things: readonly string[]
  readonly sentences: readonly string[]
}

const router: Topic = {
  title: 'One interface for many models',
  headings: ['What the router decides', 'Keys stay on the server', 'When a provider refuses', 'Names and prices'],
  things: ['provider', 'model card', 'request', 'router', 'fallback', 'rate limit'],
  sentences: [
    'A router takes the same request for every model and **translates it once**, at the border to the provider.',
    'The list of models says what each of them accepts, so the form shows {few} fields rather than {n}.',
    'A {thing} that is not known is passed on unchanged, because the *next* version of a model may know it.',
    'Keys stay on the server: the page never sees them, and a log has only their last {few} characters.',
    'The header `x-router-model` names the model that answered, which may differ from the one in the request.',
    'Prices are shown **as the router states them**; where it states none, there is no estimate either.',
    'The {thing} is chosen by the id of the model, and the [list of models](https://router.example/models) shows which one.',
    'With {few} providers behind one address, a change of model is a change of one word.',
  ],
}

const streams: Topic = {
  title: 'What happens in a stream',
  headings: ['The first event', 'Pieces, not words', 'How a reply ends', 'Reading the timeline'],
  things: ['event', 'chunk', 'delta', 'stream', 'connection', 'terminal event'],
  sentences: [
    'The first {thing} tells that the model has begun; the time until then is what a reader notices most.',
    'Text arrives in pieces of {few} to {n} characters, and a piece may end **in the middle of a word**.',
    'A stream that stops without its last {thing} is not finished, however *complete* the text looks.',
    'A comment line, `: ping`, keeps the {thing} open while the model is silent.',
    'Pressing Stop ends the {thing} within a second; what has arrived until then is kept.',
    'After a reload the stored events are read again, and the text is **the same to the letter**.',
    'The [order of events](https://router.example/events) is fixed: created, items, parts, deltas, done.',
    'Nothing that costs money is sent twice: the retry has the same `Idempotency-Key`.',
  ],
}

const sandbox: Topic = {
  title: 'Testing without a key',
  headings: ['The same request, the same answer', 'Failures on purpose', 'Files that are real', 'What it cannot do'],
  things: ['test', 'fixture', 'fault', 'sandbox', 'seed', 'synthetic reply'],
  sentences: [
    'The sandbox answers every route by rules, **without a model**, a key or a network.',
    'The {thing} follows from the request, so the same words bring the same answer on every machine.',
    'Pictures, clips and sounds are real files of {n} kilobytes and more; only their content is made up.',
    'A *Fault* model breaks off, stalls or answers with an error, so that {few} kinds of failure can be seen at will.',
    'Add `tokens: 2000` to a prompt for a long document, or name a tool to see it called.',
    'Speech that it has spoken it can transcribe again; of other recordings it tells where somebody speaks.',
    'The [meter](https://router.example/sandbox/meter) counts {n} requests without asking what was in them.',
    'It cannot answer questions. For that, add a key and choose a model.',
  ],
}

const topics = [router, streams, sandbox]
const few = ['two', 'three', 'four', 'five', 'six', 'seven']

/** Generates prose about one topic; no sentence repeats before all have been used. */
export interface Prose {
  sentence(): string
  paragraph(sentences: number): string
  heading(): string
  thing(): string
  readonly title: string
}

/** Prose on every topic in turn; deterministic for a given random source. */
export function* prosesFrom(random: Random): Generator<Prose, never> {
  const turns = dealt(topics, random)
  for (;;) yield proseOn(turns.next().value, random)
}

function proseOn(topic: Topic, random: Random): Prose {
  const sentences = dealt(topic.sentences, random)
  const headings = dealt(topic.headings, random)
  const slots: Readonly<Record<string, readonly string[]>> = { few, thing: topic.things }
  const slot = (name: string) => (name === 'n' ? String(3 + random.below(94)) : random.pick(ownOf(slots, name) ?? few))
  const sentence = () => {
    const text = sentences.next().value.replace(/\{(\w+)\}/g, (_whole, name: string) => slot(name))
    return text.replace(/\b([Aa]) (?=[aeiou])/g, '$1n ')
  }
  return {
    title: topic.title,
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    heading: () => headings.next().value,
    thing: () => random.pick(topic.things),
  }
}
