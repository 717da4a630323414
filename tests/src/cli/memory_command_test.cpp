#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "core/cost/devices.h"
#include "tests/support/catch.h"

namespace {

struct Run {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

/// `headscope memory` with `words`, which are separated by "|".
Run memory(const char* words) {
    QProcess program;
    program.start(
        QStringLiteral(HEADSCOPE_PROGRAM),
        QStringList{QStringLiteral("memory")} + QString::fromUtf8(words).split(QLatin1Char('|'), Qt::SkipEmptyParts));
    REQUIRE(program.waitForFinished(60000));
    REQUIRE(program.exitStatus() == QProcess::NormalExit);
    return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

QJsonObject json(const Run& run) {
    REQUIRE(run.status == 0);
    return QJsonDocument::fromJson(run.out).object();
}

double number(const QJsonObject& object, const char* key) {
    CAPTURE(key);
    REQUIRE(object[QLatin1String(key)].isDouble());
    return object[QLatin1String(key)].toDouble();
}

QJsonObject row(const QJsonObject& whole, qsizetype index) {
    return whole[QLatin1String("rows")].toArray()[index].toObject();
}

}  // namespace

TEST_CASE("headscope memory: backward and the type change what is counted, KV heads what is kept", "[cli]") {
    const QJsonObject forward = row(json(memory("--json|--n|1024|--heads|8|--kv-heads|2|--dtype|f16")), 0);
    CHECK(number(forward, "naive_counted_bytes") == 8.0 * 2.0 * 1024.0 * 1024.0 * 2.0);
    CHECK(number(forward, "flash_counted_bytes") == 8.0 * 1024.0 * 4.0);
    CHECK(number(forward, "kv_bytes") == 1024.0 * 2.0 * 128.0 * 2.0);
    const QJsonObject backward =
        row(json(memory("--json|--n|1024|--heads|8|--kv-heads|8|--dtype|bf16|--backward")), 0);
    CHECK(number(backward, "naive_counted_bytes") == 8.0 * 3.0 * 1024.0 * 1024.0 * 2.0);
    CHECK(number(backward, "flash_counted_bytes") == 8.0 * (2.0 * 1024.0 * 4.0 + 4.0 * 1024.0 * 64.0));
    CHECK(number(backward, "kv_bytes") == 4.0 * number(forward, "kv_bytes"));
}

TEST_CASE("headscope memory --measure: names what flash ran on, backward and in 16 bits too", "[cli]") {
    const QJsonObject counted = json(memory("--json|--n|64"));
    CHECK(counted[QLatin1String("flash_kernel")].isNull());
    const QJsonObject measured = json(memory("--json|--n|64|--dtype|bf16|--backward|--measure"));
    const QString kernel = measured[QLatin1String("flash_kernel")].toString();
    CHECK_FALSE(kernel.isEmpty());
    CHECK(number(row(measured, 0), "naive_measured_bytes") > 0.0);
    CHECK(number(row(measured, 0), "flash_measured_bytes") > 0.0);
    const Run table = memory("--n|64|--dtype|bf16|--backward|--measure");
    CHECK(table.out.contains("the " + kernel.toUtf8() + " kernel; seconds are of forward and backward."));
    CHECK(table.out.contains("Measured in float32, on inputs rounded to bfloat16"));
}

TEST_CASE("headscope memory --device: traffic, operations and the least time with the tiles that fit", "[cli]") {
    const QJsonObject whole =
        json(memory("--json|--n|1024,4096|--heads|16|--batch|64|--dtype|f16|--device|a100 sxm4 40gb"));
    const QJsonObject device = whole[QLatin1String("device")].toObject();
    CHECK(device[QLatin1String("name")].toString() == QStringLiteral("A100 SXM4 40GB"));
    CHECK(number(device, "bytes_per_second") == 1555e9);
    const QJsonObject tile = whole[QLatin1String("flash1_tile")].toObject();
    CHECK(number(tile, "query_rows") == 64);
    CHECK(number(tile, "key_rows") == 328);
    const QJsonObject first = row(whole, 0);
    CHECK(number(first, "naive_traffic_bytes") == 1024.0 * 2.0 * 4456448.0);
    CHECK(number(first, "naive_flops") == 1024.0 * 268435456.0);
    CHECK(number(first, "naive_device_seconds") == Approx(1024.0 * 2.0 * 4456448.0 / 1555e9));
    CHECK(number(first, "flash_traffic_bytes") < number(first, "naive_traffic_bytes") / 5.0);
    CHECK(number(row(whole, 1), "flash1_device_seconds") > number(first, "flash1_device_seconds"));
}

TEST_CASE("headscope memory --device: the table names the device, its tiles and times", "[cli]") {
    const Run run = memory("--n|2048|--device|RTX 4090");
    REQUIRE(run.status == 0);
    CHECK(run.out.contains("GeForce RTX 4090: 1008 GB/s, 165.2 TFLOP/s, 100 KiB on chip"));
    CHECK(run.out.contains("first paper's order, tiles of 64 queries x 100 keys"));
    CHECK(run.out.contains("naive, time"));
    CHECK(run.out.contains(" us"));
    CHECK_FALSE(run.out.contains("Not measured"));
}

TEST_CASE("headscope memory --device list: every preset, as text and as JSON", "[cli]") {
    const Run text = memory("--device|list");
    REQUIRE(text.status == 0);
    CHECK(text.out.count('\n') == static_cast<qsizetype>(attn::devices().size()));
    for (const attn::Device& device : attn::devices())
        CHECK(text.out.contains(device.name));
    CHECK(text.out.contains("general knowledge, check before use"));
    CHECK(json(memory("--device|list|--json"))[QLatin1String("devices")].toArray().size() ==
          static_cast<qsizetype>(attn::devices().size()));
}

TEST_CASE("headscope memory --device: a wrong name lists the presets, a doubtful one those it may mean", "[cli]") {
    const Run wrong = memory("--device|Abacus");
    CHECK(wrong.status == 2);
    CHECK(wrong.out.isEmpty());
    for (const attn::Device& device : attn::devices())
        CHECK(wrong.err.contains(device.name));
    const Run doubtful = memory("--device|H100");
    CHECK(doubtful.status == 2);
    CHECK(doubtful.err.contains("H100 PCIe 80GB, H100 SXM5 80GB"));
}

TEST_CASE("headscope memory: sizes that cannot be are one sentence and status 1", "[cli]") {
    for (const char* words : {"--heads|8|--kv-heads|3", "--kv-heads|0", "--n|0", "--n|2199023255552", "--head-dim|-4",
                              "--device|A10|--head-dim|1048576", "--device|A10|--n|-1"}) {
        CAPTURE(words);
        const Run run = memory(words);
        CHECK(run.status == 1);
        CHECK(run.out.isEmpty());
        CHECK(run.err.startsWith("headscope: memory: "));
        CHECK(run.err.count('\n') == 1);
    }
}

TEST_CASE("headscope memory --help: says what each word does", "[cli]") {
    const Run run = memory("--help");
    REQUIRE(run.status == 0);
    for (const char* word :
         {"--n", "--kv-heads", "--backward", "--dtype", "--device", "\"list\" shows all", "--json"})
        CHECK(run.out.contains(word));
    CHECK_FALSE(run.out.contains("not yet supported"));
}
