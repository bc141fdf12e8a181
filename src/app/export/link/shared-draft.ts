import type { EndpointId } from '#contract/endpoints.ts'

/** A request that is not sent yet. */
export interface SharedDraft {
  readonly endpoint: EndpointId
  /** Left out, the link opens at whatever router the reader uses. */
  readonly baseUrl?: string
  readonly request: Readonly<Record<string, unknown>>
}

/** What a fragment that carries a draft begins with; the number counts up when an older reader would misread it. */
export const sharePrefix = 'draft=1.'

/** Characters of the whole fragment: what common chat programs, mail and browsers carry without cutting. */
export const longestShare = 32 * 1024

/** Bytes of the request unpacked. */
export const largestDraft = 1024 * 1024
