'use strict';
// What the page holds: matrices, unpacked when they are first shown, and the numbers of them as text.
const data = JSON.parse(document.getElementById('data').textContent);
const stages = data.stages;
const byWord = new Map(stages.map((stage) => [stage.word, stage]));

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

// Numbers rounded to steps: codes of 16 or 12 bits; the last three stand for NaN and the infinities.
function fromSteps(bytes, count, isWide, low, step) {
  const values = new Float64Array(count);
  const last = isWide ? 65535 : 4095;
  for (let i = 0; i < count; ++i) {
    let code;
    if (isWide) {
      code = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    } else {
      const at = (i >> 1) * 3;
      code = i & 1 ? (bytes[at + 1] >> 4) | (bytes[at + 2] << 4) : bytes[at] | ((bytes[at + 1] & 15) << 8);
    }
    values[i] = code === last ? NaN : code === last - 1 ? Infinity : code === last - 2 ? -Infinity : low + code * step;
  }
  return values;
}

// All numbers of a stage, head by head, row by row.
function valuesOf(stage) {
  if (stage.values) return stage.values;
  const pack = stage.numbers;
  const count = Math.max(1, stage.heads) * stage.rows * stage.cols;
  const from = pack.of ? valuesOf(byWord.get(pack.of)) : null;
  let values;
  if (pack.as === 'f32') values = new Float32Array(bytesOf(pack.data).buffer);
  else if (pack.as === 'f64') values = new Float64Array(bytesOf(pack.data).buffer);
  else if (pack.as === 's16' || pack.as === 's12') values = fromSteps(bytesOf(pack.data), count, pack.as === 's16', pack.low, pack.step);
  else if (pack.as === 'times') values = from.map((value) => (pack.single ? Math.fround(value * pack.by) : value * pack.by));
  else if (pack.as === 'where') values = from.map((value, i) => (isHidden(stateAt(stage, i)) ? -Infinity : value));
  else values = joined(byWord.get(pack.of), from, pack.silent, count);
  stage.values = values;
  return values;
}

function joined(heads, from, silent, count) {
  const values = new Float64Array(count);
  const width = heads.heads * heads.cols;
  for (let h = 0; h < heads.heads; ++h)
    for (let row = 0; row < heads.rows; ++row)
      for (let col = 0; col < heads.cols; ++col)
        values[row * width + h * heads.cols + col] = silent.includes(h) ? 0 : from[(h * heads.rows + row) * heads.cols + col];
  return values;
}

// How a cell stands: 0 plain, 1 masked, 2 masked by hand, 3 allowed by hand; four to a byte.
function stateAt(stage, i) {
  if (stage.states < 0) return 0;
  const states = data.states[stage.states];
  states.bytes = states.bytes || bytesOf(states.data);
  const at = states.isShared ? i % (stage.rows * stage.cols) : i;
  return (states.bytes[at >> 2] >> (2 * (at & 3))) & 3;
}
const isHidden = (state) => state === 1 || state === 2;

const axisOf = (stage, isRow) => data.axes[isRow ? stage.rowAxis : stage.colAxis];
for (const axis of data.axes) {
  const seen = new Map();
  for (const label of axis.labels) seen.set(label, (seen.get(label) || 0) + 1);
  axis.isRepeated = axis.labels.map((label) => seen.get(label) > 1);
}

const trueMinus = (text) => text.replace(/-/g, '−');
function wordOf(value) {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+∞' : '−∞';
}

// The fewest digits that read back to the same float or double; of a rounded stage, as many as it has.
function exactText(stage, value) {
  if (!Number.isFinite(value)) return wordOf(value);
  const rounding = stage.rounding;
  if (rounding > 0) return '≈ ' + trueMinus(value.toFixed(Math.min(17, Math.max(0, Math.ceil(-Math.log10(rounding))))));
  if (stage.isSingle)
    for (let digits = 1; digits <= 9; ++digits) {
      const text = value.toPrecision(digits);
      if (Math.fround(Number(text)) === value) return trueMinus(String(Number(text)));
    }
  return trueMinus(String(value));
}

function fixedText(value, decimals) {
  if (!Number.isFinite(value)) return wordOf(value);
  if (value === 0) return '0';
  if (Math.abs(value) >= 1e9) return trueMinus(value.toExponential(decimals));
  const text = value.toFixed(decimals);
  return /^-[0.]*$/.test(text) ? text.slice(1) : trueMinus(text);
}

// Where a value stands on its colour map, from 0 to 1.
function positionOf(stage, value, head, row) {
  if (Number.isNaN(value)) return NaN;
  const [low, high] = stage.isPerRow ? rowRange(stage, head, row) : [stage.low, stage.high];
  if (stage.isLog && low > 0) {
    if (value <= low) return value === low && low >= high ? 0.5 : 0;
    if (value >= high) return 1;
    return (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
  }
  if (!(high > low)) return value > high ? 1 : value < low ? 0 : 0.5;
  return Math.min(1, Math.max(0, (value / 2 - low / 2) / (high / 2 - low / 2)));
}

function rowRange(stage, head, row) {
  stage.ranges = stage.ranges || new Map();
  const key = head * stage.rows + row;
  if (!stage.ranges.has(key)) {
    const values = valuesOf(stage);
    let low = Infinity;
    let high = -Infinity;
    for (let i = key * stage.cols; i < (key + 1) * stage.cols; ++i) {
      if (!Number.isFinite(values[i]) || isHidden(stateAt(stage, i))) continue;
      low = Math.min(low, values[i]);
      high = Math.max(high, values[i]);
    }
    const most = Math.max(Math.abs(low), Math.abs(high));
    stage.ranges.set(key, low > high ? [stage.low, stage.high] : data.maps[stage.map].isSigned ? [-most, most] : [low, high]);
  }
  return stage.ranges.get(key);
}

for (const map of data.maps) {
  map.rgb = map.colors.match(/.{6}/g).map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  map.css = map.rgb.map((rgb) => 'rgb(' + rgb.join(',') + ')');
  map.ink = map.rgb.map((rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : Math.pow((c / 255 + 0.055) / 1.055, 2.4)));
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000' : '#fff';
  });
}
const entryOf = (position) => (position > 0 ? Math.floor(Math.min(position, 1) * 255 + 0.5) : 0);
