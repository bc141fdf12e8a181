/** The state of long work on a router. */
export type JobState = 'queued' | 'running' | 'completed' | 'failed'

const words: readonly (readonly [JobState, string])[] = [
  [
    'queued',
    'queued pending submitted preparing queueing starting throttled in_queue not_started created waiting scheduled',
  ],
  [
    'running',
    'in_progress processing running preprocessing rendering generating started dreaming dubbing cloning unknown',
  ],
  ['completed', 'completed succeeded succeed success done ready finished complete dubbed'],
  ['failed', 'failed fail failure error rejected moderated content_filtered expired cancelled canceled'],
]
const states = new Map(words.flatMap(([state, list]) => list.split(' ').map((word) => [word, state] as const)))

/** What a router's word for the state of a job means, in any case; undefined for a word that is not known. */
export function jobState(word: string): JobState | undefined {
  const plain = word.trim().toLowerCase()
  return states.get(plain) ?? states.get(plain.replaceAll(/[\s-]+/g, '_'))
}
