const size = 64

/** Draws a dot on the page's icon; returns a function that removes it. */
export function markIcon(): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return () => {}
  const { href, type } = link
  let isOver = false
  const picture = new Image(size, size)
  picture.onload = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    if (isOver || !context) return
    context.drawImage(picture, 0, 0, size, size)
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--video')
    context.beginPath()
    context.arc(size - 15, 15, 15, 0, 2 * Math.PI)
    context.fill()
    Object.assign(link, { href: canvas.toDataURL(), type: 'image/png' })
  }
  picture.src = href
  return () => {
    isOver = true
    Object.assign(link, { href, type })
  }
}
