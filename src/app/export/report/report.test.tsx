import { expect, test } from 'vitest'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleAsset, sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { report } from './report.ts'

const attacks = [
  ...hostileTexts,
  '<script>globalThis.hit = 1</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</pre></section></main><iframe src="https://evil.test">',
  '<!-- --><base href="https://evil.test">',
  '&lt;b&gt; &amp;amp; &#60;script>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '</title><link rel=stylesheet href="https://evil.test/x.css">',
  '</style><style>@import "https://evil.test"</style>',
]

const textOf = async (...args: Parameters<typeof report>) => (await report(...args)).text()
const parse = (text: string) => new DOMParser().parseFromString(text, 'text/html')

/** Every element that may stand in a report. */
const harmless = new Set(
  'HTML HEAD META TITLE STYLE BODY HEADER H1 H2 H3 H4 NAV TABLE THEAD TBODY TR TH TD A MAIN SECTION P SPAN STRONG BLOCKQUOTE DETAILS SUMMARY DL DT DD PRE CODE EM DEL UL OL LI HR SUP DIV FIGURE FIGCAPTION IMG AUDIO VIDEO'.split(
    ' ',
  ),
)

test('no text of a run becomes markup, in any place', async () => {
  for (const text of attacks) {
    const record = sampleRecord({
      run: {
        id: text,
        endpoint: text,
        model: text,
        title: text,
        note: text,
        tags: [text],
        reason: text,
        price: text,
        connection: { name: text, baseUrl: text },
        served: { model: text, provider: text, requestId: text },
      },
      body: {
        kind: 'multipart',
        parts: [
          { kind: 'text', name: text, value: text },
          { kind: 'file', name: 'f', file: sampleFile(text, text, 'x') },
        ],
      },
      result: {
        outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text }] }],
        response: {},
        notices: [],
        error: { kind: 'api', message: text },
      },
      assets: [
        sampleAsset({ id: '1', name: text }),
        sampleAsset({ id: '2', name: text, type: `image/png" onerror="${text}` }),
      ],
    })
    const page = parse(await textOf([record, record], [], { title: text }))
    for (const element of page.querySelectorAll('*')) {
      expect(harmless.has(element.tagName), `${element.tagName} from ${text}`).toBe(true)
      for (const { name } of element.attributes)
        expect(name, text).toMatch(
          /^(lang|charset|http-equiv|content|name|id|href|dir|class|rel|start|scope|target|referrerpolicy|title|aria-level|data-scrolls|alt|src|controls|preload|aria-label)$/,
        )
    }
    for (const link of page.querySelectorAll('a')) {
      const isOfAnswer = link.closest('.answer') !== null
      expect(link.getAttribute('href')).toMatch(isOfAnswer ? /^(https?|mailto):/ : /^#run-\d+$/)
      expect(link.getAttribute('rel')).toBe(isOfAnswer ? 'noopener noreferrer nofollow' : null)
    }
    for (const media of page.querySelectorAll('img, audio, video'))
      expect(media.getAttribute('src')).toMatch(/^data:(image|audio|video)\/[a-z\d-]+;base64,[A-Za-z\d+/=]*$/)
    expect(page.querySelectorAll('meta[http-equiv]')).toHaveLength(1)
  }
})

test('its policy comes before everything else and forbids all but what it needs', async () => {
  const text = await textOf([sampleRecord()], [])
  const page = parse(text)
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toBe(
    "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'",
  )
  expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style'))
  expect(text).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/i)
})

test('of audio it tells the first sound, the languages of a dub, and what was changed in a transcript', async () => {
  const assets = ['es', 'fr'].map((name) =>
    sampleAsset({ id: name, name: `${name}.mp3`, type: 'audio/mpeg' }, new TextEncoder().encode(name)),
  )
  const outputs = assets.map(({ sha256, id }, index) => ({ kind: 'media', index, sha256, label: id }) as const)
  const record = sampleRecord({
    run: {
      endpoint: 'audio.dubbing',
      times: { firstSound: 420, end: 1250 },
      transcript: { texts: { 1: 'As I <heard> it' }, speakers: { speaker_0: 'Anna' } },
    },
    result: { outputs, response: {}, notices: [], reading: 2 },
    assets,
  })
  const page = parse(await textOf([record], []))
  const named = [...page.querySelectorAll('figure')].map((figure) => [
    figure.querySelector('audio')?.src,
    figure.querySelector('strong')?.textContent,
  ])
  expect(named).toEqual([
    [`data:audio/mpeg;base64,${btoa('es')}`, 'Output 1 (es)'],
    [`data:audio/mpeg;base64,${btoa('fr')}`, 'Output 2 (fr)'],
  ])
  for (const told of ['first audio after 0.42 s', 'Segment 2', 'As I <heard> it', 'speaker_0', 'Anna'])
    expect(page.querySelector('section')?.textContent).toContain(told)
})

