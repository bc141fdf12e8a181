import { createGate } from '#app/client/worker/net-gate.ts'
import { createDemoRouter } from './demo-router.ts'
import { createPageSandbox } from './page-sandbox.ts'

// The net worker of the static demo: what the page sends to its own folder is answered here, and nothing of it leaves the page.

const { serves, answer } = createDemoRouter({
  provider: createPageSandbox(),
  // This script is in the folder `assets` of the demo's folder.
  baseUrl: new URL('../v1', self.location.href).href,
})

const send: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  return serves(url) ? answer(new Request(input, init)) : fetch(input, init)
}

const gate = createGate(send, self.location.origin)

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  gate(event.data, event.ports[0])
})
