import { packedDraft, packedText } from './packing.ts'

const base = (baseUrl: unknown) => packedDraft({ baseUrl })
const evil = 'https://evil.test/v1'
const proto = (inside: string) => packedText(`{"endpoint":"responses","request":{"model":"x",${inside}}}`)
const query = (words: Record<string, string>) => `?${new URLSearchParams(words)}`
const profile = JSON.stringify([{ id: 'local', name: 'Local router', baseUrl: evil, key: 'sk-evil', remember: true }])

/** What follows `/chat` in links that would act if the app trusted them. */
export const shareLinks: readonly string[] = [
  // What is no draft.
  ...['#draft=', '#draft=1.', '#draft=2.abc', '#draft=1.<script>alert(1)</script>', '#draft=1.%00', '#draft=1.AAAA'],
  ...[packedText(''), packedText('null'), packedText('[]'), packedText('{'), packedText(new Uint8Array([0xff, 0xfe]))],
  ...[packedText(' '.repeat(2 ** 21)), packedText('['.repeat(100_000)), `#draft=1.${'A'.repeat(33_000)}`],
  // What a draft does not hold: settings, keys, and the wish to be run.
  ...[packedDraft({ run: true }), packedDraft({ autoRun: true }), packedDraft({ send: 'now' })],
  ...[packedDraft({ key: 'sk-evil' }), packedDraft({ apiKey: 'sk-evil' }), packedDraft({ profile: 'local' })],
  ...[packedDraft({ settings: { baseUrl: evil } }), packedDraft({ profiles: JSON.parse(profile) })],
  ...[packedDraft({ headers: { Authorization: 'Bearer x' } }), packedDraft({ connection: { baseUrl: evil } })],
  // Routes.
  ...[
    packedDraft({ endpoint: '../admin' }),
    packedDraft({ endpoint: '__proto__' }),
    packedDraft({ endpoint: 'models' }),
  ],
  // Base URLs.
  ...[base(evil), base('https://127.0.0.1.evil.test/v1'), base('http://169.254.169.254/latest'), base('http://[::1]/')],
  ...[base('https://good.test@evil.test/v1'), base('javascript:alert(1)'), base('//evil.test/v1'), base([evil])],
  ...[base('https://evil.test/v1?key=1'), base('https://evil.test/v1\r\nX: 1'), base('https://ev\u0456l.test/v1')],
  // Keys that reach into every object.
  ...[proto('"__proto__":{"polluted":1}'), proto('"a":{"__proto__":{"toString":1}}'), proto('"constructor":{"x":1}')],
  // Requests that would load, run or call something if they were drawn or sent.
  ...[
    '![x](https://evil.test/x.png)',
    '<img src=https://evil.test/x onerror=alert(1)>',
    '[x](javascript:alert(1))',
  ].map((input) => packedDraft({ request: { model: 'sandbox-fast', input } })),
  packedDraft({ request: { model: 'x', input: 'x', base_url: evil, stream: true, background: true } }),
  packedDraft({
    request: { model: 'x', input: [{ role: 'user', content: [{ type: 'input_image', image_url: evil }] }] },
  }),
  packedDraft({ request: { model: 'x', input: 'x', tools: [{ type: 'mcp', server_url: evil }] } }),
  packedDraft({ request: { model: '"><svg onload=alert(1)>', input: '\u202etxet' } }),
  packedDraft({ request: { model: 'x', input: 'a\u0000b\u001b[2J' } }),
  // Words of an address that some apps take for settings or for orders.
  ...[query({ base_url: evil }), query({ baseUrl: evil, key: 'sk-evil' }), query({ api_key: 'sk-evil', run: '1' })],
  ...[query({ profiles: profile }), query({ settings: profile }), query({ model: 'x', prompt: 'x', autorun: 'true' })],
  ...[query({ thread: '../../x', run: '__proto__' }), query({ redirect: evil }), query({ next: '//evil.test' })],
  ...['#settings=x', `#baseUrl=${evil}`, '#/settings?remember=1', '#run', '#javascript:alert(1)', '#:~:text=x'],
]
