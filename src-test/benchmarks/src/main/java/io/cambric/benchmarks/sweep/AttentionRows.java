package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;

import io.cambric.lax.Lax;
import io.cambric.numpy.Activations;
import io.cambric.numpy.option.DotProductAttentionOptions;
import java.util.List;

/** Attention of several heads. */
final class AttentionRows {

  /** Batch, places and heads, times places and size of a head. */
  private static final long MOST = 400_000_000;

  private static final String SPEC = "b:1-8 q:1-1024 h:1-12 d:8-128, b k:1-1024 h d, b k h d";

  /** As many keys as queries. */
  private static final String SELF = "b:1-8 q:1-1024 h:1-12 d:8-128, b q h d, b q h d";

  private AttentionRows() {}

  static List<Family> families() {
    return List.of(
        new Family("attention", MOST, false)
            .add(
                "lax.dotProductAttention",
                FLOAT,
                SPEC,
                (q, k, v) ->
                    Lax.dotProductAttention(
                            q,
                            k,
                            v,
                            null,
                            null,
                            1 / Math.sqrt(q.dim(3)),
                            Integer.MAX_VALUE,
                            Integer.MAX_VALUE)
                        .getFirst())
            .add(
                "nn.dotProductAttention",
                FLOAT,
                SPEC,
                (q, k, v) -> Activations.dotProductAttention(q, k, v))
            .add(
                "nn.dotProductAttention:causal",
                FLOAT,
                SELF,
                (q, k, v) ->
                    Activations.dotProductAttention(
                        q, k, v, DotProductAttentionOptions.DEFAULT.withCausal(true))));
  }
}
