import type { RunRow } from '../../../src/app/ledger/run-row.ts'
import { createRandom, type Random } from '../text/random.ts'
import { words } from '../text/words.ts'

const endpoints = ['responses', 'images.generations', 'images.edits', 'videos', 'audio.speech'] as const
const statuses = ['completed', 'completed', 'completed', 'failed', 'incomplete', 'stopped'] as const
const minute = 60_000

/** Heads of finished runs as the ledger keeps them, the oldest first. */
export function makeHeads(seed: number, count: number): RunRow[] {
  const random = createRandom(seed)
  const now = Date.now()
  return Array.from({ length: count }, (_, at) => makeHead(random, at + 1, now - (count - at) * minute))
}

function makeHead(random: Random, seq: number, at: number): RunRow {
  const id = `run-${seq}`
  const [endpoint, status] = [random.pick(endpoints), random.pick(statuses)]
  const end = random.between(200, 40_000)
  return {
    ...{ id, seq, endpoint, status, intent: id, price: '60 cauris, unit not stated' },
    model: `sandbox-${random.pick(['fast', 'slow', 'plain', 'large', 'image', 'video', 'voice'])}`,
    title: `${Array.from({ length: random.between(3, 14) }, () => random.pick(words)).join(' ')} ${seq}`,
    connection: { name: 'Local router', baseUrl: 'http://127.0.0.1:8787/v1' },
    log: [
      { status: 'prepared', at, mono: 1 },
      { status: 'sending', at: at + 4, mono: 5 },
      { status, at: at + end, mono: end },
    ],
    times: { headers: 10, firstByte: 12, firstToken: 20, end },
    served: { status: 200, requestId: `req_${seq}`, model: 'sandbox', provider: 'sandbox', attempts: '1' },
    usage: { input: random.between(5, 9_000), output: random.between(5, 9_000) },
    output: { sha256: seq.toString(16).padStart(64, '0'), bytes: 4_096 },
    ...(seq % 5 === 0 && { tags: ['fifth', random.pick(words)], verdict: random.pick(['pass', 'fail']) }),
  }
}

/** A word that every head is searched for in vain to its end, but one. */
export const rareWord = (heads: readonly RunRow[]): string => `req_${heads[Math.floor(heads.length / 2)]?.seq}`
