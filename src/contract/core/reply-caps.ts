const MB = 2 ** 20

/** The largest reply that is read or passed on, in bytes: one event of it, and all of it. What came before stays. */
export interface ReplyCaps {
  readonly event: number
  readonly answer: number
}

export const textCaps: ReplyCaps = { event: 8 * MB, answer: 64 * MB }

/** For what carries media as text, such as base64 in JSON. */
export const mediaCaps: ReplyCaps = { event: 64 * MB, answer: 256 * MB }

/** The largest reply of bytes. */
export const mostBytes = 2048 * MB

/** The caps of what an endpoint answers as text, by its id. */
export const capsOf = (endpoint: string): ReplyCaps =>
  endpoint === 'responses' || endpoint === 'audio.transcriptions' ? textCaps : mediaCaps
