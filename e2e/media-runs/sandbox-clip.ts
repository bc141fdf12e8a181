import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type RunningRouter } from '../fixtures.ts'

const root = join(import.meta.dirname, '../..')
const kept = join(root, 'node_modules/.cache/clips')

/**
 * A clip of the sandbox, 1280x720 at 24 frames per second; each frame shows its place in a bar at the foot. Made once for each build, since
 * the same request gives the same bytes and encoding takes ten seconds of CPU.
 */
export async function sandboxClip({ url, key }: RunningRouter, prompt: string, seconds: 4 | 8): Promise<Buffer> {
  const order = JSON.stringify({ model: 'sandbox-video', prompt, size: '1280x720', seconds })
  const engines = readdirSync(join(root, 'dist/router/assets')).sort().join()
  const path = join(kept, createHash('sha256').update(order).update(engines).digest('hex'))
  if (existsSync(path)) return readFileSync(path)
  const call = (below: string, body?: string) =>
    fetch(`${url}/v1/videos${below}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body }),
    })
  const { id } = (await (await call('', order)).json()) as { id: string }
  const status = async () => ((await (await call(`/${id}`)).json()) as { status: string }).status
  await expect.poll(status, { timeout: 60_000 }).toBe('completed')
  const bytes = Buffer.from(await (await call(`/${id}/content`)).arrayBuffer())
  mkdirSync(kept, { recursive: true })
  // Under its name only once it is whole: another worker may look for it.
  writeFileSync(`${path}.${process.pid}`, bytes)
  renameSync(`${path}.${process.pid}`, path)
  return bytes
}
