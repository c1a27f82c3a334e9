package io.cambric.conformance.library;

import io.cambric.core.Array;
import io.cambric.nn.Padding;
import io.cambric.nn.Pooling;
import io.cambric.nn.Recurrent;
import java.util.Arrays;
import java.util.List;

/** Functions of {@code flax.linen}. */
final class LinenTable {

  private LinenTable() {}

  /** A pooling of Java. */
  private interface Pool {
    Array pool(Array x, List<Integer> window, List<Integer> strides, Padding padding);
  }

  static void fill(Table table) {
    var parameters = "(inputs, window_shape, strides, padding)";
    table.put(
        "nn.flip_sequences(inputs, seq_lengths, num_batch_dims, time_major)",
        a ->
            Recurrent.flipSequences(
                a.array("inputs"),
                a.has("seq_lengths") ? a.array("seq_lengths") : null,
                a.integer("num_batch_dims"),
                a.flag("time_major", false)));
    table.put("nn.max_pool" + parameters, a -> pool(a, Pooling::maxPool));
    table.put("nn.min_pool" + parameters, a -> pool(a, Pooling::minPool));
    table.put(
        "nn.avg_pool(inputs, window_shape, strides, padding, count_include_pad)",
        a ->
            pool(
                a,
                (x, window, strides, padding) ->
                    Pooling.avgPool(
                        x, window, strides, padding, a.flag("count_include_pad", true))));
  }

  private static Array pool(Arguments a, Pool pool) {
    var window = sizes(a.integers("window_shape"));
    var ones = window.stream().map(_ -> 1).toList();
    var strides = a.has("strides") ? sizes(a.integers("strides")) : ones;
    var padding =
        a.has("padding")
            ? PaddingConversion.of(a.need("padding"))
                .map(conversion -> (Padding) conversion.value())
                .orElseThrow()
            : Padding.VALID;
    return pool.pool(a.array("inputs"), window, strides, padding);
  }

  private static List<Integer> sizes(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
