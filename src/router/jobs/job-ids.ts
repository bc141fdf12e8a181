import { createHmac, timingSafeEqual } from 'node:crypto'
import type { JobKind } from '../provider.ts'

export interface JobPlace {
  readonly provider: string
  /** Its id there: any text. */
  readonly id: string
}

/**
 * The ids under which clients know jobs. Requests about a job name no model, so its id says where it lives: any router with the same
 * secret can read it, and nothing is looked up.
 */
export interface JobIds {
  /**
   * Letters, digits, `-` and `_`. At most 200 characters for an id of up to 100 bytes; a longer one gives a longer id, since refusing
   * it would lose a job that may be billed.
   */
  write(kind: JobKind, place: JobPlace): string
  /** Undefined for an id of another kind or another secret, and for one that was changed. */
  read(kind: JobKind, text: string): JobPlace | undefined
}

/** 128 bits of the signature. */
const signatureBytes = 16

export function createJobIds(secret: string): JobIds {
  const sign = (kind: JobKind, content: Buffer) =>
    createHmac('sha256', secret).update(`job ${kind}\n`).update(content).digest().subarray(0, signatureBytes)

  return {
    write(kind, { provider, id }) {
      const content = Buffer.from(`${provider}\n${id}`)
      return `${kind}_${Buffer.concat([sign(kind, content), content]).toString('base64url')}`
    },
    read(kind, text) {
      const encoded = text.slice(kind.length + 1)
      const bytes = Buffer.from(encoded, 'base64url')
      // Node also decodes texts that it would not write.
      if (text !== `${kind}_${bytes.toString('base64url')}` || bytes.length < signatureBytes) return undefined
      const content = bytes.subarray(signatureBytes)
      if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(kind, content))) return undefined
      const [provider = '', ...rest] = content.toString().split('\n')
      return { provider, id: rest.join('\n') }
    },
  }
}
