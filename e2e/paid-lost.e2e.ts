import { seed } from '../src/testing/seed.ts'
import { type Cut, startCountingProxy } from './crash/counting-proxy.ts'
import { answer, expect, path, send, test } from './fixtures.ts'
import { createRandom } from './stream-faults/random.ts'

const rounds = process.env.SOAK ? 20 : 1
const tokens = 60

const named = (status: string) => `Path of this run: ${status}`

test(`an answer that is lost with all of its work done is fetched, not bought, ${3 * rounds} times (SEED=${seed})`, async ({
  page,
  start,
}) => {
  test.setTimeout(60_000 * rounds)
  const router = await start()
  const counted = await startCountingProxy(router)
  const random = createRandom(seed)
  await page.goto(`${counted.url}/chat?model=sandbox-fast`)
  const cuts = (): readonly (readonly [Cut, string])[] => [
    ['before the head', 'unknown'],
    [{ after: 0 }, 'interrupted'],
    [{ after: 1 + random.below(9_000) }, 'interrupted'],
  ]
  for (const [at, [cut, status]] of Array.from({ length: rounds }, cuts).flat().entries()) {
    const fresh = page.getByRole('button', { name: 'New conversation' })
    if (await fresh.isEnabled()) await fresh.click()
    counted.cutNext(cut)
    await send(page, `Lost ${at}. tokens: ${tokens}`)
    await expect(path(page)).toHaveAccessibleName(named(status))
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(path(page)).toHaveAccessibleName(named('completed'))
    await expect(answer(page).getByLabel('Metrics')).toContainText(`${tokens} est.`)
    expect(await router.accepted()).toBe(at + 1)
    expect(counted.sent).toHaveLength(at + 1)
  }
  counted.close()
})
