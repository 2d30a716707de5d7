import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Document } from '../http/pages/document.ts'
import { projectFile } from '../lib/project-file.ts'

const folder = projectFile('web/')

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

type Asset = { url: string; document: Document }

const readAsset = (name: string, file: string | URL): [string, Asset] => {
  const body = readFileSync(file, 'utf8')
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  return [name, { url: `/assets/${hash}/${name}`, document: { type, body, headers } }]
}

const VENDORED = ['htmx.js', 'swagger-ui.js', 'swagger-ui.css']

// A URL changes with its content, so browsers can cache it forever.
const assets = new Map([
  ...readdirSync(folder)
    .filter(name => extname(name) in TYPES)
    .map(name => readAsset(name, new URL(name, folder))),
  ...VENDORED.map(name => readAsset(name, projectFile(`vendor/${name}`))),
])

export const assetUrl = (name: string): string => {
  const asset = assets.get(name)
  if (!asset) throw new TypeError(`there is no asset ${name}`)
  return asset.url
}

export const findAsset = (name: string, url: string): Document | null => {
  const asset = assets.get(name)
  return asset?.url === url ? asset.document : null
}
