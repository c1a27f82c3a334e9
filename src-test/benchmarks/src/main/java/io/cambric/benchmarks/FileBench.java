package io.cambric.benchmarks;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.npy.Npy;
import io.cambric.io.safetensors.SafeTensors;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.serialization.Serialization;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Benchmark of files of arrays, compared with plain copies of the same bytes that are interleaved
 * with them.
 *
 * <p>A copy that writes goes from arrays on the heap to a file, and forces it to the disk as the
 * writers do. A copy that reads goes from a file to new arrays on the heap.
 */
final class FileBench {

  private final BenchReport report;
  private final WorkFolder folder;
  private final Map<String, Array> tree = new LinkedHashMap<>();
  private final SafeTensors tensors;
  private final NdArray whole;
  private final byte[][] bytes;
  private final int count;
  private final int size;

  /**
   * Makes the arrays.
   *
   * @param count of the arrays of floats
   * @param elements of each of them
   */
  FileBench(BenchReport report, WorkFolder folder, int count, int elements) {
    this.report = report;
    this.folder = folder;
    this.count = count;
    this.size = elements * Float.BYTES;
    var arrays = new LinkedHashMap<String, NdArray>();
    for (int i = 0; i < count; i++) {
      var array = Random.normal(Key.of(i), Shape.of(elements)).concrete("the benchmark");
      arrays.put("layer_" + i, array);
      tree.put("layer_" + i, array);
    }
    tensors = SafeTensors.of(arrays);
    whole = Random.normal(Key.of(count), Shape.of(count, elements)).concrete("the benchmark");
    bytes = new byte[count][size];
    for (byte[] each : bytes) {
      new java.util.Random(1).nextBytes(each);
    }
  }

  void run() {
    var plain = folder.file("plain");
    var safetensors = folder.file("arrays.safetensors");
    var msgpack = folder.file("arrays.msgpack");
    var npy = folder.file("array.npy");
    compare(
        () -> PlainCopy.write(plain, bytes),
        new Named("safetensors, write", () -> tensors.write(safetensors)),
        new Named("msgpack, write", () -> Serialization.write(msgpack, tree)),
        new Named("npy, write", () -> Npy.write(npy, whole)));
    compare(
        () -> PlainCopy.read(plain, count, size),
        new Named("safetensors, read", () -> SafeTensors.read(safetensors)),
        new Named("safetensors, read mapped", () -> readMapped(safetensors)),
        new Named("msgpack, read", () -> Serialization.msgpackRestore(msgpack)));
    // It holds one array, so the copy makes one.
    compare(
        () -> PlainCopy.read(plain, 1, Math.multiplyExact(count, size)),
        new Named("npy, read", () -> Npy.read(npy)));
  }

  private static void readMapped(Path file) {
    try (var mapped = SafeTensors.open(file)) {
      mapped.names().forEach(mapped::get);
    }
  }

  /** A row. */
  private record Named(String name, InterleavedRuns.Work work) {}

  private void compare(InterleavedRuns.Work copy, Named... rows) {
    var works = Stream.concat(Stream.of(copy), Arrays.stream(rows).map(Named::work));
    var timings = InterleavedRuns.of(report.seconds(), works.toArray(InterleavedRuns.Work[]::new));
    double copied = timings.getFirst().median();
    double megabytes = (double) count * size / 1e6;
    for (int i = 0; i < rows.length; i++) {
      var timing = timings.get(i + 1);
      double rate = megabytes / timing.median();
      double share = copied / timing.median();
      report.line(
          "%-28s %10.4f ms %9.1f MB/s     %4.2f of a copy, %.1f MB/s",
          rows[i].name(), timing.median() * 1e3, rate, share, megabytes / copied);
      report.keep(
          new Row(
              rows[i].name(),
              Map.of(
                  Figure.MEDIAN_MS,
                  timing.median() * 1e3,
                  Figure.MIN_MS,
                  timing.min() * 1e3,
                  Figure.MBYTES,
                  rate,
                  Figure.SHARE_OF_COPY,
                  share)));
    }
  }
}
