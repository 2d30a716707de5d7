/** Words that no Spanish sentence has. */
const ENGLISH =
  /\b(?:the|and|of|your|is|are|was|with|for|you|we|not|this|that|it|from|to|in the|each|any|will|can|has|have|been)\b/i

const textOf = (html: string): string[] =>
  html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(
      /<(script|style|svg class="chart sketch"|pre|code)\b[^>]*>.*?<\/(?:script|style|svg|pre|code)>/gs,
      '',
    )
    .replaceAll(/<(\w+)(?: [^>]*)? lang="en"[^>]*>.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map(text => text.replaceAll(/\s+/g, ' ').trim())

const attributes = (html: string): string[] =>
  [...html.matchAll(/ (?:aria-label|alt|placeholder|title|data-label)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  )

const PLACES = ['District of Columbia']

/** What a reader of Spanish would stumble over. `names` are values that stay as they are, such as a carrier's words. */
export const englishIn = (html: string, names: readonly string[] = []): string[] =>
  [...new Set([...textOf(html), ...attributes(html)])].filter(text =>
    ENGLISH.test([...PLACES, ...names].reduce((rest, name) => rest.replaceAll(name, ''), text)),
  )
