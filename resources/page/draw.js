// Painting: the heatmap with its labels, its colour bar and the small maps of all heads.
const element = (id) => document.getElementById(id);
const font = (size, weight) => (weight || 400) + ' ' + size + 'px Lato, Carlito, "Segoe UI", system-ui, "DejaVu Sans", sans-serif';
let colors = {};
function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['surface', 'text', 'second', 'strong', 'accent', 'query', 'key', 'value', 'maskline', 'maskground', 'fault', 'faultground'])
    colors[name] = style.getPropertyValue('--' + name).trim();
}
const roleColor = (axis) => colors[axis.role] || colors.second;

// A canvas of the given size in CSS pixels, sharp on any screen; what is drawn is in CSS pixels.
function pen(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

const labelOf = (axis, index) => (axis.labels.length ? axis.labels[index] : String(index));
const kLongestLabel = 140;
// The label as it is drawn: one that is too long loses its middle.
function drawnLabel(context, axis, index) {
  const text = labelOf(axis, index);
  if (context.measureText(text).width <= kLongestLabel) return text;
  const signs = Array.from(text);
  for (let kept = signs.length - 1; kept > 2; --kept) {
    const shorter = signs.slice(0, Math.ceil(kept / 2)).join('') + '…' + signs.slice(signs.length - Math.floor(kept / 2)).join('');
    if (context.measureText(shorter).width <= kLongestLabel) return shorter;
  }
  return '…';
}
function labelWidth(context, axis, index) {
  context.font = font(13);
  let width = context.measureText(drawnLabel(context, axis, index)).width;
  if (axis.isRepeated[index]) {
    context.font = font(10);
    width += 2 + context.measureText(String(index)).width;
  }
  return width;
}

// A token as it is, with its position beside it where it stands more than once; drawn from `x` to the right.
function drawLabel(context, axis, index, x, y, isChosen) {
  context.font = font(13);
  const text = drawnLabel(context, axis, index);
  context.font = font(13, isChosen ? 600 : 400);
  context.fillStyle = isChosen ? roleColor(axis) : colors.text;
  context.fillText(text, x, y);
  if (!axis.isRepeated[index]) return;
  const width = context.measureText(text).width;
  context.font = font(10);
  context.fillStyle = colors.second;
  context.fillText(String(index), x + width + 2, y + 3);
}

// The labels that have room, the chosen ones first.
function labelsShown(count, cell, chosen) {
  const apart = Math.ceil(15 / cell);
  const shown = [];
  for (let i = 0; i < count; ++i)
    if (chosen.includes(i) || (i % apart === 0 && !chosen.some((c) => c >= 0 && c !== i && Math.abs(c - i) < apart))) shown.push(i);
  return shown;
}

const place = { cell: 24, left: 60, above: 60 };
function measure(stage) {
  const probe = element('corner').getContext('2d');
  const longest = (axis, count) => {
    let width = 0;
    for (let i = 0; i < count; ++i) width = Math.max(width, labelWidth(probe, axis, i));
    return Math.ceil(width);
  };
  place.left = longest(axisOf(stage, true), stage.rows) + 34;
  place.above = longest(axisOf(stage, false), stage.cols) + 34;
  const frame = element('frame').clientWidth - 116;
  const room = Math.min((frame - place.left - 2) / Math.max(1, stage.cols), (window.innerHeight * 0.78 - place.above - 2) / Math.max(1, stage.rows));
  const most = Math.max(stage.rows, stage.cols, 1);
  // Few tokens have larger cells, up to six the largest.
  const widest = Math.max(42, Math.min(72, Math.floor(432 / most)));
  const zoomed = Math.max(64, Math.min(128, Math.floor(768 / most)));
  place.fit = Math.max(2, Math.min(widest, Math.floor(room)));
  place.cell = Math.max(2, Math.min(zoomed, Math.round(place.fit * view.zoom), Math.floor(16000 / most)));
}

function drawLabels(stage) {
  const { cell, left, above } = place;
  const width = stage.cols * cell + 1;
  const height = stage.rows * cell + 1;
  const rows = axisOf(stage, true);
  const cols = axisOf(stage, false);
  let context = pen(element('corner'), left, above);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, left, above);

  context = pen(element('above'), width, above);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, above);
  context.fillStyle = roleColor(cols);
  context.font = font(13);
  context.textAlign = 'center';
  const titled = context.measureText(cols.title).width;
  context.fillText(cols.title, Math.max(titled / 2 + 1, Math.min(width, element('map').clientWidth - left) / 2), 13);
  context.textAlign = 'left';
  for (const i of labelsShown(stage.cols, cell, [view.col, view.hover.col])) {
    context.save();
    context.beginPath();
    context.rect(0, 18, width, above - 18);
    context.clip();
    context.translate((i + 0.5) * cell + 4.5, above - 7);
    context.rotate(-Math.PI / 2);
    drawLabel(context, cols, i, 0, 0, i === view.col || i === view.hover.col);
    context.restore();
  }
  if (view.col >= 0 && cols.role) {
    context.fillStyle = roleColor(cols);
    context.fillRect(view.col * cell, above - 4, cell, 3);
  }

  context = pen(element('left'), left, height);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, left, height);
  context.save();
  context.translate(13, Math.min(height, element('map').clientHeight - above) / 2);
  context.rotate(-Math.PI / 2);
  context.font = font(13);
  context.textAlign = 'center';
  context.fillStyle = roleColor(rows);
  context.fillText(rows.title, 0, 0);
  context.restore();
  for (const i of labelsShown(stage.rows, cell, [view.row, view.hover.row])) {
    context.save();
    context.beginPath();
    context.rect(20, 0, left - 20, height);
    context.clip();
    const wide = Math.min(left - 30, labelWidth(context, rows, i));
    drawLabel(context, rows, i, left - 9 - wide, (i + 0.5) * cell + 4.5, i === view.row || i === view.hover.row);
    context.restore();
  }
  if (view.row >= 0 && rows.role) {
    context.fillStyle = roleColor(rows);
    context.fillRect(left - 5, view.row * cell, 3, cell);
  }
}

