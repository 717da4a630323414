// What a person does, and what the page says.
const view = { stage: null, head: 0, row: 0, col: 0, zoom: 1, hover: { row: -1, col: -1 } };
const make = (tag, text, name) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (name) made.className = name;
  return made;
};
const headName = () => data.headNumbers[view.head];
const headOf = (stage) => (stage.heads ? view.head : 0);
const indexOf = (stage, row, col) => (headOf(stage) * stage.rows + row) * stage.cols + col;

function nameOf(axis, index, otherwise) {
  const name = (axis.letter || otherwise + ' ') + index;
  return axis.labels.length ? name + ' “' + axis.labels[index] + '”' : name;
}

// q2 “cat” → k3 “sat”: each side isolated, so that no token turns the direction of the other.
function placeParts(stage, row, col) {
  const rows = axisOf(stage, true);
  const cols = axisOf(stage, false);
  const isPair = rows.role === 'query' && cols.role === 'key';
  return [nameOf(rows, row, 'row'), isPair ? ' → ' : ', ', nameOf(cols, col, 'column')];
}
function valueWords(stage, row, col) {
  const i = indexOf(stage, row, col);
  const state = stateAt(stage, i);
  return exactText(stage, valuesOf(stage)[i]) + ['', ' (masked)', ' (masked by hand)', ' (allowed by hand)'][state];
}
function sentenceOf(stage, row, col) {
  const [first, between, second] = placeParts(stage, row, col);
  return '⁨' + first + '⁩' + between + '⁨' + second + '⁩, ' + stage.noun + ' ' + valueWords(stage, row, col);
}

// The address leads back to the same cell.
function keepPlace() {
  const place = new URLSearchParams({ stage: view.stage.word, head: view.head, row: view.row, col: view.col });
  try {
    history.replaceState(null, '', '#' + place);
  } catch {
    // A page without an address of its own (an embedded one) keeps none.
  }
}

function showChosen() {
  const stage = view.stage;
  const has = view.row >= 0 && view.col >= 0;
  const place = element('place');
  place.replaceChildren();
  element('pair').replaceChildren();
  element('row').replaceChildren();
  element('number').textContent = element('noun').textContent = element('rowtitle').textContent = '';
  if (!has) return;
  const [first, between, second] = placeParts(stage, view.row, view.col);
  place.append(make('bdi', first, 'row'), between, make('bdi', second, 'col'));
  element('number').textContent = valueWords(stage, view.row, view.col);
  element('noun').textContent = stage.noun + (stage.heads ? ', head ' + headName() : '');
  element('said').textContent = sentenceOf(stage, view.row, view.col);
  const isPair = axisOf(stage, true).role === 'query' && axisOf(stage, false).role === 'key';
  element('pair').parentElement.hidden = !isPair;
  for (const other of isPair ? stages : [])
    if (other.rowAxis === stage.rowAxis && other.colAxis === stage.colAxis) {
      const name = other === stage ? 'now' : '';
      element('pair').append(make('dt', other.title, name), make('dd', valueWords(other, view.row, view.col), name));
    }
  showRow(stage);
}

function showRow(stage) {
  const rows = axisOf(stage, true);
  const cols = axisOf(stage, false);
  const values = valuesOf(stage);
  const line = [];
  for (let col = 0; col < stage.cols; ++col) {
    const i = indexOf(stage, view.row, col);
    if (!isHidden(stateAt(stage, i))) line.push({ col, value: values[i] });
  }
  const most = Math.max(...line.map((cell) => (Number.isFinite(cell.value) ? Math.abs(cell.value) : 0)), stage.word === 'weights' ? 1 : 1e-300);
  const sum = line.reduce((total, cell) => total + cell.value, 0);
  const title = element('rowtitle');
  title.replaceChildren('Row of ', make('bdi', nameOf(rows, view.row, 'row')));
  if (stage.word === 'weights') title.append(make('small', 'sum ' + fixedText(sum, 3)));
  const shown = line.length > 16 ? [...line].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.col - b.col).slice(0, 12) : line;
  const map = data.maps[stage.map];
  for (const cell of shown) {
    const item = make('li', undefined, cell.col === view.col ? 'now' : '');
    const trough = make('span', undefined, 'trough');
    const amount = make('div', undefined, 'amount');
    amount.style.width = (Number.isFinite(cell.value) ? (100 * Math.abs(cell.value)) / most : 0) + '%';
    amount.style.background = map.css[entryOf(positionOf(stage, cell.value, headOf(stage), view.row))];
    trough.append(amount);
    item.append(make('bdi', labelOf(cols, cell.col) + (cols.isRepeated[cell.col] ? ' ' + cell.col : '')), trough, make('span', fixedText(cell.value, stage.decimals), 'figure'));
    element('row').append(item);
  }
  if (shown.length < line.length) element('row').append(make('li', 'The ' + shown.length + ' largest of ' + line.length, 'rest'));
}

