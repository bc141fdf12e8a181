import { expect, test, vi } from 'vitest'
import { type ErrorFacts, redirectsPost } from './client-error.ts'
import { explain as explainAt, explainRead as explainReadAt } from './explain.ts'
import { nothingCame } from './read/reply-end.ts'

const elsewhere = 'https://router.example/v1'
const explain = (error: ErrorFacts) => explainAt(error, elsewhere)
const explainRead = (error: ErrorFacts) => explainReadAt(error, elsewhere)

const api = (status: number, facts: Partial<ErrorFacts> = {}): ErrorFacts => ({
  kind: 'api',
  message: 'Router’s words.',
  status,
  ...facts,
})

test.each<[string, ErrorFacts, RegExp]>([
  ['402', api(402), /credits/i],
  ['402 told as a code inside a good reply', { kind: 'api', message: 'x', code: '402' }, /credits/i],
  ['429 insufficient_quota', api(429, { code: 'insufficient_quota' }), /billing/i],
  ['401 quota_exceeded', api(401, { code: 'quota_exceeded' }), /billing/i],
  ['400 with a credit balance', api(400, { message: 'Your credit_balance is too low' }), /billing/i],
  ['budget_exceeded', api(400, { type: 'budget_exceeded' }), /billing/i],
  ['401', api(401), /key/],
  ['403', api(403), /key/],
  ['404', api(404), /not found/i],
  ['413', api(413), /too large/],
  ['429', api(429), /too many/i],
  ['500', api(500), /router failed/],
  ['a provider', api(502, { provider: 'DeepInfra' }), /provider DeepInfra/],
  ['an interruption', { kind: 'interrupted', message: 'Cut.' }, /cut off/],
  ['a proxy’s page', { kind: 'contract', message: 'A web page came.', raw: '<html>', status: 502 }, /web page/],
  ['work without a handle', { kind: 'contract', message: 'Accepted.', status: 202, raw: '<html>' }, /without a result/],
  ['nothing sent', { kind: 'contract', message: 'No address.', stage: 'not_sent' }, /nothing was sent/i],
])('%s has its own title', (_, error, title) => {
  expect(explain(error).title).toMatch(title)
})

test('a network error names the three possible causes', () => {
  const { what } = explain({ kind: 'network', message: 'Failed to fetch' })
  for (const cause of ['CORS', 'DNS', 'not running']) expect(what).toContain(cause)
})

test.each([
  ['up', 'Blocked by CORS', /^router\.example is up/],
  ['down', 'Could not reach the server', /^Nothing answers at router\.example/],
] as const)('where a probe found the server %s, one cause is left', (server, title, what) => {
  const words = explainRead({ kind: 'network', message: 'Failed to fetch', server })
  expect(words).toMatchObject({ title, what: expect.stringMatching(what) })
  expect(words.what).not.toContain('DNS')
})

test.each([
  ['404 page not found', 'HTTP 404. 404 page not found'],
  ['HTTP 404 with a web page.', 'HTTP 404 with a web page.'],
])('a 404 that is no JSON names the path: %s', (message, what) => {
  const words = explainRead({ kind: 'contract', message, status: 404 })
  expect(words).toEqual({ title: 'Not found', what, next: 'Check the path (usually /v1).' })
})

test('where the page’s own router is gone, that is said, and nothing of what cannot be', () => {
  vi.stubGlobal('location', new URL('http://127.0.0.1:8787/chat'))
  const gone: ErrorFacts = { kind: 'network', message: 'Failed to fetch' }
  for (const words of [explainAt(gone, 'http://127.0.0.1:8787/v1'), explainReadAt(gone, 'http://127.0.0.1:8787/v1')]) {
    expect(words.title).toBe('The router stopped or is not running')
    expect(words.what).toContain('http://127.0.0.1:8787')
    expect(`${words.what} ${words.next}`).not.toMatch(/CORS|DNS/)
  }
  const cut: ErrorFacts = { kind: 'interrupted', message: 'The connection was lost before the reply ended.' }
  expect(explainAt(cut, 'http://127.0.0.1:8787/v1').what).toContain('The router at http://127.0.0.1:8787 stopped')
  expect(explainAt(cut, 'http://127.0.0.1:8787/v1', 'openai').what).toBe(
    'openai or the router at http://127.0.0.1:8787 stopped, or the connection dropped, before the reply was complete.',
  )
  expect(explainAt(gone, 'http://127.0.0.1:9999/v1').what).toContain('CORS')
  vi.unstubAllGlobals()
})

