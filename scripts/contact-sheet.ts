import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

type Shot = { name: string; wide: string; narrow: string }

const image = (file: string, width: number): string =>
  `<div style="width:${width}px"><img width="${width}" src="data:image/png;base64,${readFileSync(file).toString('base64')}"></div>`

/** Every page in both widths, the top of each, small enough to see them all at once. */
export const contactSheet = async (
  browser: Browser,
  shots: readonly Shot[],
  { path, title }: { path: string; title: string },
): Promise<void> => {
  const tab = await browser.newPage({ viewport: { width: 1560, height: 800 } })
  await tab.setContent(`<style>
body { margin: 16px; background: #8a8a8a; color: #fff; font: 14px system-ui, sans-serif }
main { display: grid; grid-template-columns: repeat(4, 370px); gap: 16px }
figure { margin: 0 } figcaption { margin-bottom: 4px }
figure > div { display: flex; gap: 8px } figure > div > div { height: 330px; overflow: hidden } img { display: block }
</style><h1>${title}</h1><main>${shots
    .map(
      ({ name, wide, narrow }) =>
        `<figure><figcaption>${name}</figcaption><div>${image(wide, 250)}${image(narrow, 112)}</div></figure>`,
    )
    .join('')}</main>`)
  await tab.screenshot({ path, fullPage: true })
  await tab.close()
}