test('it lists the runs, and tells of each what was asked, what came and what was thought of it', async () => {
  const records = [
    sampleRecord({ run: { title: 'First', verdict: 'pass', note: 'Just right' } }),
    sampleRecord({ run: { title: 'Second', verdict: 'fail' } }),
  ]
  const page = parse(await textOf(records, []))
  expect([...page.querySelectorAll('nav a')].map((link) => link.textContent)).toEqual(['First', 'Second'])
  const [first] = page.querySelectorAll('section')
  for (const told of [
    'First',
    '✓ Pass',
    'Just right',
    '"input": "Hello"',
    'Hello yourself',
    '2 cauris',
    '7 in, 9 out',
    '1.25 s',
  ])
    expect(first?.textContent).toContain(told)
  const [, ...lines] = [...page.querySelectorAll('nav tr')].map((row) => row.textContent)
  expect(lines).toEqual(['1Firstsandbox-fastcompleted✓ Pass1.25 s', '2Secondsandbox-fastcompleted✗ Fail1.25 s'])
  expect(page.querySelector('header')?.textContent).toMatch(/2 runs · 1 passed · 1 failed/)
})

test('it has the title it is given, else that of its run or the number of runs', async () => {
  const one = sampleRecord({ run: { title: 'A boat' } })
  const runTitle = async (...args: Parameters<typeof report>) => parse(await textOf(...args)).title
  expect(await runTitle([one], [], { title: ' Boats, week 3 ' })).toBe('Boats, week 3')
  expect(await runTitle([one], [])).toBe('A boat')
  expect(await runTitle([one, one], [], { title: ' ' })).toBe('2 runs')
})

test('the short form tells what was asked, came and was thought of it; the full one everything', async () => {
  const call = {
    kind: 'tool-call',
    index: 1,
    callId: 'c',
    name: 'look',
    custom: false,
    arguments: '{"at":1}',
    done: true,
  }
  const outputs = [
    { kind: 'reasoning', index: 0, text: 'Hmm' },
    call as never,
    { kind: 'message', index: 2, parts: [{ part: 0, text: 'There.' }] },
  ] as const
  const record = sampleRecord({ result: { outputs, response: {}, notices: [] } })
  const [short, full] = await Promise.all(
    (['short', 'full'] as const).map(async (form) => parse(await textOf([record], [], { form })).body.textContent),
  )
  for (const told of ['Hello', 'There.', 'look({"at":1})', '1.25 s']) {
    expect(short).toContain(told)
    expect(full).toContain(told)
  }
  for (const told of ['Hmm', '"model": "sandbox-fast"', 'req_1', 'HTTP status']) {
    expect(short).not.toContain(told)
    expect(full).toContain(told)
  }
})

test('finished pictures stand in it, previews only folded in the full form, and inputs have names', async () => {
  const file = (id: string, role: 'input' | 'output') =>
    sampleAsset({ id, role, name: `${id}.png` }, new TextEncoder().encode(id))
  const [photo, mask, step, final] = [
    file('photo', 'input'),
    file('mask', 'input'),
    file('step', 'output'),
    file('final', 'output'),
  ]
  const { name, type, size, sha256, blob } = mask
  const parts = [
    { kind: 'text', name: 'prompt', value: 'A boat' },
    { kind: 'file', name: 'mask', file: { name, type, size, sha256, blob } },
  ] as const
  const outputs = [{ kind: 'media', index: 0, sha256: final.sha256, steps: [step.sha256] }] as const
  const record = sampleRecord({
    assets: [photo, mask, step, final],
    body: { kind: 'multipart', parts },
    result: { outputs, response: {}, notices: [] },
  })
  const names = (page: Document, where: string) =>
    [...page.querySelectorAll(`${where} figcaption strong`)].map((one) => one.textContent)
  const short = parse(await textOf([record], [], { form: 'short' }))
  expect(names(short, 'section')).toEqual(['Input', 'Mask', 'Output'])
  const full = parse(await textOf([record], [], { form: 'full' }))
  expect(names(full, 'section')).toEqual(['Input', 'Mask', 'Output', 'Preview'])
  expect(names(full, 'details:not([open])')).toEqual(['Preview'])
})

