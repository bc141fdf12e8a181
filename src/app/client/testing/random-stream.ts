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