function showTable() {
  if (!element('numbers').open) return;
  const stage = view.stage;
  const table = make('table');
  const top = make('tr');
  top.append(make('td'));
  for (let col = 0; col < stage.cols; ++col) {
    const cell = make('th', nameOf(axisOf(stage, false), col, ''));
    cell.scope = 'col';
    top.append(cell);
  }
  const header = make('thead');
  header.append(top);
  const body = make('tbody');
  for (let row = 0; row < Math.min(stage.rows, 256); ++row) {
    const line = make('tr');
    const name = make('th', nameOf(axisOf(stage, true), row, ''));
    name.scope = 'row';
    line.append(name);
    for (let col = 0; col < Math.min(stage.cols, 256); ++col) {
      const i = indexOf(stage, row, col);
      line.append(make('td', isHidden(stateAt(stage, i)) ? 'masked' : exactText(stage, valuesOf(stage)[i]), isHidden(stateAt(stage, i)) ? 'masked' : ''));
    }
    body.append(line);
  }
  table.append(header, body);
  element('table').replaceChildren(table);
}

function showLegend(stage) {
  const values = valuesOf(stage);
  const found = new Set();
  for (let row = 0; row < stage.rows; ++row)
    for (let col = 0; col < stage.cols; ++col) {
      const i = indexOf(stage, row, col);
      const state = stateAt(stage, i);
      if (state) found.add(['', 'masked', 'byhand', 'allowed'][state]);
      if (isHidden(state)) continue;
      if (!Number.isFinite(values[i])) found.add('notfinite');
      else if (values[i] === 0 && !(stage.rounding > 0)) found.add('zero');
    }
  const words = { masked: 'masked', byhand: 'masked by hand', allowed: 'allowed by hand', notfinite: 'not a finite number', zero: 'exactly 0' };
  element('legend').replaceChildren(...Object.keys(words).filter((name) => found.has(name)).map((name) => {
    const item = make('span');
    item.append(make('i', undefined, name), words[name]);
    return item;
  }));
}

function showStage() {
  const stage = view.stage;
  const isAlone = data.headCount < 2;
  document.querySelector('main').classList.toggle('alone', isAlone);
  view.row = Math.min(Math.max(view.row, 0), stage.rows - 1);
  view.col = Math.min(Math.max(view.col, 0), stage.cols - 1);
  view.hover = { row: -1, col: -1 };
  element('tip').hidden = true;
  element('stage').textContent = stage.title;
  element('part').textContent = stage.parts[headOf(stage)];
  element('caption').textContent = stage.captions[headOf(stage)];
  element('notes').textContent = stage.notes;
  element('map').setAttribute('aria-label', stage.title + (stage.heads ? ', head ' + headName() : '') + ', ' + stage.rows + ' rows, ' + stage.cols + ' columns');
  showLegend(stage);
  paint();
  showChosen();
  showTable();
  keepPlace();
}

function paint() {
  readColors();
  measure(view.stage);
  drawCells(view.stage);
  drawLabels(view.stage);
  drawMarks(view.stage);
  drawScale(view.stage);
  const small = view.stage.heads ? view.stage : byWord.get('weights');
  if (data.headCount > 1 && small)
    document.querySelectorAll('#heads canvas').forEach((canvas, i) => drawSmall(canvas, small, i));
}

function choose(row, col) {
  view.row = Math.min(Math.max(row, 0), view.stage.rows - 1);
  view.col = Math.min(Math.max(col, 0), view.stage.cols - 1);
  drawLabels(view.stage);
  drawMarks(view.stage);
  showChosen();
  keepPlace();
  const map = element('map');
  const x = view.col * place.cell;
  const y = view.row * place.cell;
  if (x < map.scrollLeft) map.scrollLeft = x;
  if (x + place.cell + place.left > map.scrollLeft + map.clientWidth) map.scrollLeft = x + place.cell + place.left - map.clientWidth;
  if (y < map.scrollTop) map.scrollTop = y;
  if (y + place.cell + place.above > map.scrollTop + map.clientHeight) map.scrollTop = y + place.cell + place.above - map.clientHeight;
}

