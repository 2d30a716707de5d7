import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Document } from '../http/pages/document.ts'
import { projectFile } from '../project-file.ts'

const folder = projectFile('web/')

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export type Asset = { url: string; document: Document }

/** A URL changes with its content, so browsers can cache it forever. */
export const assetOf = (
  path: string,
  name: string,
  body: Buffer | string,
  more: Record<string, string> = {},
): Asset => {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', ...more }
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  return { url: `${path}/${hash}/${name}`, document: { type, body, headers } }
}

const VENDORED = ['htmx.js']

const assets = new Map([
  ...readdirSync(folder)
    .filter(name => extname(name) in TYPES)
    .map(name => [name, assetOf('/assets', name, readFileSync(new URL(name, folder)))] as const),
  ...VENDORED.map(
    name => [name, assetOf('/assets', name, readFileSync(projectFile(`vendor/${name}`)))] as const,
  ),
])

const assetNamed = (name: string): Asset => {
  const asset = assets.get(name)
  if (!asset) throw new TypeError(`there is no asset ${name}`)
  return asset
}

export const assetUrl = (name: string): string => assetNamed(name).url

export const assetText = (name: string): string => String(assetNamed(name).document.body)

export const findAsset = (name: string, url: string): Document | null => {
  const asset = assets.get(name)
  return asset?.url === url ? asset.document : null
}
