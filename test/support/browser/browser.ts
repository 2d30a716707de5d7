import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

// The first has no windows to draw, which saves a sixth of the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives too briefly for its scripts, and axe, to be worth optimizing: that saves a tenth of the time.
  '--js-flags=--no-opt --no-maglev',
]

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The same places, in the same order, as scripts/ensure-test-programs.sh. */
export const chromiumPath = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROMIUM_PATH ?? '',
    ...NAMES.flatMap(name => folders.map(folder => join(folder, name))),
  ]
  const found = candidates.find(file => file !== '' && canRun(file))
  if (found === undefined)
    throw new Error('There is no chromium: run "bash scripts/ensure-test-programs.sh".')
  return found
}

/** What moves is drawn sixty times a second for as long as a test waits, so its people ask for pages that stand still. */
export const launchBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options: BrowserContextOptions = {}) =>
    newContext({ reducedMotion: 'reduce', ...options })
  return browser
}
