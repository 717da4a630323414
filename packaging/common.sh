# Sourced by run and test: where the project is, what it needs, how it is built.
set -eu
cd "$(dirname "$0")/.."

build_packages="g++ cmake ninja-build ccache qt6-base-dev qt6-svg-dev libqcustomplot-dev libeigen3-dev libhwy-dev
    libzip-dev libgif-dev nlohmann-json3-dev libcli11-dev catch2 fonts-dejavu-core"
test_packages="xvfb xauth xdotool openbox x11-utils poppler-utils librsvg2-bin fonts-noto-core fonts-noto-cjk chromium imagemagick
    texlive-latex-base texlive-pictures"
bench_packages="libbenchmark-dev"

# Installs those of the named packages that are missing; asks for nothing when all are there.
install_packages() {
    missing=""
    for package in "$@"; do
        case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)" in
            "install ok installed") ;;
            *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        echo "Installing packages needs root, so sudo will ask for your password."
        as_root="sudo"
    fi
    echo "Installing:$missing"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

# build PRESET [TARGET...]: configures once, then builds what changed. Quiet unless something goes wrong.
build() {
    preset=$1
    shift
    log="build/$preset.log"
    mkdir -p build
    [ -f "build/$preset/build.ninja" ] || echo "Building Headscope ($preset); the first time takes a few minutes."
    {
        [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"
        if [ "$#" -gt 0 ]; then
            cmake --build "build/$preset" --target "$@"
        else
            cmake --build "build/$preset"
        fi
    } >"$log" 2>&1 || {
        cat "$log" >&2
        echo "The build failed; the lines above are from $log." >&2
        exit 1
    }
}