test('no base64 of a request is printed: the name of the file stands in its place', async () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, index) => (index * 31) % 251)
  const base64 = Buffer.from(bytes).toString('base64')
  const asset = sampleAsset({ id: 'in', role: 'input', name: 'in.png' }, bytes)
  const value = {
    model: 'm',
    images: [{ image_url: `data:image/png;base64,${base64}` }],
    prompt: 'A boat',
    odd: base64,
  }
  const page = parse(await textOf([sampleRecord({ assets: [asset], body: { kind: 'json', value } })], []))
  const request = [...page.querySelectorAll('pre')].at(-1)?.textContent
  expect(request).toContain('"image_url": "[Input: image/png, 30 kB]"')
  expect(request?.length).toBeLessThan(500)
})

test('media stands in it byte for byte, with a name for who cannot see it', async () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31) % 251)
  const assets = [
    sampleAsset({ id: '1', type: 'image/webp' }, bytes),
    sampleAsset({ id: '2', type: 'audio/mpeg' }, bytes.slice(0, 5)),
    sampleAsset({ id: '3', type: 'video/mp4', role: 'input' }, bytes.slice(0, 4)),
  ]
  const page = parse(await textOf([sampleRecord({ run: { title: 'Fox' }, assets })], []))
  const source = page.querySelector('img')?.getAttribute('src') ?? ''
  expect(source.startsWith('data:image/webp;base64,')).toBe(true)
  expect(Buffer.from(source.replace(/^.*,/, ''), 'base64').equals(bytes)).toBe(true)
  expect(page.querySelector('img')?.getAttribute('alt')).toBe('Output 1 of Fox')
  expect(page.querySelector('audio')?.getAttribute('aria-label')).toBe('Output 2 of Fox')
  expect(page.querySelector('video')?.getAttribute('aria-label')).toBe('Input of Fox')
})

test('SVG and what is not known are named and never shown', async () => {
  const assets = ['image/svg+xml', 'text/html', 'application/pdf'].map((type, index) =>
    sampleAsset({ id: `${index}`, type }),
  )
  const page = parse(await textOf([sampleRecord({ assets })], []))
  expect(page.querySelectorAll('img, audio, video')).toHaveLength(0)
  expect(page.querySelectorAll('figcaption')).toHaveLength(3)
})

test('too much media is refused, and the limit is named', async () => {
  const blob = new Blob([new Uint8Array(25 * 2 ** 20 + 1)])
  const assets = Array.from({ length: 4 }, (_, index) => ({ ...sampleAsset({ id: `${index}` }), blob }))
  await expect(report([sampleRecord({ assets })], [])).rejects.toThrow(/limited to 100 MB/)
})

test('a key in a picture is found before it becomes base64', async () => {
  const assets = [sampleAsset({ id: '1' }, new TextEncoder().encode('..canary0123456789..'))]
  await expect(report([sampleRecord({ assets })], ['canary0123456789'])).rejects.toThrow(/a file of run 1/)
})

test('a picture is described in the words of the person, where there are some', async () => {
  const [one, other] = [sampleAsset({ id: '1' }), sampleAsset({ id: '2' }, new Uint8Array([9]))]
  const page = parse(
    await textOf([sampleRecord({ run: { alts: { [one.sha256]: 'A "red" <boat>' } }, assets: [one, other] })], []),
  )
  expect([...page.querySelectorAll('img')].map(({ alt }) => alt)).toEqual(['A "red" <boat>', 'Output 2 of Hello'])
})

test('a video run has its video, the words of its router, and the time from its creation to its completion', async () => {
  const record = sampleRecord({
    run: {
      ...{ endpoint: 'videos.create', status: 'completed', job: 'video_1' },
      jobState: { word: 'SUCCEEDED', progress: 100, createdAt: 1_000, completedAt: 43_000, expiresAt: 86_443_000 },
      polling: { polls: 24 },
    },
    path: '/videos',
    body: { kind: 'json', value: { model: 'm', prompt: 'A boat', seconds: '4' } },
    assets: [sampleAsset({ id: 'v', type: 'video/mp4', name: 'video.mp4' })],
  })
  const page = parse(await textOf([record], []))
  expect(page.querySelector('video[controls]')?.getAttribute('src')).toMatch(/^data:video\/mp4;base64,/)
  const words = page.body.textContent
  expect(words).toContain('completed: SUCCEEDED')
  expect(words).toContain(' 42 s')
  expect(words).toContain('video_1')
  expect(words).toContain('SUCCEEDED, 100 %, 24 polls')
  expect(words).toContain('1970-01-02 00:00 UTC')
})
