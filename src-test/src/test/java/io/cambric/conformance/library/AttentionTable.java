package io.cambric.conformance.library;

import io.cambric.array.DType;
import io.cambric.conformance.python.PyFunction;
import io.cambric.core.Array;
import io.cambric.nn.Attention;
import io.cambric.nn.AttentionOptions;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.DotProductAttentionOptions;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Attention of {@code jax.nn} and of Flax, whose options are keyword arguments. */
final class AttentionTable {

  private AttentionTable() {}

  static void fill(Table table) {
    table.put(
        "jax.nn.dot_product_attention(query, key, value, bias, mask, *, scale, is_causal,"
            + " query_seq_lengths, key_value_seq_lengths, local_window_size)",
        a ->
            Activations.dotProductAttention(
                a.array("query"), a.array("key"), a.array("value"), spec(a)));
    table.put(
        "nn.dot_product_attention(query, key, value, bias, mask, broadcast_dropout, dropout_rng,"
            + " dropout_rate, deterministic, dtype, *, force_fp32_for_softmax)",
        a ->
            Attention.dotProductAttention(
                a.array("query"), a.array("key"), a.array("value"), options(a)));
    table.put(
        "nn.dot_product_attention_weights(query, key, bias, mask, broadcast_dropout, dropout_rng,"
            + " dropout_rate, deterministic, dtype, *, force_fp32_for_softmax)",
        a -> Attention.dotProductAttentionWeights(a.array("query"), a.array("key"), options(a)));
    table.put(
        "nn.make_attention_mask(query_input, key_input, pairwise_fn, extra_batch_dims, dtype)",
        a ->
            Attention.makeAttentionMask(
                a.array("query_input"),
                a.array("key_input"),
                a.has("pairwise_fn") ? pairwise(a) : Numpy::multiply,
                a.integer("extra_batch_dims", 0),
                a.dtype("dtype", DType.F32)));
    table.put(
        "nn.make_causal_mask(x, extra_batch_dims, dtype)",
        a ->
            Attention.makeCausalMask(
                a.array("x"), a.integer("extra_batch_dims", 0), a.dtype("dtype", DType.F32)));
    table.put(
        "nn.combine_masks(*masks)",
        a ->
            Attention.combineMasks(
                a.list("masks").stream().map(Array.class::cast).toArray(Array[]::new)));
  }

  private static Fn2<Array, Array, Array> pairwise(Arguments a) {
    var function = (PyFunction) a.need("pairwise_fn");
    return (x, y) -> (Array) Objects.requireNonNull(function.call(List.of(x, y), Map.of()));
  }

  private static AttentionOptions options(Arguments a) {
    var options =
        AttentionOptions.DEFAULT
            .withBroadcastDropout(a.flag("broadcast_dropout", true))
            .withDropoutRate(a.number("dropout_rate", 0))
            .withDeterministic(a.flag("deterministic", false))
            .withForceFp32ForSoftmax(a.flag("force_fp32_for_softmax", false));
    if (a.has("bias")) {
      options = options.withBias(a.array("bias"));
    }
    if (a.has("mask")) {
      options = options.withMask(a.array("mask"));
    }
    if (a.has("dropout_rng")) {
      options = options.withDropoutKey((Key) a.need("dropout_rng"));
    }
    return options;
  }

  private static DotProductAttentionOptions spec(Arguments a) {
    var spec = DotProductAttentionOptions.DEFAULT.withCausal(a.flag("is_causal", false));
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
