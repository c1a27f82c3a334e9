package io.cambric.numpy;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.vjp;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.option.DotProductAttentionOptions;
import io.cambric.numpy.option.DotProductAttentionOptions.Implementation;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attention tile by tile against attention with an array of all scores. */
class TiledAttentionTest {

  private static final Array BIAS = normal(DType.F32, 3, 1, 4, 6, 7);
  private static final Array MASK = normal(DType.F32, 4, 2, 1, 6, 7).gt(-0.3);
  private static final Array LENGTHS = Numpy.array(new int[] {3, 6});

  private static Array normal(DType dtype, int key, int... dims) {
    return Random.normal(Key.of(key), Shape.of(dims)).astype(dtype);
  }

  static Stream<Arguments> options() {
    List<DotProductAttentionOptions> all =
        List.of(
            DotProductAttentionOptions.DEFAULT,
            DotProductAttentionOptions.DEFAULT.withScale(0.3).withCausal(true),
            DotProductAttentionOptions.DEFAULT.withBias(BIAS),
            DotProductAttentionOptions.DEFAULT.withMask(MASK),
            DotProductAttentionOptions.DEFAULT.withMask(MASK).withBias(BIAS).withLocalWindow(2, 1),
            DotProductAttentionOptions.DEFAULT.withCausal(true).withLocalWindow(1, 3),
            DotProductAttentionOptions.DEFAULT
                .withQuerySeqLengths(LENGTHS)
                .withKeyValueSeqLengths(LENGTHS.add(1)),
            DotProductAttentionOptions.DEFAULT.withMask(MASK).withKeyValueSeqLengths(LENGTHS));
    return Stream.of(DType.F32, DType.F64)
        .flatMap(dtype ->
            IntStream.range(0, all.size()).mapToObj(i -> Arguments.of(dtype, i, all.get(i))));
  }

  private static Array attend(
      Implementation way, DotProductAttentionOptions options, List<Array> x) {
    return Activations.dotProductAttention(
        x.get(0), x.get(1), x.get(2), options.withImplementation(way));
  }

  private static List<Array> operands(DType dtype) {
    return List.of(
        normal(dtype, 0, 2, 6, 4, 5), normal(dtype, 1, 2, 7, 2, 5), normal(dtype, 2, 2, 7, 2, 5));
  }

  private static void assertNear(DType dtype, Array actual, Array expected) {
    assertThat(actual.aval().strong()).isEqualTo(expected.aval().strong());
    assertThat(Numpy.abs(actual.sub(expected)).max().item())
        .isLessThan(dtype == DType.F64 ? 1e-12 : 5e-6);
  }

  @ParameterizedTest(name = "{0} options {1}")
  @MethodSource("options")
  void values_and_derivatives_are_those_of_the_composite(
      DType dtype, int index, DotProductAttentionOptions options) {
    var x = operands(dtype);
    var expected = vjp((List<Array> o) -> attend(Implementation.COMPOSITE, options, o), x);
    var actual = vjp((List<Array> o) -> attend(Implementation.TILED, options, o), x);
    assertNear(dtype, actual.output(), expected.output());
    var cotangent = normal(dtype, 7, 2, 6, 4, 5);
    for (int i = 0; i < 3; i++) {
      assertNear(
          dtype,
          actual.pullback().apply(cotangent).get(i),
          expected.pullback().apply(cotangent).get(i));
    }
    var tangents = List.of(cotangent, normal(dtype, 8, 2, 7, 2, 5), normal(dtype, 9, 2, 7, 2, 5));
    assertNear(
        dtype,
        jvp((List<Array> o) -> attend(Implementation.TILED, options, o), x, tangents).tangent(),
        jvp((List<Array> o) -> attend(Implementation.COMPOSITE, options, o), x, tangents)
            .tangent());
  }

  @Test
  void a_bias_that_is_repeated_gets_the_sum_of_its_cotangents() {
    var x = operands(DType.F32);
    var cotangent = normal(DType.F32, 7, 2, 6, 4, 5);
    for (var bias : List.of(BIAS, BIAS.slice(2, 0, 1), BIAS.slice(1, 0, 1).slice(3, 0, 1))) {
      assertNear(
          DType.F32,
          biasGradient(Implementation.TILED, x, bias, cotangent),
          biasGradient(Implementation.COMPOSITE, x, bias, cotangent));
    }
  }

  private static Array biasGradient(
      Implementation way, List<Array> x, Array bias, Array cotangent) {
    return vjp((Array b) -> attend(way, DotProductAttentionOptions.DEFAULT.withBias(b), x), bias)
        .pullback()
        .apply(cotangent);
  }

  @Test
  void a_query_that_sees_no_key_weighs_all_alike() {
    var x = operands(DType.F32);
    var none = Numpy.zeros(Shape.of(1, 1, 6, 7), DType.BOOL);

    var attended =
        attend(
            Implementation.TILED,
            DotProductAttentionOptions.DEFAULT.withMask(none).withCausal(true),
            x);

    var mean = x.get(2).mean(1).expandDims(1);
    var perHead = Numpy.repeat(mean, 2, 2);
    assertNear(DType.F32, attended, Numpy.broadcastTo(perHead, attended.shape()));
  }

  @Test
  void lanes_of_vmap_are_more_of_the_batch() {
    var q = normal(DType.F32, 0, 3, 2, 6, 4, 5);
    var x = operands(DType.F32);

    var mapped =
        vmap((Array one) ->
                attend(
                    Implementation.TILED,
                    DotProductAttentionOptions.DEFAULT.withMask(MASK),
                    List.of(one, x.get(1), x.get(2))))
            .apply(q);

    for (int lane = 0; lane < 3; lane++) {
      var one = List.of(q.get(lane), x.get(1), x.get(2));
      assertNear(
          DType.F32,
          mapped.get(lane),
          attend(Implementation.COMPOSITE, DotProductAttentionOptions.DEFAULT.withMask(MASK), one));
    }
  }

  @Test
  void long_sequences_need_no_array_of_scores() {
    int tokens = 8192;
    var x = Numpy.zeros(1, tokens, 1, 64);
    long linear = 4L * tokens * 64;

    var forward = jit((Array q) -> Activations.dotProductAttention(q, q, q));
    var backward =
        jit(
            grad((Array q) ->
                Activations.dotProductAttention(
                        q, q, q, DotProductAttentionOptions.DEFAULT.withCausal(true))
                    .sum()));

    assertThat(forward.lower(x).temporaryBytes()).isLessThan(2 * linear);
    assertThat(backward.lower(x).temporaryBytes()).isLessThan(10 * linear);
  }
}
