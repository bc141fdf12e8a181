/** An hour at 48 kHz. */
export const rate = 48_000
export const seconds = 3600
export const samples = rate * seconds

/** Two million samples that are like speech: syllables of a tone with noise, and pauses. They are repeated to fill the hour. */
export function passage(): Int16Array<ArrayBuffer> {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
  return Int16Array.from({ length: 2 ** 21 }, (_, at) => {
    const loud = Math.max(0, Math.sin(at / 6000) * Math.sin(at / 90_000 + 1))
    return loud * (14_000 * Math.sin(at / 40) + 6000 * random())
  })
}
