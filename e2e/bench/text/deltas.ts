import { answerText } from './answer.ts'
import { createRandom } from './random.ts'

/** Mean length of a delta, in characters. */
const mean = 4

/** An answer of `tokens` pieces of one to seven characters, as it arrives. */
export function answerDeltas(seed: number, tokens: number): string[] {
  const random = createRandom(seed + 1)
  const lengths = Array.from({ length: tokens }, () => random.between(1, 2 * mean - 1))
  const text = answerText(
    seed,
    lengths.reduce((sum, length) => sum + length, 0),
  )
  let at = 0
  return lengths.map((length) => {
    at += length
    return text.slice(at - length, at)
  })
}