test('of an empty answer nothing is said to be kept', () => {
  const empty: ErrorFacts = { kind: 'interrupted', message: nothingCame }
  expect(explain(empty)).toMatchObject({ title: 'The answer is empty', what: nothingCame })
  expect(explain(empty).next).not.toContain('kept')
})

test('a provider’s failure keeps its words', () => {
  expect(explain(api(502, { provider: 'DeepInfra', message: 'GPU on fire' })).what).toBe('DeepInfra: GPU on fire')
})

test.each<[ErrorFacts, title: string, next: RegExp]>([
  [api(402), 'Out of credits', /Add credits with openai/],
  [
    api(502, { code: 'provider_key_rejected', stage: 'not_sent' }),
    'openai rejected the router’s key',
    /^Correct it in the router’s settings/,
  ],
  [api(502, { code: 'provider_unreachable', stage: 'not_sent' }), 'openai is not available', /^Wait a moment/],
  [api(503, { stage: 'not_sent', retryAfter: 9.2 }), 'openai is not available', /^Wait 10 s/],
  [api(500, { stage: 'sent' }), 'openai failed', /^Check whether the work was done/],
  [api(504, { stage: 'sent' }), 'openai timed out', /^Check whether the work was done/],
  [api(400, { param: 'size' }), 'openai did not accept the request', /field size/],
  [api(404), 'Not found', /^Check the model name/],
  [api(429, { retryAfter: 2 }), 'Too many requests', /^Wait 2 s/],
])('where the router names the provider that it asked, %j is that one’s failure', (error, title, next) => {
  const words = explainAt(error, elsewhere, 'openai')
  expect(words).toMatchObject({ title, next: expect.stringMatching(next) })
  if (error.stage === 'not_sent') expect(words.next).not.toContain('whether the work was done')
})

test('of a request that was not sent nobody is told to check whether the work was done', () => {
  expect(explain(api(503, { stage: 'not_sent' }))).toMatchObject({
    title: 'The router is not available',
    next: 'Wait a moment, then run it again.',
  })
})

test('the sandbox is no provider behind the router', () => {
  for (const inside of ['sandbox', 'none']) expect(explainAt(api(500), elsewhere, inside)).toEqual(explain(api(500)))
})

test('a field that the router names is named', () => {
  expect(explain(api(400, { param: 'tools[0].name' })).next).toContain('tools[0].name')
})

test('a 429 names the wait that the router asks for', () => {
  expect(explain(api(429, { retryAfter: 2.5 })).next).toBe('Wait 3 s, then run it again.')
  expect(explain(api(429)).next).toBe('Wait a moment, then run it again.')
})

test.each<ErrorFacts>([
  ...[400, 401, 403, 404, 405, 408, 409, 429, 500, 502, 504].map((status) => api(status)),
  api(502, { provider: 'DeepInfra' }),
  { kind: 'contract', message: 'A web page came.', raw: '<html>', status: 502 },
  { kind: 'network', message: 'Failed to fetch' },
  { kind: 'interrupted', message: 'Cut.' },
])('a read that failed (%j) is never said to cost anything or to have done any work', (error) => {
  const { title, what, next } = explainRead(error)
  expect(`${title} ${what} ${next}`).not.toMatch(/bill|cost|run it|the work|arrived is kept/i)
  expect(next).not.toBe('')
})

test('a redirect blames neither CORS nor DNS', () => {
  const { title, what } = explain({ kind: 'network', message: redirectsPost })
  expect(title).toBe('The router redirects this request')
  expect(what).not.toMatch(/CORS|DNS/)
})
