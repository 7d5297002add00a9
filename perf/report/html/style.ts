export const STYLE = String.raw`
:root { color-scheme: light dark; --bg:#f6f7f9; --card:#fff; --ink:#1b1f24; --soft:#5b6472; --line:#e3e6eb; --accent:#2f6fde;
  --p0:#c62828; --p1:#d97706; --p2:#8a7a00; --bar:#2f6fde; --bar2:#9dbdf2; --code:#f0f2f5; --hot:#e4572e; }
@media (prefers-color-scheme: dark) { :root { --bg:#14171c; --card:#1d2128; --ink:#e8eaee; --soft:#9aa4b2; --line:#2c323b; --accent:#6ea1ff;
  --p0:#ff6b6b; --p1:#ffb454; --p2:#e6d45a; --bar:#6ea1ff; --bar2:#39568c; --code:#262b33; } }
* { box-sizing: border-box; }
body { margin:0; background:var(--bg); color:var(--ink); font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif; }
main, header.top { max-width:1180px; margin:0 auto; padding:0 24px; }
header.top { padding-top:36px; }
h1 { font-size:27px; margin:0 0 4px; letter-spacing:-.01em; }
h2 { font-size:19px; margin:44px 0 4px; letter-spacing:-.01em; }
p.lead { color:var(--soft); margin:0 0 14px; max-width:76ch; }
nav { display:flex; gap:18px; margin:14px 0 0; flex-wrap:wrap; }
nav a { color:var(--accent); text-decoration:none; } nav a:hover { text-decoration:underline; }
.tiles { display:grid; grid-template-columns:repeat(auto-fit,minmax(150px,1fr)); gap:12px; margin-top:22px; }
.tile { background:var(--card); border:1px solid var(--line); border-radius:10px; padding:12px 16px; }
.tile b { display:block; font-size:25px; font-weight:650; letter-spacing:-.02em; font-variant-numeric:tabular-nums; }
.tile span { color:var(--soft); font-size:13px; }
.cards { display:grid; grid-template-columns:repeat(auto-fit,minmax(min(320px,100%),1fr)); gap:16px; margin-top:14px; }
.card { background:var(--card); border:1px solid var(--line); border-left:4px solid var(--p2); border-radius:10px; padding:16px 18px; min-width:0; }
.card.P0 { border-left-color:var(--p0); } .card.P1 { border-left-color:var(--p1); }
.card h3 { margin:6px 0 6px; font-size:15.5px; overflow-wrap:anywhere; }
.card p { margin:0 0 8px; } .card ol { margin:8px 0 0; padding-left:20px; } .card li { margin-bottom:6px; overflow-wrap:anywhere; } .card li small { color:var(--soft); display:block; }
.rank { color:var(--soft); font-size:13px; }
.pill { display:inline-block; border-radius:20px; padding:1px 9px; font-size:12px; font-weight:650; color:#fff; background:var(--soft); vertical-align:1px; }
.pill.P0 { background:var(--p0); } .pill.P1 { background:var(--p1); } .pill.P2 { background:var(--p2); }
@media (prefers-color-scheme: dark) { .pill { color:#14171c; } }
.tag { display:inline-block; border:1px solid var(--line); border-radius:6px; padding:0 7px; font-size:12px; color:var(--soft); margin:2px 4px 0 0; white-space:nowrap; }
.tag.hot { color:var(--hot); border-color:var(--hot); }
.box { background:var(--card); border:1px solid var(--line); border-radius:10px; overflow:hidden; }
.scroll { overflow-x:auto; }
table { border-collapse:collapse; width:100%; }
th { text-align:left; font-weight:550; font-size:12.5px; color:var(--soft); padding:9px 12px; border-bottom:1px solid var(--line); white-space:nowrap; }
td { padding:9px 12px; border-bottom:1px solid var(--line); vertical-align:middle; } tr:last-child>td { border-bottom:0; }
.n { text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap; }
code, pre { font:12.5px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace; }
code { overflow-wrap:anywhere; } pre { background:var(--code); border-radius:8px; padding:10px 12px; white-space:pre-wrap; overflow-wrap:anywhere; margin:6px 0; }
.bar { position:relative; height:8px; background:var(--code); border-radius:5px; min-width:90px; overflow:hidden; }
.bar i { position:absolute; inset:0 auto 0 0; background:var(--bar); border-radius:5px; } .bar i.self { background:var(--hot); }
.share { display:flex; height:30px; border-radius:8px; overflow:hidden; margin:12px 0 14px; border:1px solid var(--line); }
.share div { min-width:1px; height:100%; } .share div:hover { filter:brightness(1.12); }
details.q { border-bottom:1px solid var(--line); } details.q:last-child { border-bottom:0; }
.waterfall-key { display:flex; flex-wrap:wrap; gap:4px 14px; align-items:center; }
.waterfall-key .phase { white-space:nowrap; }
.waterfall { overflow-x:auto; } .waterfall svg { min-width:760px; }
.swatch { display:inline-block; width:12px; height:12px; border-radius:2px; }
.swatch.quiet { background:var(--quiet); opacity:.3; } .swatch.third { background:var(--third); } .swatch.loss { background:var(--loss); } .swatch.first { background:var(--first); } .swatch.second { background:var(--second); }
details.q>summary { display:grid; grid-template-columns:30px 130px minmax(0,1fr) 84px 92px 92px 120px; gap:12px; align-items:center; padding:11px 14px; cursor:pointer; list-style:none; }
details.q>summary::-webkit-details-marker { display:none; } details.q>summary:hover { background:var(--code); }
details.q .sql { display:-webkit-box; -webkit-line-clamp:2; -webkit-box-orient:vertical; overflow:hidden; }
details.q[open] .sql { -webkit-line-clamp:unset; }
.head { display:grid; grid-template-columns:30px 130px minmax(0,1fr) 84px 92px 92px 120px; gap:12px; padding:9px 14px; color:var(--soft); font-size:12.5px; font-weight:550; border-bottom:1px solid var(--line); }
.more { padding:2px 14px 14px 56px; } .facts { display:grid; grid-template-columns:repeat(auto-fit,minmax(180px,1fr)); gap:6px 18px; font-size:13.5px; margin:6px 0; }
.facts span { color:var(--soft); } .swatch { width:14px; height:14px; border-radius:4px; display:inline-block; }
svg { display:block; } svg .dot { fill:var(--bar); opacity:.75; } svg .fail { fill:var(--p0); } svg .axis { stroke:var(--line); } svg .mid { stroke:var(--ink); stroke-width:2; } svg:not(.picture) text { fill:var(--soft); font-size:10px; } svg .hist { fill:var(--bar); } svg .line { fill:none; stroke:var(--bar); stroke-width:2; }
.tools { display:flex; gap:10px; align-items:center; padding:12px 14px; border-bottom:1px solid var(--line); flex-wrap:wrap; }
select, input, button { font:inherit; font-size:14px; color:var(--ink); background:var(--code); border:1px solid var(--line); border-radius:8px; padding:5px 10px; } select { max-width:520px; } button { cursor:pointer; } button[aria-pressed=true] { background:var(--accent); color:var(--card); } input { flex:1; min-width:160px; }
#crumbs { color:var(--soft); font-size:13px; padding:8px 14px 0; min-height:28px; overflow-wrap:anywhere; }
#flame { position:relative; margin:6px 14px 4px; overflow:hidden; }
#flame [data-key] { cursor:pointer; } #flame [data-key]:hover rect, #flame [data-key]:focus-visible rect { stroke:var(--accent); stroke-width:2; } #flame [data-key]:focus { outline:none; }
#crumbs button { border:0; background:none; padding:0; font-size:13px; color:var(--accent); text-align:left; }
#tip { padding:4px 14px 12px; min-height:34px; color:var(--soft); font-size:13.5px; overflow-wrap:anywhere; } #tip b { color:var(--ink); }
details.finding { border-bottom:1px solid var(--line); padding:10px 16px; } details.finding:last-child { border-bottom:0; } details.finding>summary { cursor:pointer; overflow-wrap:anywhere; } details.finding li small { color:var(--soft); display:block; } details.finding li { overflow-wrap:anywhere; }
.seen, .budget, .proved { font-size:13px; color:var(--soft); margin:8px 0 0; overflow-wrap:anywhere; } .proved { color:var(--accent); } .copy { user-select:all; background:var(--code); border-radius:5px; padding:1px 6px; color:var(--ink); } h3#rest { margin:22px 0 8px; font-size:15.5px; }
.none { padding:14px; color:var(--soft); }
footer { color:var(--soft); font-size:13px; padding:36px 0 48px; }
@media (max-width:860px) { details.q>summary,.head { grid-template-columns:24px 84px minmax(0,1fr) 80px; } .wide { display:none; } }
@media (max-width:560px) { main, header.top { padding:0 12px; } header.top { padding-top:20px; } nav { gap:10px 16px; } h2 { margin-top:32px; }
  th, td { padding:7px 4px; font-size:13px; } th { font-size:12px; white-space:normal; } th:first-child, td:first-child { padding-left:10px; } .spare { display:none; } .tag { white-space:normal; }
  .head { display:none; } details.q>summary { grid-template-columns:20px 1fr auto; gap:6px 10px; } details.q>summary>:nth-child(3) { grid-column:1/-1; grid-row:2; } .more { padding-left:14px; }
  .tools { padding:10px; } #profile { flex-basis:100%; max-width:100%; } input { min-width:0; } #flame { margin:6px 6px 4px; } }
@media print { details.q .more { display:block; } }
`;
