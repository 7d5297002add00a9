/** The one part of the page that needs a script: a flame graph that can be zoomed and searched. */
export const SCRIPT = String.raw`
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const flame = document.getElementById('flame');
  if (!flame || data.profiles.length === 0) return;
  const select = document.getElementById('profile'), search = document.getElementById('search');
  const crumbs = document.getElementById('crumbs'), tip = document.getElementById('tip');
  const ROW = 21, SMALLEST = 0.6;
  let profile, root, focus;

  const ms = (v) => v === 0 ? '0 ms' : v >= 1000 ? (v / 1000).toFixed(2) + ' s' : v >= 100 ? Math.round(v) + ' ms' : v >= 1 ? v.toFixed(1) + ' ms' : Number(v.toPrecision(2)) + ' ms';
  const node = (raw, parent) => {
    const made = { span: raw[0], calls: raw[1], total: raw[2], parent, children: [], before: raw[4], after: raw[5] };
    made.children = (raw[3] || []).map((child) => node(child, made));
    made.self = Math.max(0, made.total - made.children.reduce((sum, child) => sum + child.total, 0));
    return made;
  };
  const label = (one) => one.span < 0 ? profile.endpoint : profile.labels[one.span];
  const color = (name, engineless) => {
    let hash = 0;
    for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) | 0;
    const r = ((hash >>> 0) % 1000) / 1000;
    // What the engine does itself is blue, code is warm: the eye finds the own code first.
    if (engineless) return 'hsl(220 14% 82%)';
    return name.startsWith('::') || name.startsWith('[') ? 'hsl(' + (205 + r * 20) + ' 62% 74%)' : name.startsWith('/') || name.endsWith('.php') ? 'hsl(' + (140 + r * 25) + ' 38% 72%)' : 'hsl(' + (18 + r * 34) + ' 88% ' + (66 + r * 8) + '%)';
  };

  // In a comparison: red takes longer than before, blue less, the stronger the more of the whole request it is.
  const tint = (one) => {
    const most = Math.max(profile.diff[0], profile.diff[1], 0.001), share = (one.after - one.before) / most;
    const depth = Math.min(1, Math.sqrt(Math.abs(share) * 4));
    return Math.abs(share) < 0.002 ? 'hsl(40 12% 88%)' : 'hsl(' + (share > 0 ? 6 : 212) + ' 80% ' + (90 - depth * 32) + '%)';
  };

  function draw() {
    const width = flame.clientWidth, query = search.value.trim().toLowerCase();
    const path = [];
    for (let at = focus; at; at = at.parent) path.unshift(at);
    flame.textContent = '';
    let rows = path.length - 1;
    const place = (one, left, wide, depth, past) => {
      rows = Math.max(rows, depth);
      const name = label(one), box = document.createElement('div');
      box.className = 'f' + (past ? ' past' : '') + (query && !name.toLowerCase().includes(query) ? ' dim' : '');
      box.style.cssText = 'left:' + left + 'px;width:' + Math.max(1, wide - 1) + 'px;top:' + depth * ROW + 'px;background:' + (profile.diff ? tint(one) : color(name, one.span < 0));
      if (wide > 28) box.textContent = name;
      else box.style.padding = '0';
      box.tabIndex = 0;
      box.setAttribute('role', 'button');
      box.setAttribute('aria-label', name + ', ' + ms(one.total));
      box.onclick = () => { focus = one; draw(); };
      box.onkeydown = (event) => { if (event.key === 'Enter') { focus = one; draw(); } };
      box.onmouseenter = box.onfocus = () => show(one);
      flame.append(box);
    };
    path.slice(0, -1).forEach((one, depth) => place(one, 0, width, depth, true));
    const fill = (one, left, wide, depth) => {
      place(one, left, wide, depth, false);
      let at = left;
      for (const child of one.children) {
        const part = one.total > 0 ? wide * child.total / one.total : 0;
        if (part >= SMALLEST) fill(child, at, part, depth + 1);
        at += part;
      }
    };
    fill(focus, 0, width, path.length - 1);
    flame.style.height = (rows + 1) * ROW + 'px';
    crumbs.textContent = path.length > 1 ? path.map(label).join(' › ') : 'Click a box to zoom in; hover for its times.';
    show(focus);
  }
  function show(one) {
    const share = root.total > 0 ? (100 * one.total / root.total).toFixed(1) + ' %' : '';
    tip.textContent = '';
    const name = document.createElement('b');
    name.textContent = label(one);
    if (profile.diff) {
      const more = one.after - one.before;
      tip.append(name, ' — ' + ms(one.before) + ' before, ' + ms(one.after) + ' now per request (' + (more >= 0 ? '+' : '−') + ms(Math.abs(more)) + ')' + (one.before === 0 ? ', new' : one.after === 0 ? ', gone' : ''));
    } else tip.append(name, ' — ' + ms(one.total) + ' with what it calls (' + share + '), ' + ms(one.self) + ' own' + (one.span < 0 ? '' : ', ' + one.calls + ' calls here'));
  }
  function open(index) {
    profile = data.profiles[index];
    const total = profile.tree.reduce((sum, raw) => sum + raw[2], 0);
    root = focus = node([-1, 1, total, profile.tree, ...(profile.diff || [])], null);
    draw();
  }
  data.profiles.forEach((one, i) => {
    const option = document.createElement('option');
    option.value = i;
    option.textContent = one.endpoint + ' — ' + ms(one.wall);
    select.append(option);
  });
  select.onchange = () => open(Number(select.value));
  search.oninput = draw;
  document.getElementById('reset').onclick = () => { focus = root; search.value = ''; draw(); };
  addEventListener('resize', draw);
  open(0);
})();
`;
