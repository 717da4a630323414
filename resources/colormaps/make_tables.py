#!/usr/bin/env python3
"""Writes ui/figure/color_tables.cpp: python3 resources/colormaps/make_tables.py > ui/figure/color_tables.cpp

viridis, magma and cividis are published tables, one #rrggbb a line beside this script. Grey and the diverging map are
computed here, in OKLab (B. Ottosson, 2020), so that equal steps of value are equal steps of lightness.
"""
from pathlib import Path

HERE = Path(__file__).parent
DIVERGING = ["#123F73", "#6E9BC6", "#F4F2EE", "#D98F63", "#7A2C0C"]  # at -1, -0.5, 0, 0.5, 1


def linear(c):
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def encoded(c):
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def to_oklab(text):
    r, g, b = (linear(int(text[i:i + 2], 16) / 255) for i in (1, 3, 5))
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


def to_hex(lab):
    L, a, b = lab
    l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (L - 0.0894841775 * a - 1.2914855480 * b) ** 3
    rgb = (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
           -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
           -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    return "#" + "".join(f"{round(255 * encoded(min(1, max(0, c)))):02x}" for c in rgb)


def diverging(i):
    # Entry 128 is the value 0 exactly: 128 steps below it, 127 above.
    x = 4 * (i / 256 if i <= 128 else 0.5 + (i - 128) / 254)
    k = min(3, int(x))
    low, high = to_oklab(DIVERGING[k]), to_oklab(DIVERGING[k + 1])
    return to_hex(tuple(p + (x - k) * (q - p) for p, q in zip(low, high)))


def published(name):
    return (HERE / f"{name}.txt").read_text().split()


TABLES = {
    "kCividis": published("cividis"),
    "kViridis": published("viridis"),
    "kMagma": published("magma"),
    "kGrey": [f"#{i:02x}{i:02x}{i:02x}" for i in range(256)],
    "kDiverging": [diverging(i) for i in range(256)],
    "kInk": [f"#{255 - i:02x}{255 - i:02x}{255 - i:02x}" for i in range(256)],
}

print("// Written by resources/colormaps/make_tables.py: change that, not this.\n#include \"ui/figure/color_map.h\"\n")
print("namespace attn::ui {\nnamespace {\n")
for name, colours in TABLES.items():
    assert len(colours) == 256, name
    print(f"constexpr ColorTable {name}{{")
    for start in range(0, 256, 8):
        print("    " + " ".join(f"0xFF{c[1:].upper()}," for c in colours[start:start + 8]))
    print("};\n")
print("}  // namespace\n\nconst ColorTable& colorTable(MapName map) {\n    switch (map) {")
for name in list(TABLES)[1:]:
    print(f"        case MapName::{name[1:]}:\n            return {name};")
print("        case MapName::Cividis:\n            break;\n    }\n    return kCividis;\n}\n\n}  // namespace attn::ui")
