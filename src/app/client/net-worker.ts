import { createGate } from './net-gate.ts'

const gate = createGate((input, init) => fetch(input, init))

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  gate({ data: event.data, port: event.ports[0] })
})
