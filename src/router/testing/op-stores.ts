import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpStore } from '../ops/op-store.ts'
import type { SharedLimits } from '../ops/shared/op-scripts.ts'
import { createSharedOps } from '../ops/shared/shared-ops.ts'
import { connectRedis } from '../runtime/redis.ts'
import { systemClock } from '../runtime/system-clock.ts'
import { openDataFolder } from '../serve/data-folder.ts'
import { hasRedis, startRedis } from './redis-server.ts'
import { testClock } from './test-clock.ts'

/** A place that keeps operations. */
export interface OpPlace {
  /** The store of a process of its own; ends that of the process before as a crash does. */
  restart(): Promise<OpStore>
  /** Resolves when what was recorded is where the next process finds it. */
  kept(): Promise<void>
  end(): Promise<void>
}

async function folderPlace(): Promise<OpPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-ops-'))
  return {
    restart: async () => openDataFolder(folder, 'k', testClock().clock).ops,
    kept: () => pause(0),
    end: async () => rmSync(folder, { recursive: true }),
  }
}

const leaseMs = 600

/** A replica's store in Redis, and how to cut its connection. */
export async function openSharedOps(url: string, sharedLimits: Partial<SharedLimits> = {}) {
  const redis = connectRedis(url)
  await once(redis.client, 'ready')
  const ops = createSharedOps({ redis, clock: systemClock, sharedLimits: { leaseMs, ...sharedLimits } })
  return { redis, ops, close: () => redis.client.isOpen && redis.client.destroy() }
}

async function redisPlace(): Promise<OpPlace> {
  const server = await startRedis()
  let replica: Awaited<ReturnType<typeof openSharedOps>> | undefined
  return {
    async restart() {
      if (replica) {
        replica.close()
        await pause(leaseMs)
      }
      replica = await openSharedOps(server.url)
      return replica.ops
    },
    kept: () => pause(200),
    async end() {
      replica?.close()
      await server.end()
    },
  }
}

/** For `describe.each`: every place that operations can be kept in. */
export const opPlaces: readonly [string, () => Promise<OpPlace>][] = [
  ['in a data folder', folderPlace],
  ...(hasRedis ? [['in Redis', redisPlace] satisfies [string, () => Promise<OpPlace>]] : []),
]
