import type { Where } from '../skills/skill.ts'
import type { Guide } from './guide.ts'

type Rewrite = readonly [pattern: RegExp, text: string | ((...parts: string[]) => string)]

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => String(cell).replaceAll('|', '\\|'))

const tableOf = (table: string): string => {
  const [head = [], ...rows] = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => cellsOf(String(row)))
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

const REWRITES: readonly Rewrite[] = [
  [/<table[^>]*>.*?<\/table>/gs, table => `\n${tableOf(String(table))}\n`],
  [/<pre><code>(.*?)<\/code><\/pre>/gs, '\n```\n$1\n```\n'],
  [/<h([23])[^>]*>(.*?)<\/h\1>/gs, (_, level, title) => `\n${'#'.repeat(Number(level))} ${title}\n`],
  [/<blockquote[^>]*>\s*<p>(.*?)<\/p>\s*<\/blockquote>/gs, '\n> $1\n'],
  [/<li>(.*?)<\/li>/gs, '- $1'],
  [/<p[^>]*>(.*?)<\/p>/gs, '\n$1\n'],
  [/<a id="[^"]*"><\/a>/g, ''],
  [/<strong>(.*?)<\/strong>/gs, '**$1**'],
  [/<code>(.*?)<\/code>/gs, '`$1`'],
  [/<\/?(?:section|ul|ol|div)[^>]*>/g, '\n'],
]

const ENTITIES: readonly Rewrite[] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;/g, "'"],
  [/&amp;/g, '&'],
]

const rewritten = (text: string, rewrites: readonly Rewrite[]): string =>
  rewrites.reduce((before, [pattern, after]) => before.replaceAll(pattern, after as string), text)

/** Reads only the tags that guides use; a test finds any other. */
export const guideMarkdown = async (guide: Guide, where: Where): Promise<string> => {
  const links: Rewrite = [
    /<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs,
    (_, href, text) => `[${text}](${String(href).startsWith('/') ? where.base : ''}${href})`,
  ]
  const text = rewritten(String(await guide.write(where)), [links, ...REWRITES])
  const body = rewritten(text, ENTITIES).replaceAll(/\n\s*\n+/g, '\n\n')
  return `# ${guide.title}\n\n${guide.summary}\n\n${body.trim()}\n`
}
