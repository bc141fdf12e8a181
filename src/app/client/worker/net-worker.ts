import { createGate } from './net-gate.ts'

const gate = createGate((input, init) => fetch(input, init), self.location.origin)

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  gate({ data: event.data, port: event.ports[0] })
})
