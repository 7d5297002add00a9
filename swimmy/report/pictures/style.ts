/** Colours of pictures in both themes. Gain and loss are blue and orange, which everyone can tell apart. */
export const PICTURE_STYLE = `
:root{--paper:#fff;--ink:#1b232d;--quiet:#59636f;--rule:#dde2e8;--gain:#1d4ed8;--loss:#b45309;--first:#1d4ed8;--second:#6b7684;--third:#7c3aed}
@media (prefers-color-scheme:dark){:root{--paper:#12161c;--ink:#e4e9ef;--quiet:#9aa5b1;--rule:#2b333d;--gain:#7fb2ff;--loss:#f0a35e;--first:#7fb2ff;--second:#98a3b0;--third:#c4a5ff}}
.picture{display:block;width:100%;height:auto;font:12px system-ui,sans-serif;fill:var(--quiet)}
.picture .grid{stroke:var(--rule)}.picture .zero{stroke:var(--quiet);stroke-opacity:.7}
.picture .line{fill:none;stroke-width:1.5;stroke-linejoin:round}.picture .area{stroke:none;fill-opacity:.22}
.picture .line.first{stroke:var(--first)}.picture .line.second{stroke:var(--second)}.picture .line.third{stroke:var(--third)}.picture .line.quiet{stroke:var(--quiet)}
.picture .line.gain{stroke:var(--gain)}.picture .line.loss{stroke:var(--loss)}
.picture .area.first,.picture .bar.gain,.picture .mark.gain,.picture .cell.gain{fill:var(--gain)}
.picture .area.loss,.picture .bar.loss,.picture .mark.loss,.picture .cell.loss{fill:var(--loss)}
.picture .mark{stroke:var(--paper);stroke-width:.6}.picture .mark.quiet{fill:var(--quiet)}
.picture .on-cell{fill:var(--paper)}.picture .beside-cell{fill:var(--ink)}
`;
