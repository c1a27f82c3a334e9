"""Writes the Parquet files of this folder, with PyArrow 25.0.1 and pandas 3.0.6: python record.py FOLDER"""
import datetime as dt
import sys
import uuid
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = sys.argv[1]
NANOS = pa.array([1709214310123456789, -1], pa.int64())


def write(name, columns, **options):
    pq.write_table(pa.table(columns), f"{FOLDER}/{name}.parquet", **({"compression": "none"} | options))


write("numbers", {
    "i8": pa.array([-128, 127], pa.int8()),
    "i16": pa.array([-32768, 7], pa.int16()),
    "i32": pa.array([-5, 2147483647], pa.int32()),
    "i64": pa.array([-9, 2**62], pa.int64()),
    "u8": pa.array([200, 255], pa.uint8()),
    "u16": pa.array([40000, 65535], pa.uint16()),
    "u32": pa.array([3000000000, 4294967295], pa.uint32()),
    "u64": pa.array([2**63 + 5, 17], pa.uint64()),
    "f16": pa.array(np.array([1.5, -0.0999755859375], np.float16)),
    "f32": pa.array([0.1, -2.5], pa.float32()),
    "f64": pa.array([0.1, 1e300], pa.float64()),
    "bool": pa.array([True, False]),
})
write("missing_numbers", {
    "f16": pa.array([None, np.float16(2)], pa.float16()),
    "d": pa.array([Decimal("-0.05"), None], pa.decimal128(9, 2)),
    "f64": pa.array([None, 3.5]),
    "u8": pa.array([1, None], pa.uint8()),
    "s": pa.array(["a", None]),
})
small = [Decimal("12.34"), Decimal("-0.01")]
write("decimals", {
    "int32": pa.array(small, pa.decimal128(9, 2)),
    "int64": pa.array([Decimal("123456789012.3456"), Decimal("-1.0000")], pa.decimal128(18, 4)),
    "fixed": pa.array([Decimal("12345678901234567890.123"), Decimal("-7.5")], pa.decimal128(23, 3)),
}, store_decimal_as_integer=True)
write("decimals_fixed", {
    "small": pa.array(small, pa.decimal128(9, 2)),
    "large": pa.array([Decimal("1" * 60 + ".25"), Decimal(0)], pa.decimal256(70, 2)),
})
micros = [dt.datetime(2024, 2, 29, 13, 45, 10, 123456), dt.datetime(1969, 12, 31, 23, 59, 59, 999999)]
millis = [time.replace(microsecond=time.microsecond // 1000 * 1000) for time in micros]


def utc(times):
    return [time.replace(tzinfo=dt.timezone.utc) for time in times]


write("times", {
    "date": pa.array([dt.date(2024, 2, 29), dt.date(1815, 6, 18)]),
    "timeMillis": pa.array([dt.time(13, 45, 10, 123000), dt.time(0)], pa.time32("ms")),
    "timeMicros": pa.array([dt.time(13, 45, 10, 123456), dt.time(23, 59, 59, 999999)], pa.time64("us")),
    "timeNanos": pa.array([49510123456789, 1], pa.time64("ns")),
    "millis": pa.array(millis, pa.timestamp("ms")),
    "micros": pa.array(micros, pa.timestamp("us")),
    "nanos": NANOS.cast(pa.timestamp("ns")),
    "utcMillis": pa.array(utc(millis), pa.timestamp("ms", "UTC")),
    "utcMicros": pa.array(utc(micros), pa.timestamp("us", "UTC")),
    "utcNanos": NANOS.cast(pa.timestamp("ns", "Europe/Berlin")),
    "midnight": pa.array([dt.datetime(2024, 2, 29), dt.datetime(2024, 3, 1)], pa.timestamp("us")),
})
write("int96", {"t": NANOS.cast(pa.timestamp("ns"))}, use_deprecated_int96_timestamps=True)
ids = [uuid.UUID("123e4567-e89b-12d3-a456-426614174000"), uuid.UUID(int=2**128 - 1)]
write("texts", {
    "text": pa.array(["ünï", ""]),
    "colour": pa.array(["RED", "GREEN"]).dictionary_encode(),
    "json": pa.array(['{"a":1}', "[]"], pa.json_()),
    "id": pa.array([each.bytes for each in ids], pa.uuid()),
    "bytes": pa.array([b"ab", b"\xff"]),
    "fixed": pa.array([b"abc", b"def"], pa.binary(3)),
    "nothing": pa.nulls(2),
})
write("empty", {"x": pa.array([], pa.float32()), "name": pa.array([], pa.string())})
pd.DataFrame({"x": pd.Series([], dtype="float32"), "name": pd.Series([], dtype=str)}).to_parquet(
    f"{FOLDER}/empty_pandas.parquet")
pd.DataFrame({"x": [0.5, 1.5], "label": [3, 1], "name": ["a", "ü"]}).to_parquet(f"{FOLDER}/pandas.parquet")
write("names", {
    "x": pa.array([{"x": 7.0, "y": 70}, None]),
    "a": pa.array([{"b": 5.0}, {"b": 6.0}]),
    "a.b": pa.array([1.0, 2.0]),
    "list": pa.array([[1], [2, 3]]),
    "map": pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int32())),
    "y": pa.array([3, 4]),
})
write("names_flat", {"a.b": pa.array([1.5, 2.5], pa.float32()), "a": pa.array([3, 4])})

i = np.arange(1000)
packed = {
    "k": pa.array((i * 7919 % 1000).astype(np.int32)),
    "text": pa.array([f"row {j % 17} {j * j % 1009}" for j in range(1000)]),
    "x": pa.array(np.sin(i * 0.001).round(3)),
}
for codec in ["snappy", "gzip", "zstd", "lz4", "brotli"]:
    write(f"packed_{codec}", packed, compression=codec, row_group_size=600)
write("packed_pages2", packed, compression="snappy", data_page_version="2.0", row_group_size=600, data_page_size=2000)
