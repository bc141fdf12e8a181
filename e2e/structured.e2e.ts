import { completed, delta, type Fault, startFaultServer } from './fault-server.ts'
import { answer, connectTo, expect, send, test } from './fixtures.ts'

/** A list of a thousand numbers, in pieces. */
const long: Fault = async (reply) => {
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let from = 0; from < 1000; from += 20) {
    reply.write(delta(`${from === 0 ? '{"list":[' : ','}${Array.from({ length: 20 }, (_, at) => from + at)}`))
    await new Promise((done) => setTimeout(done, 20))
  }
  reply.end(delta(']}') + completed())
}

/** Of such a schema no end is known: each `a` doubles the ways in which the pattern could still match. */
const endless = { type: 'object', properties: { word: { type: 'string', pattern: '^(a+)+$' } } }
const said: Fault = (reply) => {
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.end(delta(JSON.stringify({ word: `${'a'.repeat(60)}b` })) + completed())
}

test('an answer by a schema is a checked tree, and a schema without an end stops neither the page nor the person', async ({
  page,
}) => {
  const router = await startFaultServer(
    () => '{"object":"list","data":[{"id":"hostile"},{"id":"long"}]}',
    new Map([
      ['hostile', said],
      ['long', long],
    ]),
  )
  const ask = async (model: string, schema: object) => {
    await page
      .getByRole('textbox', { name: 'Request JSON' })
      .fill(JSON.stringify({ model, stream: true, text: { format: { type: 'json_schema', name: 'answer', schema } } }))
    await send(page, 'Fill it in')
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await ask('sandbox-fast', { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] })
  await expect(answer(page).getByRole('tree', { name: 'Answer: answer' })).toContainText('"city"')
  await expect(answer(page).getByText('Matches the schema.')).toBeVisible()

  await connectTo(page, router)
  await page.getByRole('link', { name: 'Chat' }).first().click()
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await ask('hostile', endless)
  await expect(answer(page).getByText('Validating…')).toBeVisible()
  await answer(page).getByRole('tab', { name: 'Raw' }).click()
  await expect(answer(page).getByRole('tabpanel')).toContainText('{"word":"aaa')
  await expect(answer(page).getByText(/^Not validated: .* Timed out after 3 s\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await ask('long', { type: 'object' })
  await expect(answer(page).getByText('Matches the schema.')).toBeVisible()
  await expect(
    answer(page)
      .getByRole('treeitem')
      .filter({ hasText: /^999:\s*999$/ }),
  ).toBeInViewport()
  await router.close()
})