function hatch(context, path, width, height, gap, isBackward) {
  context.save();
  context.clip(path);
  context.strokeStyle = colors.maskline;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = -height; at < width + height; at += gap) {
    context.moveTo(at, isBackward ? 0 : height);
    context.lineTo(at + height, isBackward ? height : 0);
  }
  context.stroke();
  context.restore();
}

function drawCells(stage) {
  const cell = place.cell;
  const width = stage.cols * cell;
  const height = stage.rows * cell;
  const context = pen(element('ground'), width + 1, height + 1);
  const map = data.maps[stage.map];
  const values = valuesOf(stage);
  const head = stage.heads ? view.head : 0;
  const masked = new Path2D();
  const byHand = new Path2D();
  context.textAlign = 'center';
  for (let row = 0; row < stage.rows; ++row)
    for (let col = 0; col < stage.cols; ++col) {
      const i = (head * stage.rows + row) * stage.cols + col;
      const x = col * cell;
      const y = row * cell;
      const state = stateAt(stage, i);
      const value = values[i];
      if (isHidden(state)) {
        context.fillStyle = colors.maskground;
        context.fillRect(x, y, cell, cell);
        masked.rect(x, y, cell, cell);
        if (state === 2) byHand.rect(x, y, cell, cell);
        continue;
      }
      const isFinite = Number.isFinite(value);
      const entry = entryOf(positionOf(stage, value, head, row));
      context.fillStyle = isFinite ? map.css[entry] : cell < 12 ? colors.fault : colors.faultground;
      context.fillRect(x, y, cell, cell);
      const ink = isFinite ? map.ink[entry] : colors.fault;
      if (!isFinite && cell >= 12) {
        context.strokeStyle = colors.fault;
        context.lineWidth = 1.5;
        context.setLineDash([3, 2]);
        context.strokeRect(x + 1.5, y + 1.5, cell - 3, cell - 3);
        context.setLineDash([]);
      }
      let isWritten = false;
      if (cell >= 26) {
        let text = fixedText(value, stage.decimals);
        context.font = font(cell >= 36 ? 13 : 11);
        if (context.measureText(text).width > cell - 4) text = text.replace(/^(−?)0\./, '$1.');
        if (context.measureText(text).width <= cell - 3) {
          context.fillStyle = ink;
          context.fillText(text, x + cell / 2, y + cell / 2 + 4.5);
          isWritten = true;
        }
      }
      if (!isWritten && cell >= 12 && value === 0 && !(stage.rounding > 0)) {
        context.strokeStyle = ink;
        context.lineWidth = 1;
        context.beginPath();
        context.arc(x + cell / 2, y + cell / 2, Math.min(4, cell / 5), 0, 2 * Math.PI);
        context.stroke();
      }
      if (state === 3) {
        context.fillStyle = colors.accent;
        context.beginPath();
        context.moveTo(x + cell, y);
        context.lineTo(x + cell, y + cell / 3);
        context.lineTo(x + cell - cell / 3, y);
        context.fill();
      }
    }
  if (cell >= 12) {
    hatch(context, masked, width, height, cell < 32 ? 6 : 8, false);
    hatch(context, byHand, width, height, cell < 32 ? 6 : 8, true);
  }
  context.strokeStyle = colors.strong;
  context.lineWidth = 1;
  context.strokeRect(0.5, 0.5, width, height);
}

