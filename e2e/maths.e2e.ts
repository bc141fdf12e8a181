import { answer, expect, send, test } from './fixtures.ts'

const text = String.raw`Inline $e^{i\pi}+1=0$ costs $5 or $6, and a long one: $\sum_{i=0}^{n} x_i + \sum_{i=0}^{n} y_i + \sum_{i=0}^{n} z_i + \sum_{i=0}^{n} w_i + \sum_{i=0}^{n} v_i + \sum_{i=0}^{n} u_i + \sum_{i=0}^{n} t_i$ ends.

$$
\int_0^\infty e^{-x^2}\,dx
= \frac{\sqrt{\pi}}{2}
$$

\[
\begin{aligned} a &= \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} \\ b &= \cancel{x} + \boxed{y} + \hat{z} \end{aligned}
\]

| Name | Value |
| --- | --- |
| half | \(\frac{1}{2}\) |

Refused: $\href{javascript:alert(1)}{x}$, $\def\a{\a\a}\a$, wide: $\hspace{-90em}\text{away}$.
`

test('formulas are MathML within their box, copied as TeX, and what is refused stays source with the reason', async ({
  page,
}) => {
  const events = [
    { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: text },
    {
      type: 'response.completed',
      response: {
        id: 'r',
        status: 'completed',
        output: [
          {
            type: 'message',
            id: 'm',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text }],
          },
        ],
      },
    },
  ]
  await page.route('**/v1/responses', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    }),
  )
  await page.goto('/chat')
  await send(page, 'Maths, please')
  const formulas = answer(page).getByRole('math')
  await expect(formulas).toHaveCount(6)
  await expect(answer(page)).toContainText('costs $5 or $6')
  const refused = answer(page).getByTitle('Shown as source: Unsupported function name: \\href')
  await expect(refused).toHaveText('$\\href{javascript:alert(1)}{x}$')
  await expect(answer(page).getByTitle('Too many expansions')).toHaveText('$\\def\\a{\\a\\a}\\a$')

  const paragraph = answer(page).getByText('Inline')
  await paragraph.evaluate((element) => getSelection()?.selectAllChildren(element))
  await page.keyboard.press('ControlOrMeta+C')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.press('ControlOrMeta+V')
  await expect(box).toHaveValue(text.split('\n')[0] ?? '')
  await expect(formulas).toHaveCount(6)
})
