import { inBatches } from '../sample.ts'
import type { Watched } from './hostile-test.ts'
import type { Item } from './items.ts'
import { rawDocument } from './raw-document.ts'

interface Publisher {
  publish(policy: 'guarded' | 'bare', html: string): string
}

/** Shows HTML as it stands, in heaps, and gives what of it ran. */
export async function showRaw(
  { page, deeds }: Watched,
  publisher: Publisher,
  policy: 'guarded' | 'bare',
  items: readonly Item[],
): Promise<Item[]> {
  const ran: Item[] = []
  for (const batch of inBatches(items, 60)) {
    const before = deeds.calls.length
    await page.goto(publisher.publish(policy, rawDocument(batch, policy)))
    // What it sets off ends by itself, at no event that could be waited for.
    await page.waitForTimeout(1000)
    const frames = new Set(deeds.calls.slice(before).map(({ frame }) => frame))
    ran.push(...batch.filter((_, at) => frames.has(String(at))))
  }
  return ran
}
