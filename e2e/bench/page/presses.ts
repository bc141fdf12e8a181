/** A button in the corner that notes how long after a press it was told. */
export function watchPresses() {
  const delays: number[] = []
  const button = document.createElement('button')
  button.className = 'press'
  button.textContent = 'x'
  button.addEventListener('pointerdown', ({ timeStamp }) => delays.push(performance.now() - timeStamp))
  document.body.append(button)
  return { delays, clear: () => delays.splice(0) }
}
