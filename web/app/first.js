/* Before anything is drawn: the chosen colours and the language, which is then asked for by name. */
try {
  const root = document.documentElement
  const colours = localStorage['mantine-color-scheme-value']
  if (/^(light|dark)$/.test(colours)) root.dataset.mantineColorScheme = colours
  const language = localStorage['gazetteer.language']
  const address = new URL(location)
  if ('served' in root.dataset && language && language !== root.lang && !address.searchParams.has('lang')) {
    root.hidden = true
    address.searchParams.set('lang', language)
    location.replace(address)
  }
  addEventListener('click', ({ target }) => {
    const other = target.closest?.('.bar [hreflang]')
    if (other) localStorage['gazetteer.language'] = other.hreflang
  })
} catch {}
