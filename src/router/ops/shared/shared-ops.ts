import { randomUUID } from 'node:crypto'
import { RouterError } from '../../http/router-error.ts'
import { type Redis, redisReason } from '../../runtime/redis.ts'
import {
  createOpStore,
  earlierReply,
  type KnownOperation,
  keptMs,
  type OpStore,
  type OpStoreOptions,
  repeated,
  wasNotSent,
} from '../op-store.ts'
import type { Operation, Run } from '../paid-operation.ts'
import type { KeptReply } from '../recording.ts'
import { createOpScripts, type OpScripts, type SeenOperation, type SharedLimits } from './op-scripts.ts'
import { copyReply, neverSent, type RecordedPart, sharedReply } from './shared-reply.ts'

/** How often a replica renews its lease and learns what to stop. */
const renewMs = 250

const MB = 1024 * 1024
/** Memory costs more than disk: Redis keeps less than a data folder does. */
const defaultLimits = { keptMs, leaseMs: 5_000, answerMs: 3_000, one: 64 * MB, total: 1024 * MB }

const fail = (so: string) => (thrown: unknown) => {
  const message = `The router cannot use Redis (${redisReason(thrown)}), ${so}. Check REDIS_URL.`
  throw new RouterError(503, 'journal_failed', message, { retry: 'safe' })
}

const notSent = 'so it did not send the request'

type Pause = (ms: number) => Promise<void>

/** What another replica runs or has run, with its reply where there may be one. */
function knownAs(id: string, seen: SeenOperation, { look }: OpScripts, pause: Pause): KnownOperation {
  const isThere = !seen.isDropped && (seen.head !== undefined || seen.status === 'running')
  const recording = isThere ? sharedReply(seen, (from) => look(id, from), pause) : undefined
  return { ...seen, isKept: isThere && seen.status === 'done', recording }
}

/** Claims an id that no replica knows, or whose failure says that nothing was sent. */
async function takeId(id: string, at: number, digest: string, scripts: OpScripts, pause: Pause): Promise<boolean> {
  if (await scripts.claim(id, at, digest)) return true
  const seen = await scripts.look(id)
  return (
    seen !== undefined &&
    (await wasNotSent(knownAs(id, seen, scripts, pause))) &&
    scripts.claim(id, at, digest, seen.at)
  )
}

async function keepAlive({ client }: Redis, renew: () => Promise<void>, pause: Pause): Promise<void> {
  do {
    await renew().catch(() => undefined)
    await pause(renewMs)
  } while (client.isOpen)
}

interface SharedOpsOptions extends Pick<OpStoreOptions, 'clock' | 'storage' | 'limits'> {
  readonly redis: Redis
  readonly sharedLimits?: Partial<SharedLimits>
}

/**
 * A store that replicas share through Redis. An operation belongs to the replica that claimed its id, which records the reply as a store
 * of its own does and copies it to Redis; the others read the copy. Once all of it is there the replica forgets the operation. A replica
 * renews a lease; without it, what it has sent and not ended is `unknown` to the others, and is sent by none.
 */
export function createSharedOps({ redis, clock, sharedLimits, ...options }: SharedOpsOptions): OpStore {
  const replica = randomUUID()
  const local = createOpStore({ clock, mayBeSent, ...options })
  const scripts = createOpScripts(redis, replica, { ...defaultLimits, ...sharedLimits })
  /** Settle when it is known whether this replica has the id. */
  const claims = new Map<string, Promise<unknown>>()
  /** Claims whose answer did not come; their requests were not sent. */
  const doubtful = new Set<string>()
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  async function mayBeSent(id: string): Promise<void> {
    if (!(await scripts.sending(id).catch(fail(notSent)))) throw neverSent()
  }

  async function find(id: string): Promise<KnownOperation | undefined> {
    await claims.get(id)
    const held = local.operation(id)
    if (held) return held
    const seen = await scripts.look(id).catch(fail('so it cannot tell whether it knows the request'))
    // Running and not held here: a claim whose answer did not come.
    const isClaim = seen?.status === 'running' && seen.owner === replica
    if (!seen || (!seen.isStopped && (isClaim || seen.status === 'never came'))) return undefined
    return knownAs(id, seen, scripts, pause)
  }

  /** An id is not free while its failure is being copied to Redis. */
  async function recall(id: string, digest: string): Promise<KeptReply | undefined> {
    const op = await find(id)
    return local.operation(id) ? repeated(op, digest) : earlierReply(op, digest)
  }

  async function copy(op: Operation): Promise<void> {
    const { id, at, digest = '', recording } = op
    if (!recording) return
    const note = async (part: RecordedPart) => (op.isRefused ? undefined : scripts.note({ id, at, digest, ...part }))
    const isThere = await copyReply(recording, note, pause)
    if (op.isRefused) doubtful.add(id)
    const seen = isThere ? undefined : await scripts.look(id).catch(() => ({ owner: replica }))
    if (op.isRefused || seen?.owner !== replica) local.forget(op)
  }

  /** Whether the id is this replica's now. */
  function claim(id: string, digest: string): Promise<boolean> {
    doubtful.delete(id)
    return takeId(id, clock.now(), digest, scripts, pause).catch((thrown) => {
      doubtful.add(id)
      return fail(notSent)(thrown)
    })
  }

  async function begin(id: string, digest: string, run: Run): Promise<Response> {
    while (claims.has(id)) await claims.get(id)
    const claimed = local.operation(id) ? Promise.resolve(false) : claim(id, digest)
    const settled = claimed.catch(() => undefined)
    claims.set(id, settled)
    try {
      if (await claimed) {
        const reply = local.begin(id, digest, run)
        const held = local.operation(id)
        if (held) void copy(held)
        return reply
      }
    } finally {
      claims.delete(id)
    }
    const earlier = await recall(id, digest)
    if (!earlier) throw neverSent()
    return earlier.reply()
  }

  async function stop(id: string): Promise<void> {
    await claims.get(id)
    local.operation(id)?.stop.abort()
    await scripts.stop(id, clock.now()).catch(fail('so no other replica knows of the stop'))
  }

  async function renew(): Promise<void> {
    for (const id of await scripts.renew()) {
      await claims.get(id)
      local.operation(id)?.stop.abort()
    }
    for (const id of doubtful) {
      doubtful.delete(id)
      // Else the id has been claimed again.
      if (!claims.has(id) && !local.operation(id)) await scripts.unclaim(id).catch(() => doubtful.add(id))
    }
  }

  void keepAlive(redis, renew, pause)
  return { find, recall, begin, stop, held: local.held }
}