function chooseHead(head) {
  view.head = Math.min(Math.max(head, 0), data.headCount - 1);
  const radio = document.querySelectorAll('#heads input')[view.head];
  if (radio) radio.checked = true;
  showStage();
}
function chooseStage(at) {
  view.stage = stages[Math.min(Math.max(at, 0), stages.length - 1)];
  document.querySelectorAll('#stages input')[stages.indexOf(view.stage)].checked = true;
  showStage();
}
function zoom(factor) {
  view.zoom = factor ? Math.min(16, Math.max(0.25, (view.zoom * place.fit * factor < 2 ? view.zoom : view.zoom * factor))) : 1;
  paint();
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}
function showTheme() {
  element('theme').textContent = isDark() ? 'Light' : 'Dark';
  element('theme').setAttribute('aria-label', isDark() ? 'Switch to light' : 'Switch to dark');
  paint();
}
function switchTheme() {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  showTheme();
}

function point(event) {
  const box = element('cells').getBoundingClientRect();
  const col = Math.floor((event.clientX - box.left) / place.cell);
  const row = Math.floor((event.clientY - box.top) / place.cell);
  const isInside = row >= 0 && col >= 0 && row < view.stage.rows && col < view.stage.cols;
  return isInside ? { row, col } : { row: -1, col: -1 };
}
function hover(at, event) {
  if (at.row !== view.hover.row || at.col !== view.hover.col) {
    view.hover = at;
    drawLabels(view.stage);
    drawMarks(view.stage);
  }
  const tip = element('tip');
  tip.hidden = at.row < 0;
  if (tip.hidden) return;
  tip.textContent = sentenceOf(view.stage, at.row, at.col);
  tip.style.left = Math.max(4, Math.min(event.clientX + 16, window.innerWidth - tip.offsetWidth - 8)) + 'px';
  const below = event.clientY + 20;
  tip.style.top = (below + tip.offsetHeight > window.innerHeight ? event.clientY - tip.offsetHeight - 10 : below) + 'px';
}

function keyOnMap(event) {
  const last = view.stage.cols - 1;
  const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  if (event.key in moves) choose(view.row + moves[event.key][0], view.col + moves[event.key][1]);
  else if (event.key === 'Home') choose(event.ctrlKey ? 0 : view.row, 0);
  else if (event.key === 'End') choose(event.ctrlKey ? view.stage.rows - 1 : view.row, last);
  else return;
  event.preventDefault();
}
function keyAnywhere(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const at = stages.indexOf(view.stage);
  const does = {
    PageUp: () => chooseHead(view.head - 1),
    PageDown: () => chooseHead(view.head + 1),
    '[': () => chooseStage(at - 1),
    ']': () => chooseStage(at + 1),
    '+': () => zoom(1.25),
    '-': () => zoom(0.8),
    0: () => zoom(0),
    t: switchTheme,
    Escape: () => hover({ row: -1, col: -1 }),
  };
  if (!(event.key in does)) return;
  does[event.key]();
  event.preventDefault();
}

// A choice as a radio button, which brings the keys with it.
function addChoice(into, group, word, parts, does) {
  const label = make('label');
  const radio = make('input');
  radio.type = 'radio';
  radio.name = group;
  radio.value = word;
  radio.addEventListener('change', does);
  label.append(radio, ...parts);
  into.append(label);
}

function begin() {
  element('facts').textContent = data.facts;
  stages.forEach((stage, i) => addChoice(element('stages'), 'stage', stage.word, [stage.title], () => chooseStage(i)));
  if (data.headCount > 1)
    data.headNumbers.forEach((number, i) => addChoice(element('heads'), 'head', i, [make('canvas'), 'head ' + number], () => chooseHead(i)));
  const asked = new URLSearchParams(location.hash.slice(1));
  const whole = (name, otherwise) => (/^\d{1,9}$/.test(asked.get(name) || '') ? Number(asked.get(name)) : otherwise);
  view.head = whole('head', 0);
  view.row = whole('row', 0);
  view.col = whole('col', 0);
  view.stage = byWord.get(asked.get('stage')) || byWord.get(data.first) || stages[0];
  chooseHead(view.head);
  chooseStage(stages.indexOf(view.stage));
  showTheme();

  element('theme').addEventListener('click', switchTheme);
  element('smaller').addEventListener('click', () => zoom(0.8));
  element('larger').addEventListener('click', () => zoom(1.25));
  element('fit').addEventListener('click', () => zoom(0));
  element('numbers').addEventListener('toggle', showTable);
  element('map').addEventListener('keydown', keyOnMap);
  document.addEventListener('keydown', keyAnywhere);
  element('cells').addEventListener('pointermove', (event) => hover(point(event), event));
  element('cells').addEventListener('pointerleave', (event) => hover({ row: -1, col: -1 }, event));
  element('cells').addEventListener('pointerdown', (event) => {
    const at = point(event);
    if (at.row >= 0) choose(at.row, at.col);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
  window.addEventListener('resize', paint);
}
begin();