function drawMarks(stage) {
  const cell = place.cell;
  const context = pen(element('marks'), stage.cols * cell + 1, stage.rows * cell + 1);
  const ring = (row, col, outset, wide, color) => {
    context.strokeStyle = color;
    context.lineWidth = wide;
    context.strokeRect(col * cell + outset, row * cell + outset, cell - 2 * outset, cell - 2 * outset);
  };
  if (view.row >= 0 && view.col >= 0) {
    const wide = cell >= 28 ? 3 : 2;
    ring(view.row, view.col, wide / 2, wide, colors.accent);
    if (cell >= 10) ring(view.row, view.col, wide + 0.75, 1.5, colors.surface);
  }
  const { row, col } = view.hover;
  if (row >= 0 && col >= 0 && (row !== view.row || col !== view.col)) {
    ring(row, col, 0.5, 1, '#000');
    if (cell >= 5) ring(row, col, 1.5, 1, '#fff');
  }
}

function drawScale(stage) {
  const high = 200;
  const context = pen(element('scale'), 100, high + 44);
  const map = data.maps[stage.map];
  context.fillStyle = colors.second;
  context.font = font(12);
  const words = stage.quantity.split(' ');
  const lines = [''];
  for (const word of words) {
    const longer = (lines[lines.length - 1] + ' ' + word).trim();
    if (context.measureText(longer).width > 98 && lines[lines.length - 1]) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.slice(0, 2).forEach((line, i) => context.fillText(line, 0, 12 + 14 * i));
  const top = 36;
  for (let y = 0; y < high; ++y) {
    context.fillStyle = map.css[entryOf(1 - y / (high - 1))];
    context.fillRect(0, top + y, 12, 1);
  }
  context.strokeStyle = colors.strong;
  context.lineWidth = 1;
  context.strokeRect(0.5, top - 0.5, 12, high + 1);
  context.fillStyle = colors.text;
  for (const [at, text] of stage.ticks) {
    const y = top + (1 - at) * high;
    context.fillRect(13, Math.round(y - 0.5), 4, 1);
    context.fillText(text, 20, y + 4);
  }
  element('scale').setAttribute('aria-label', 'Colours of ' + stage.quantity + ': from ' + stage.ticks[0][1] + ' to ' + stage.ticks[stage.ticks.length - 1][1]);
}

// All cells of one head on 84 pixels; where many share a pixel, the one farthest from the middle or highest shows.
function drawSmall(canvas, stage, head) {
  const side = 84 * Math.ceil(window.devicePixelRatio || 1);
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  const image = context.createImageData(side, side);
  const map = data.maps[stage.map];
  const values = valuesOf(stage);
  const mask = colors.maskground.match(/\w\w/g).map((hex) => parseInt(hex, 16));
  const fault = colors.fault.match(/\w\w/g).map((hex) => parseInt(hex, 16));
  for (let y = 0; y < side; ++y)
    for (let x = 0; x < side; ++x) {
      let rgb = mask;
      let best = -1;
      const firstRow = Math.floor((y * stage.rows) / side);
      const firstCol = Math.floor((x * stage.cols) / side);
      for (let row = firstRow; row === firstRow || row < ((y + 1) * stage.rows) / side - 0.5; ++row)
        for (let col = firstCol; col === firstCol || col < ((x + 1) * stage.cols) / side - 0.5; ++col) {
          const i = (head * stage.rows + row) * stage.cols + col;
          if (isHidden(stateAt(stage, i))) continue;
          const position = Number.isFinite(values[i]) ? positionOf(stage, values[i], head, row) : 2;
          const rank = map.isSigned && position <= 1 ? Math.abs(position - 0.5) : position;
          if (rank <= best) continue;
          best = rank;
          rgb = position > 1 ? fault : map.rgb[entryOf(position)];
        }
      image.data.set([rgb[0], rgb[1], rgb[2], 255], 4 * (y * side + x));
    }
  context.putImageData(image, 0, 0);
}
