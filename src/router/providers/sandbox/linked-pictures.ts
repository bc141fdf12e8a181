import { randomBytes } from 'node:crypto'
import type { PictureFormat } from '#sandbox/picture/picture-task.ts'
import { rangedReply } from '../../http/ranged-file.ts'
import { RouterError } from '../../http/router-error.ts'
import type { FileStorage } from './file-storage.ts'

const keptMs = 3_600_000
/** Of all pictures; beyond it the oldest are removed before their hour is over. */
const mostBytes = 512 * 1024 * 1024

/** The end of its time in milliseconds, 128 random bits, the format. */
const named = /^(\d{13})-[0-9a-f]{32}\.(png|jpeg|webp)$/

const expiryOf = (name: string) => Number(named.exec(name)?.[1] ?? 0)

/** Pictures that a reply names by an address instead of holding them. Whoever has the address may read the picture for an hour. */
export interface LinkedPictures {
  /** Stores a picture given in base64 and returns its address below `at`. Rejects as Node does. */
  link(base64: Uint8Array, format: PictureFormat, at: string): Promise<string>
  /** The picture with this name, or the part that the headers ask for. Rejects with a 404. */
  read(name: string, headers: Headers): Promise<Response>
}

export function createLinkedPictures(storage: FileStorage, now: () => number): LinkedPictures {
  /** Bytes by name. */
  const kept = new Map<string, number>()

  /** Removes what has expired, and the oldest above the limit. */
  function makeRoom(): void {
    let bytes = 0
    for (const name of [...kept.keys()].sort().reverse()) {
      bytes += kept.get(name) ?? 0
      if (expiryOf(name) > now() && bytes <= mostBytes) continue
      kept.delete(name)
      storage.remove(name)
    }
  }

  /** Finds what an earlier process left. */
  async function restore(): Promise<void> {
    for (const name of storage.names()) kept.set(name, (await storage.read(name))?.size ?? 0)
    makeRoom()
  }
  const restored = restore().catch(() => {})

  return {
    async link(base64, format, at) {
      await restored
      const name = `${now() + keptMs}-${randomBytes(16).toString('hex')}.${format}`
      const bytes = Buffer.from(Buffer.from(base64).toString('latin1'), 'base64')
      await storage.write(name, bytes)
      kept.set(name, bytes.length)
      makeRoom()
      return `${at}/${name}`
    },
    async read(name, headers) {
      const [, , format] = named.exec(name) ?? []
      const content = format !== undefined && expiryOf(name) > now() ? await storage.read(name) : undefined
      if (!content) throw new RouterError(404, 'image_not_found', 'No such image. Images are kept for one hour.')
      const file = { content, type: `image/${format}`, etag: `"${name}"`, name: `image.${format}` }
      return rangedReply(file, headers)
    },
  }
}
