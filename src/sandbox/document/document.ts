import { dealt, type Random, randomOf } from '../seeded-random.ts'
import { label } from '../text/quoting.ts'
import { unitsPerToken } from '../text/tokens.ts'
import { codeSamples, fenced, plainText, specials } from './document-blocks.ts'
import { type Prose, proseAbout, prosesFrom } from './prose.ts'

const fewest = 20
const most = 1_000_000
/** Minimum length of a document with a title, in UTF-16 code units. */
const shortestTitled = 400
/** Reserved for the closing paragraph, so that it consists of whole sentences. */
const closingRoom = 100

const askedLength =
  /(?<![\w-])tokens\s{0,5}[:=]\s{0,5}(\d{1,3}(?:[ ,._\u00a0\u202f]\d{3})+(?!\d)|\d[\d_]*(?:\.\d{1,2}(?!\d))?)(?:\s?(k)\b)?/i

/**
 * The length requested by `tokens: N` in a prompt, clamped to the supported range; undefined without one.
 * `5 000`, `5,000` and `5_000` are 5000, `2k` is 2000.
 */
export function tokensAskedFor(prompt: string): number | undefined {
  const [, written, thousands] = askedLength.exec(prompt) ?? []
  if (!written) return undefined
  const digits = written.replaceAll(/[ ,_\u00a0\u202f]|\.(?=\d{3})/g, '')
  return Math.min(most, Math.max(fewest, Math.round(Number(digits) * (thousands ? 1000 : 1))))
}

/**
 * A long Markdown document of exactly `tokens` estimated tokens, generated block by block in constant memory. It begins with the topic that
 * the prompt asks for, if there is one. Deterministic: seed and prompt decide everything.
 */
export function* documentOf(tokens: number, seed: string, prompt = ''): Generator<string> {
  const random = randomOf(`${seed} document`)
  let left = tokens * unitsPerToken
  const proses = prosesFrom(random)
  let asked = proseAbout(prompt.replace(askedLength, ''), random)
  let prose = asked ?? proses.next().value
  const nextProse = () => {
    prose = asked ?? proses.next().value
    asked = undefined
    return prose
  }
  yield label.slice(0, left)
  left -= label.length
  const titled = left > shortestTitled
  for (const block of titled ? blocksOf(random, nextProse) : []) {
    if (block.length > left - closingRoom) break
    left -= block.length
    yield block
  }
  yield* closing(left, prose)
}

/** An endless sequence of blocks, each followed by a blank line. */
function* blocksOf(random: Random, nextProse: () => Prose): Generator<string, never> {
  const [special, samples] = [dealt(specials, random), dealt(codeSamples, random)]
  for (let section = 0; ; section += 1) {
    const prose = nextProse()
    const sample = samples.next().value
    yield `${section === 0 ? '#' : '##'} ${prose.title}\n\n`
    yield `${prose.paragraph(2 + random.below(2))}\n\n`
    yield `In *${sample.language}*:\n\n${fenced(sample, random)}\n\n`
    yield `### ${prose.heading()}\n\n`
    yield `${special.next().value(prose, random)}\n\n`
    yield `${prose.paragraph(2 + random.below(3))}\n\n`
    yield `${special.next().value(prose, random)}\n\n`
  }
}

/** What is left for a cut sentence. */
const shortest = 16

/** Number of sentences tried for one that fits the remaining length. */
const draws = 12

/** Plain text of exactly `units` UTF-16 code units: sentences, the last one cut to the remaining length. */
function* closing(units: number, prose: Prose): Generator<string> {
  let left = units
  for (let count = 1; left > 0; count += 1) {
    const sentence = fittingSentence(prose, left - shortest)
    if (sentence === undefined) break
    const ended = `${sentence}${count % 4 === 0 ? '\n\n' : ' '}`
    left -= ended.length
    yield ended
  }
  if (left > 0) yield `${plainText(prose.sentence() + prose.sentence()).slice(0, left - 1)}…`
}

function fittingSentence(prose: Prose, most: number): string | undefined {
  for (let draw = 0; draw < draws; draw += 1) {
    const sentence = prose.sentence()
    if (sentence.length <= most) return sentence
  }
  return undefined
}
