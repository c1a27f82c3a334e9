package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ShapeException;
import io.cambric.module.ApplyOptions;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.scope.Variables;
import io.cambric.testing.Near;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class AttentionTest {

  private static final Array X = Random.normal(Key.of(1), Shape.of(2, 4, 8));

  @Test
  void weights_are_a_softmax_of_inner_products_over_the_root_of_the_size() {
    var x = Numpy.arange(12).astype(DType.F32).div(10).reshape(1, 3, 1, 4);

    // Recorded from Flax 0.12.8.
    Near.assertNear(
        Attention.dotProductAttentionWeights(x, x),
        0.2942262f,
        0.3317391f,
        0.3740348f,
        0.2014664f,
        0.3128183f,
        0.4857152f,
        0.1296932f,
        0.27732f,
        0.5929868f);
  }

  @Test
  void a_mask_hides_keys_and_a_row_without_any_weighs_all_alike() {
    var x = Numpy.ones(1, 3, 1, 2);
    var mask = Numpy.array(new float[][] {{1, 0, 1}, {1, 1, 1}, {0, 0, 0}});

    var weights =
        Attention.dotProductAttentionWeights(x, x, AttentionOptions.DEFAULT.withMask(mask));

    float third = 1f / 3;
    Near.assertNear(weights, 0.5f, 0, 0.5f, third, third, third, third, third, third);
  }

  @Test
  void long_sequences_are_attended_to_as_short_ones_are() {
    int length = 150;
    var q = Random.normal(Key.of(1), Shape.of(2, 1, length, 3, 4));
    var k = Random.normal(Key.of(2), Shape.of(2, 1, length, 3, 4));
    var v = Random.normal(Key.of(3), Shape.of(2, 1, length, 3, 5));
    var bias = Random.normal(Key.of(4), Shape.of(3, length, length));
    var mask = Attention.makeCausalMask(Numpy.ones(2, 1, length));

    var tiled =
        Attention.dotProductAttention(
            q, k, v, AttentionOptions.DEFAULT.withMask(mask).withBias(bias));

    var weights =
        Attention.dotProductAttentionWeights(
            q, k, AttentionOptions.DEFAULT.withMask(mask).withBias(bias));
    var expected = Numpy.einsum("...hqk,...khd->...qhd", weights, v);
    assertThat(tiled.shape()).isEqualTo(expected.shape());
    assertThat(Numpy.abs(tiled.sub(expected)).max().item()).isLessThan(1e-5);
  }

  @Test
  void masks_are_pairs_and_can_be_combined() {
    var tokens = Numpy.array(new float[] {1, 1, 0});
    var causal = Attention.makeCausalMask(tokens);
    var padding = Attention.makeAttentionMask(tokens, tokens);

    assertThat(causal.aval().toText()).isEqualTo("f32[1,3,3]");
    Near.assertNear(causal, 1, 0, 0, 1, 1, 0, 1, 1, 1);
    Near.assertNear(padding, 1, 1, 0, 1, 1, 0, 0, 0, 0);
    Near.assertNear(Attention.combineMasks(causal, null, padding), 1, 0, 0, 1, 1, 0, 0, 0, 0);
    assertThat(Attention.combineMasks((Array) null)).isNull();
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Attention.combineMasks(causal, tokens))
        .withMessage(
            "combineMasks needs masks of equal rank, but got f32[1,3,3] and f32[3]. Add "
                + "axes of size 1 with expandDims.");
  }

  @Test
  void decoding_one_position_at_a_time_is_attention_with_a_causal_mask() {
    var layer = MultiHeadDotProductAttention.of(2);
    var decoder = layer.withDecode(true);
    var made = decoder.init(Key.of(0), X);

    var variables = made;
    var steps = new ArrayList<Array>();
    for (int t = 0; t < 4; t++) {
      var x = X.get(":, " + t + ":" + (t + 1));
      var applied = decoder.apply(variables, ApplyOptions.mutable("cache"), m -> m.call(x));
      steps.add(applied.output());
      variables = variables.with("cache", applied.variables().collection("cache"));
    }

    var mask = Attention.makeCausalMask(Numpy.ones(2, 4));
    var whole =
        layer.apply(
            Variables.empty().with("params", made.params()),
            m -> m.call(X, AttentionCall.of(mask)));
    assertThat(Numpy.abs(Numpy.concatenate(steps, 1).sub(whole)).max().item()).isLessThan(1e-5);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> decoder.apply(made, ApplyOptions.mutable("cache"), m -> m.call(X)))
        .withMessageContaining(
            "Decoding needs one position at a time, with queries of the cache's shape [2, "
                + "1, 2, 4], but got [2, 4, 2, 4]. Pass x[:, t:t+1].");
  }

  @Test
  void dropped_weights_are_drawn_with_the_key_of_the_call_or_of_the_stream() {
    var layer = MultiHeadDotProductAttention.of(2).withDropoutRate(0.5);
    var variables =
        layer.init(Key.of(0), m -> m.call(X, AttentionCall.none().withDeterministic(true)));
    var training = AttentionCall.none().withDeterministic(false);

    var one =
        layer.apply(variables, ApplyOptions.rng("dropout", Key.of(1)), m -> m.call(X, training));
    var two =
        layer.apply(variables, ApplyOptions.rng("dropout", Key.of(2)), m -> m.call(X, training));
    var own = training.withDropoutKey(Key.of(3));
    var three = layer.apply(variables, m -> m.call(X, own));

    assertThat(one.output().toFloats()).isNotEqualTo(two.output().toFloats());
    assertThat(layer.apply(variables, m -> m.call(X, own)).toFloats()).isEqualTo(three.toFloats());
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> layer.apply(variables, m -> m.call(X)))
        .withMessageContaining(
            "Attention needs deterministic, but neither the module nor its call sets it.");
  }

  @Test
  void values_without_keys_and_heads_that_do_not_share_evenly_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> MultiHeadDotProductAttention.of(3).init(Key.of(0), X))
        .withMessageContaining(
            "Attention needs features divisible by 3 heads, but got 8. Choose qkvFeatures "
                + "as a multiple of numHeads.");
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() ->
            Attention.dotProductAttention(X, X, X, AttentionOptions.DEFAULT.withDropoutRate(0.5)))
        .withMessage(
            "Attention needs a key for dropout at a rate of 0.5, but got none. Pass one "
                + "with withDropout, or set deterministic.");
  }
}
