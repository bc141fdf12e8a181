import type { Random } from './random.ts'

/** One event of a script, and how much of the text is there once it has come. */
export interface Step {
  readonly data: { readonly type: string; readonly sequence_number: number; readonly [field: string]: unknown }
  readonly text: string
}

/** A whole answer, event by event in the canonical order. */
export interface AnswerScript {
  readonly text: string
  readonly steps: readonly Step[]
}

/** Characters of one to four bytes, and some that are put together of several. */
const syllables = [
  'tide',
  'Grüße',
  'naïve',
  'λόγος',
  'слово',
  '日本語',
  '한국',
  '𝛑',
  '👩‍👩‍👧',
  '🇳🇴',
  'é',
  '\u{1F30A}',
] as const

/** A word that occurs once in its text. */
export const wordAt = (random: Random, at: number): string => `${random.pick(syllables)}${at}`

/** An answer of so many deltas, by chance. Nothing in its text is markup. */
export function answerScript(random: Random, words = 12 + random.below(30)): AnswerScript {
  const deltas = Array.from({ length: words }, (_, at) => `${wordAt(random, at)} `)
  return scriptOf(deltas)
}

export function scriptOf(deltas: readonly string[], final = deltas.join('')): AnswerScript {
  const part = { type: 'output_text', text: final, annotations: [] }
  const item = { type: 'message', role: 'assistant', status: 'completed', content: [part] }
  const place = { output_index: 0, content_index: 0 }
  const response = { id: 'resp_1', object: 'response', model: 'served-model' }
  const usage = { input_tokens: 3, output_tokens: deltas.length, total_tokens: 3 + deltas.length }
  const steps: Step[] = []
  let text = ''
  const add = (type: string, fields: object) => {
    steps.push({ data: { type, sequence_number: steps.length, ...fields }, text })
  }
  add('response.created', { response: { ...response, status: 'in_progress', output: [] } })
  add('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } })
  add('response.content_part.added', { ...place, part: { ...part, text: '' } })
  for (const delta of deltas) {
    text += delta
    add('response.output_text.delta', { ...place, delta })
  }
  text = final
  add('response.output_text.done', { ...place, text: final })
  add('response.content_part.done', { ...place, part })
  add('response.output_item.done', { output_index: 0, item })
  add('response.completed', { response: { ...response, status: 'completed', output: [item], usage } })
  return { text: final, steps }
}

/** The same script under other numbers: those of the places at which its events stand now. */
export const renumbered = (steps: readonly Step[]): Step[] =>
  steps.map((step, at) => ({ ...step, data: { ...step.data, sequence_number: at } }))

/** What is said piece by piece, without anything that says it whole again. */
export const withoutFinalText = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => {
    if (/\.(done|added)$/.test(step.data.type)) return []
    if (step.data.type !== 'response.completed') return [step]
    return [{ ...step, data: { ...step.data, response: { id: 'resp_1', object: 'response', status: 'completed' } } }]
  })

/** An event as it stands in a stream. */
export const eventText = (data: unknown): string =>
  typeof data === 'string' ? `data: ${data}\n\n` : `event: ${nameOf(data)}\ndata: ${JSON.stringify(data)}\n\n`

const nameOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data ? String(data.type) : 'message'

export const streamText = (steps: readonly Step[]): string => steps.map(({ data }) => eventText(data)).join('')

export const streamBytes = (steps: readonly Step[]): Buffer => Buffer.from(streamText(steps))

/** How many events of a script come before a place between two of its deltas. */
export function middleOf(random: Random, { steps }: AnswerScript): number {
  const deltas = steps.flatMap(({ data }, at) => (data.type === 'response.output_text.delta' ? [at] : []))
  const [first = 0] = deltas
  return first + 1 + random.below(deltas.length - 1)
}

/** The text that the events say which are whole within the first bytes of a stream. */
export function textWithin(steps: readonly Step[], bytes: number): string {
  let end = 0
  let text = ''
  for (const step of steps) {
    end += Buffer.byteLength(eventText(step.data))
    if (end > bytes) break
    text = step.text
  }
  return text
}

/** Pieces of some bytes, cut at random places. */
export function pieces(random: Random, bytes: Buffer, most = 400): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 1 + random.below(most))
    found.push(bytes.subarray(at, end))
    at = end
  }
  return found
}

/** The pieces of some text that are cut in every place inside a character. */
export function splitInCharacters(bytes: Buffer): Buffer[] {
  const places = Array.from(bytes.keys()).filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80)
  return [...places, bytes.length].map((end, nth) => bytes.subarray(places[nth - 1] ?? 0, end))
}
