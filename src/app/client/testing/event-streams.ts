/** How events are written into a stream. */
interface Framing {
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

/**
 * The events of a whole stream, read as the HTML standard puts it and as plainly as can be: what a faster reader must come to,
 * however the bytes are cut.
 */
export function plainEvents(bytes: Uint8Array): [name: string, data: string][] {
  const text = new TextDecoder().decode(bytes)
  // What stands behind the last line end is no line.
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1)
  const events: [string, string][] = []
  let name = ''
  let data: string[] = []
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) events.push([name || 'message', data.join('\n')])
      name = ''
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') data.push(value)
    if (field === 'event') name = value
  }
  return events
}

const pieces = [
  ...[
    'data: a\n',
    'data:b\r\n',
    'data\n',
    'data: \n',
    'data:  two\r',
    'data: ä日👩‍👩‍👧\n',
    'data: x:y: z\n',
    'data: {"a":\n',
  ],
  ...['event: one\n', 'event:two\r\n', 'event\n', 'event: error\n', 'event: __proto__\r', 'id: 7\n', 'id: 8\u00009\n'],
  ...[
    'retry: 5\n',
    'retry: x\n',
    ': ping\n',
    ':\r\n',
    'Data: no\n',
    ' data: no\n',
    'dat: no\n',
    'datax: no\n',
    'data a\n',
  ],
  ...[
    '\n',
    '\n\n',
    '\r\n\r\n',
    '\r\r',
    '\n\r',
    '\r',
    '\uFEFF',
    '\u0000',
    '\u2028',
    '\u0085',
    '\v\f',
    'd',
    'data',
    'event: ',
    ':',
    ' ',
  ],
]
const torn = [[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x91], [0xc3], [0x80]]

/** The bytes of some stream that is made to be hard to read: every kind of line, line end and broken character, in any order. */
export function randomStream(random: () => number): Uint8Array<ArrayBuffer> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const encoder = new TextEncoder()
  const length = Math.floor(random() * 40)
  const bytes = Array.from({ length }, () =>
    random() < 0.05 ? (pick(torn) ?? []) : [...encoder.encode(random() < 0.3 ? '\n\n' : pick(pieces))],
  )
  return Uint8Array.from(bytes.flat())
}
