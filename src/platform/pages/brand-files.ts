import type { Brand } from '../config/agency.ts'
import { isWordmark, type Logo } from '../config/logo.ts'
import { DEFAULT_COLOR, type Palette, paletteOf } from '../config/palette.ts'
import { fail } from '../errors.ts'
import type { Document, DocumentRow } from '../http/pages/document.ts'
import { type Asset, assetOf, assetText, assetUrl, findAsset } from './assets.ts'

const PATH = '/brand'

/** A logo may style itself. Opened on its own, it can do nothing else. */
const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

const shadesCss = ({
  cloth,
  spine,
  action,
  actionOver,
  onAction,
  stitch,
  chart,
  chartSoft,
}: Palette['light']) =>
  `--cloth:${cloth};--spine:${spine};--action:${action};--action-over:${actionOver};--on-action:${onAction};--gold:${stitch};--chart-strong:${chart};--chart-1:${chart};--chart-core:${chartSoft}`

const paletteCss = ({ light, dark }: Palette): string =>
  `@media screen{:root{${shadesCss(light)}}}\n@media screen and (prefers-color-scheme:dark){:root{${shadesCss(dark)}}}\n`

const logoFile = ({ type, bytes }: Logo): Asset =>
  assetOf(PATH, type === 'image/png' ? 'logo.png' : 'logo.svg', bytes, IMAGE_HEADERS)

const iconOf = (color: string): Asset =>
  assetOf(PATH, 'icon.svg', assetText('icon.svg').replaceAll(DEFAULT_COLOR, color), IMAGE_HEADERS)

export type BrandFiles = {
  logo: { url: string; width: number; height: number; wordmark: boolean } | null
  style: string | null
  icon: string
  touchIcon: string
  byUrl: ReadonlyMap<string, Document>
}

const make = ({ logo, color }: Brand): BrandFiles => {
  const logoAsset = logo && logoFile(logo)
  const style = color === null ? null : assetOf(PATH, 'brand.css', paletteCss(paletteOf(color)))
  const icon = color === null ? null : iconOf(color)
  const square = logo && logoAsset && !isWordmark(logo) ? logoAsset : null
  const files = [logoAsset, style, icon].filter(file => file !== null)
  return {
    logo: logo &&
      logoAsset && {
        url: logoAsset.url,
        width: logo.width,
        height: logo.height,
        wordmark: isWordmark(logo),
      },
    style: style?.url ?? null,
    icon: (square ?? icon)?.url ?? assetUrl('icon.svg'),
    touchIcon: square && logo?.type === 'image/png' ? square.url : assetUrl('touch-icon.png'),
    byUrl: new Map(files.map(({ url, document }) => [url, document])),
  }
}

const kept = new WeakMap<Brand, BrandFiles>()

export const brandFiles = (brand: Brand): BrandFiles => {
  const files = kept.get(brand) ?? make(brand)
  kept.set(brand, files)
  return files
}

export const assetDocuments: DocumentRow<{ config: { brand: Brand } }>[] = [
  {
    path: '/assets/{hash}/{name}',
    page: false,
    contract: null,
    respond: (_app, { params: { hash, name } }) =>
      findAsset(String(name), `/assets/${hash}/${name}`) ?? fail('not_found'),
  },
  {
    path: '/brand/{hash}/{name}',
    page: false,
    contract: null,
    respond: ({ config }, { params: { hash, name } }) =>
      brandFiles(config.brand).byUrl.get(`/brand/${hash}/${name}`) ?? fail('not_found'),
  },
]
