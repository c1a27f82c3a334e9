package io.cambric.conformance.library;

import io.cambric.numpy.Activations;
import io.cambric.numpy.AttentionSpec;

/** Attention of {@code jax.nn}, whose options are keyword arguments. */
final class AttentionTable {

  private AttentionTable() {}

  static void fill(Table table) {
    table.put(
        "jax.nn.dot_product_attention(query, key, value, bias, mask, *, scale, is_causal,"
            + " query_seq_lengths, key_value_seq_lengths, local_window_size)",
        a ->
            Activations.dotProductAttention(
                a.array("query"), a.array("key"), a.array("value"), spec -> spec(a, spec)));
  }

  private static AttentionSpec spec(Arguments a, AttentionSpec otherwise) {
    var spec = otherwise.withCausal(a.flag("is_causal", false));
    if (a.has("bias")) {
      spec = spec.withBias(a.array("bias"));
    }
    if (a.has("mask")) {
      spec = spec.withMask(a.array("mask"));
    }
    if (a.has("scale")) {
      spec = spec.withScale(a.number("scale", 1));
    }
    if (a.has("query_seq_lengths")) {
      spec = spec.withQuerySeqLengths(a.array("query_seq_lengths"));
    }
    if (a.has("key_value_seq_lengths")) {
      spec = spec.withKeyValueSeqLengths(a.array("key_value_seq_lengths"));
    }
    if (a.has("local_window_size")) {
      int[] sizes = a.integers("local_window_size");
      spec = spec.withLocalWindow(sizes[0], sizes[sizes.length - 1]);
    }
    return spec;
  }
}
