import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

test('it prints where it listens and the line to paste, and Ctrl-C ends it cleanly', async ({ start }) => {
  const router = await start()
  expect(router.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  expect(router.output()).toMatch(/OPENAI_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v1 OPENAI_API_KEY=\S{20,}/)
  const open = await fetch(`${router.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${router.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox-slow', input: 'tokens: 5000', stream: true }),
  })
  expect(open.status).toBe(200)
  expect(await router.stop('SIGINT')).toBe(0)
})

test('bad settings are told by name, and nothing starts', () => {
  const main = join(import.meta.dirname, '../dist/router/main.js')
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [main], {
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
      timeout: 20_000,
    })
  for (const [env, name] of [
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PUBLIC_URL: 'not a url', ROUTER_API_KEY: 'x'.repeat(40) }, 'PUBLIC_URL'],
    [{ HOST: '0.0.0.0' }, 'ROUTER_API_KEY'],
    [{ ALLOWED_ORIGINS: 'https://a.example/path' }, 'ALLOWED_ORIGINS'],
  ] as const) {
    const { status, stderr } = run(env)
    expect(status).toBe(1)
    expect(stderr).toContain(name)
    expect(stderr).not.toMatch(/\n\s+at /)
  }
})
