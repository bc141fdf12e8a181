/** How events are written into a stream. */
export interface Framing {
  readonly lineEnd: '\n' | '\r\n' | '\r'
  /** An `event:` line with the payload's own type, with `message`, or none. */
  readonly named: 'type' | 'message' | 'no'
  readonly done: boolean
  readonly comments: boolean
  readonly bom: boolean
}

export const plainFraming: Framing = { lineEnd: '\n', named: 'type', done: false, comments: false, bom: false }

/** Writes JSON payloads as one event stream. */
export function frame(payloads: readonly string[], framing: Partial<Framing> = {}): Uint8Array<ArrayBuffer> {
  const { lineEnd, named, done, comments, bom } = { ...plainFraming, ...framing }
  const events = payloads.map((data) => {
    const type = /^\{"type":"([^"]+)"/.exec(data)?.[1]
    const name = named === 'message' ? 'message' : type
    return [
      ...(comments ? [': PROCESSING', ''] : []),
      ...(named !== 'no' && name ? [`event: ${name}`] : []),
      `data: ${data}`,
      '',
    ]
  })
  const lines = [...events.flat(), ...(done ? ['data: [DONE]', ''] : [])]
  return new TextEncoder().encode((bom ? '\uFEFF' : '') + lines.map((line) => line + lineEnd).join(''))
}

/** Cuts bytes at the given places, whatever their order. */
export function cutAt(bytes: Uint8Array<ArrayBuffer>, places: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end))
}
