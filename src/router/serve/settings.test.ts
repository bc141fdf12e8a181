import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const machine = { platform: 'linux', home: '/home/ada' }
const read = (variables: Record<string, string>) => readSettings(variables, machine)

test('without any variable the defaults hold', () => {
  expect(read({})).toEqual({
    status: 'good',
    settings: {
      port: 8787,
      drainMs: 1_000,
      host: '127.0.0.1',
      allowedOrigins: [],
      unsafeOrigins: [],
      dataDir: '/home/ada/.local/state/patchbay',
    },
  })
})

test('every variable is read, and an empty one counts as unset', () => {
  expect(
    read({
      PORT: '0',
      DRAIN_SECONDS: '60',
      HOST: '0.0.0.0',
      ROUTER_API_KEY: 'k1',
      PUBLIC_URL: 'https://patchbay.example',
      ALLOWED_ORIGINS: 'https://a.example, http://localhost:3000',
      UNSAFE_SOURCE_ORIGINS: 'http://192.168.1.5:9000',
      ROUTER_SECRET: 'shared by all routers',
      REDIS_URL: 'rediss://user:password@redis.example:6380/1',
      LOG_FORMAT: 'json',
      DATA_DIR: '/var/patchbay',
    }),
  ).toEqual({
    status: 'good',
    settings: {
      port: 0,
      drainMs: 60_000,
      host: '0.0.0.0',
      key: 'k1',
      publicUrl: 'https://patchbay.example',
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
      unsafeOrigins: ['http://192.168.1.5:9000'],
      secret: 'shared by all routers',
      redisUrl: 'rediss://user:password@redis.example:6380/1',
      logFormat: 'json',
      dataDir: '/var/patchbay',
    },
  })
  expect(read({ PORT: '', ROUTER_API_KEY: '', ALLOWED_ORIGINS: '' })).toEqual(read({}))
})

test.each([
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/patchbay'],
  ['darwin', {}, '/home/ada/Library/Application Support/patchbay'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/patchbay'],
])('the data folder on %s', (platform, variables, dataDir) => {
  expect(readSettings(variables, { platform, home: '/home/ada' })).toMatchObject({ settings: { dataDir } })
})

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: '-1' }, 'PORT'],
  [{ HOST: 'a b' }, 'HOST'],
  [{ ROUTER_API_KEY: 'two words' }, 'ROUTER_API_KEY'],
  [{ PUBLIC_URL: 'patchbay.example', ROUTER_API_KEY: 'k' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://a.example/path', ROUTER_API_KEY: 'k' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://user:pass@a.example', ROUTER_API_KEY: 'k' }, 'PUBLIC_URL'],
  [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS'],
  [{ ALLOWED_ORIGINS: 'null' }, 'ALLOWED_ORIGINS'],
  [{ UNSAFE_SOURCE_ORIGINS: '192.168.1.5' }, 'UNSAFE_SOURCE_ORIGINS'],
  [{ ALLOWED_ORIGINS: 'https://a.example/' }, 'ALLOWED_ORIGINS'],
  [{ ALLOWED_ORIGINS: 'https://a.example,evil' }, 'ALLOWED_ORIGINS'],
  [{ ROUTER_SECRET: 'too short' }, 'ROUTER_SECRET'],
  [{ REDIS_URL: '127.0.0.1:6379' }, 'REDIS_URL'],
  [{ REDIS_URL: 'http://127.0.0.1:6379' }, 'REDIS_URL'],
  [{ REDIS_URL: 'redis://redis', ROUTER_API_KEY: 'k' }, 'ROUTER_SECRET'],
  [{ REDIS_URL: 'redis://redis', ROUTER_SECRET: 'shared by all routers' }, 'ROUTER_API_KEY'],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT'],
  [{ HOST: '0.0.0.0' }, 'ROUTER_API_KEY'],
  [{ HOST: '192.168.1.5' }, 'ROUTER_API_KEY'],
  [{ PUBLIC_URL: 'https://a.example' }, 'ROUTER_API_KEY'],
])('%j is refused in one line that names %s', (variables, name) => {
  const result = read(variables)
  expect(result).toMatchObject({ status: 'bad', problems: [expect.stringMatching(new RegExp(`^${name} [^\n]+$`))] })
})

test('a bad REDIS_URL is not repeated, since it may hold a password', () => {
  expect(JSON.stringify(read({ REDIS_URL: 'redis:/user:hunter2@redis' }))).not.toContain('hunter2')
})

test('every bad variable gets its own line', () => {
  expect(read({ PORT: 'x', HOST: '?' })).toMatchObject({
    problems: [expect.stringMatching(/^PORT/), expect.stringMatching(/^HOST/)],
  })
})
